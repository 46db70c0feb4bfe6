/** What the screen of the reminders keeps in the address. */
export interface ReminderSearch {
  /** The reminder whose dialog is open. */
  reminder?: number
  /** The dialog for a new reminder is open. */
  new?: true
}

/** What the address says; unknown and bad values are dropped. */
export function validateReminderSearch(search: Record<string, unknown>): ReminderSearch {
  const id = Number(search.reminder)
  return {
    ...(search.reminder !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31 && { reminder: id }),
    ...((search.new === true || search.new === 'true') && { new: true as const }),
  }
}
