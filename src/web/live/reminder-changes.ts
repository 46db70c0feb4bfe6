import { MAX_REMINDERS, type Reminder, remindersApi } from '../../shared/reminders.ts'
import type { Patches } from './reply-patches.ts'
import { changeOne, type RowChange, withRowAt } from './row-changes.ts'
import { type Changed, READ_AGAIN } from './task-changes.ts'

/** Active reminders first, the next to fire in front; then those that are over, the latest in front. */
function standsBefore(reminder: Reminder, other: Reminder) {
  if (reminder.isActive !== other.isActive) return reminder.isActive
  if (reminder.nextRun === other.nextRun) return reminder.id > other.id
  return reminder.nextRun < other.nextRun === reminder.isActive
}

/**
 * The reminders after a change. A reminder does not say when it was changed: the last row to arrive counts, and changes
 * arrive in the order in which they were made.
 */
export function changeReminders(list: Reminder[], { id, row }: RowChange<Reminder>): Changed<Reminder[]> {
  const next = withRowAt(list, id, row, standsBefore)
  // A full list may end before the place of the row, and takes up another when one goes.
  return next !== list && list.length >= MAX_REMINDERS ? READ_AGAIN : next
}

/** How changes of reminders change replies. */
export const reminderPatches: Patches = [
  [remindersApi.list, changeReminders],
  [remindersApi.get, changeOne<Reminder>],
]
