import { day, readAddress, rowId } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

/** The state of the roster in the address. */
export interface RosterSearch {
  /** The Monday of the week that is shown; this week when absent. */
  week?: string
  /** On phones: the day that is shown. */
  day?: string
  /** The shift whose dialog is open. */
  shift?: number
}

const readSearch = readAddress<RosterSearch>({ week: day, day, shift: rowId })

/** The screen's part of the address, and the way to change it. */
export function useRosterSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<RosterSearch>('replace')
  return { search, change }
}
