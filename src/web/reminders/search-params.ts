import { flag, readAddress, rowId } from '../components/addresses/address-values.ts'

/** The state of the reminders' screen in the address. */
interface ReminderSearch {
  /** The reminder whose dialog is open. */
  reminder?: number
  /** The dialog for a new reminder is open. */
  new?: true
}

/** The state in the address. Unknown and invalid values are dropped. */
export const readReminderSearch = readAddress<ReminderSearch>({ reminder: rowId, new: flag })
