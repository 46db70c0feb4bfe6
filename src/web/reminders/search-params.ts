/** The state of the reminders' screen in the address. */
interface ReminderSearch {
  /** The reminder whose dialog is open. */
  reminder?: number
  /** The dialog for a new reminder is open. */
  new?: true
}

/** The state in the address. Unknown and invalid values are dropped. */
export function validateReminderSearch(search: Record<string, unknown>): ReminderSearch {
  const id = Number(search.reminder)
  return {
    ...(search.reminder !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31 && { reminder: id }),
    ...((search.new === true || search.new === 'true') && { new: true as const }),
  }
}
