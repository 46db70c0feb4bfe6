import { isOpen, type Lanes, type LanesQuery, peopleViewApi } from '../../shared/people-view.ts'
import type { FilterValues } from '../../shared/task-filter.ts'
import { registerPatches } from './reply-patches.ts'
import { type Changed, READ_AGAIN, type TaskChange } from './task-changes.ts'

/** A task's facts by which the lanes place and count it. */
function placeOf(task: FilterValues) {
  const { status, priority, projectId, assigneeId, departmentId, dueDate, createdAt } = task
  const { kind, place, estimateMinutes, tags = [] } = task
  const rest = [kind, place, estimateMinutes, ...tags]
  return [status, priority, projectId, assigneeId, departmentId, dueDate, createdAt, ...rest].join('\n')
}

/**
 * The lanes after a change of a task. A task that stays where it is gets its new words. When one comes, goes or moves,
 * only the server can tell who has how much to do.
 */
export function changeLanes(lanes: Lanes, change: TaskChange, { search }: LanesQuery): Changed<Lanes> {
  const { id, row, before, after, fellDue } = change
  // Before it fell due, its due date had already put it among the tasks due today.
  if (fellDue) return lanes
  const wasOpen = before !== undefined && isOpen(before)
  const isOpenNow = after !== undefined && isOpen(after)
  if (!wasOpen && !isOpenNow) return lanes
  const stays = wasOpen && isOpenNow && row !== null && placeOf(before) === placeOf(after)
  if (!stays || search !== undefined || placeOf(row) !== placeOf(after)) return READ_AGAIN
  const known = lanes.lanes.flatMap(({ tasks }) => tasks).find((task) => task.id === id)
  if (!known || known.updatedAt > row.updatedAt) return lanes
  const withRow = lanes.lanes.map((lane) =>
    lane.tasks.includes(known) ? { ...lane, tasks: lane.tasks.with(lane.tasks.indexOf(known), row) } : lane,
  )
  return { ...lanes, lanes: withRow }
}

registerPatches('tasks', [[peopleViewApi.lanes, changeLanes]])
