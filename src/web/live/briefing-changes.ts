import { type Briefing, briefingApi } from '../../shared/briefing.ts'
import type { Patches } from './reply-patches.ts'
import type { ReplyContext } from './row-changes.ts'
import { type Changed, READ_AGAIN, type TaskChange } from './task-changes.ts'

/**
 * Applies a change of a task to the briefing. It is read again for the viewer's tasks before and after the change, for
 * unassigned tasks, and for tasks that it shows. All other changes of tasks leave it as it is.
 */
export function changeBriefing(
  briefing: Briefing,
  { id, before, after }: TaskChange,
  _query: object,
  { viewerId }: ReplyContext,
): Changed<Briefing> {
  const concerns = [before, after].some((task) => task && (task.assigneeId === null || task.assigneeId === viewerId))
  return id === null || concerns || shows(briefing, id) ? READ_AGAIN : briefing
}

/** Whether a section shows this task, or something that was handed over about it. */
const shows = ({ sections }: Briefing, id: TaskChange['id']) =>
  sections.some((section) =>
    section.kind === 'handed_over'
      ? section.items.some(({ task }) => task?.id === id)
      : section.kind !== 'procedures' &&
        section.kind !== 'plan' &&
        section.kind !== 'held' &&
        section.items.some((task) => task.id === id),
  )

/** How changes of tasks change the briefing. */
export const briefingPatches: Patches = [[briefingApi.get, changeBriefing]]
