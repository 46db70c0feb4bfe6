import { type PersonOnShift, shiftApi } from '../../shared/shift.ts'
import type { FilterValues } from '../../shared/task-filter.ts'
import type { Patches } from './reply-patches.ts'
import { type Changed, READ_AGAIN, type TaskChange } from './task-changes.ts'

/**
 * Applies a change of a task to the work of people on duty. Only the server knows who began a task, so the list is read
 * again when a task of somebody on duty comes into progress or leaves it.
 */
export function changeShiftPeople(people: PersonOnShift[], change: TaskChange): Changed<PersonOnShift[]> {
  const { id, before, after, row } = change
  if (id === null) return READ_AGAIN
  const worker = (task: FilterValues | undefined) =>
    task?.status === 'in_progress'
      ? people.find(({ id, onDutySince }) => id === task.assigneeId && onDutySince !== null)
      : undefined
  const shownAt = people.findIndex(({ doing }) => doing?.id === id)
  const shown = people[shownAt]
  if (worker(before) !== worker(after) || (shown && worker(after) !== shown)) return READ_AGAIN
  if (!shown?.doing || !row || row.title === shown.doing.title) return people
  return people.with(shownAt, { ...shown, doing: { ...shown.doing, title: row.title } })
}

/** How changes of tasks change the list of people on shift. */
export const shiftPatches: Patches = [[shiftApi.people, changeShiftPeople]]
