import { choiceIn, day, personId, readAddress, rowId } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

/** The clock screen's part of the address. */
interface ClockSearch {
  view?: 'team'
  /** Hours by pay period instead of by week. */
  by?: 'period'
  /** A day of the pay period that is shown. */
  period?: string
  /** The id of the person whose pay period is open in a dialog. */
  hours?: string
  /** A day (YYYY-MM-DD) of the week that is shown; this week when absent. */
  week?: string
  /** The id of the person whose week is open in a dialog. */
  person?: string
  /** The session of that person that is being corrected; 'new' adds hours. */
  session?: number | 'new'
  /** The id of the person whose record is open in a dialog. */
  record?: string
  /** A day of the month of that record; this month when absent. */
  month?: string
}

const readSearch = readAddress<ClockSearch>({
  view: choiceIn('team'),
  by: choiceIn('period'),
  period: day,
  hours: personId,
  week: day,
  person: personId,
  session: (value) => (value === 'new' ? value : rowId(value)),
  record: personId,
  month: day,
})

/** The screen's part of the address, and the function that changes it. */
export function useClockSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<ClockSearch>('replace')
  return { search, change }
}
