import { choiceIn, day, flag, readAddress, rowId } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

/** The periods that the roster of a desk shows: a day by quarter hours, or so many weeks. */
export const rosterPeriods = ['day', '1', '2', '4'] as const

/** The state of the roster in the address. */
export interface RosterSearch {
  /** The Monday of the week that is shown; this week when absent. */
  week?: string
  /** On a desk: how many weeks are shown, or a day; one week when absent. */
  weeks?: (typeof rosterPeriods)[number]
  /** On phones, and by quarter hours: the day that is shown. */
  day?: string
  /** One's own week is shown, to people who plan. */
  mine?: true
  /** The department's roster is shown, to people who do not plan. */
  department?: true
  /** The shift whose dialog is open. */
  shift?: number
}

const readSearch = readAddress<RosterSearch>({
  ...{ week: day, day, shift: rowId },
  ...{ mine: flag, department: flag },
  weeks: (value) => choiceIn(...rosterPeriods)(String(value)),
})

/** The screen's part of the address, and the way to change it. */
export function useRosterSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<RosterSearch>('replace')
  return { search, change }
}
