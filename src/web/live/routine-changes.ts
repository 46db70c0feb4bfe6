import { routinesApi } from '../../shared/routines.ts'
import type { Patches } from './reply-patches.ts'
import { type Changed, READ_AGAIN, type TaskChange } from './task-changes.ts'

/** Only changes of occurrences concern routines, and only the server can tell outcomes and causes. */
export function changeOfOccurrence<Reply>(
  reply: Reply,
  { before, after, row }: Pick<TaskChange, 'before' | 'after' | 'row'>,
): Changed<Reply> {
  return [before, after, row].some((task) => task?.routineId) ? READ_AGAIN : reply
}

/** How changes of tasks change replies with routines and their occurrences. */
export const routineTaskPatches: Patches = [
  [routinesApi.list, changeOfOccurrence],
  [routinesApi.week, changeOfOccurrence],
  [routinesApi.get, changeOfOccurrence],
  [routinesApi.occurrences, changeOfOccurrence],
]
