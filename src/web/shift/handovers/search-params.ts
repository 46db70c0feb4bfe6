import { day, readAddress, words } from '../../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../../ui/address.ts'

/** The log book's part of the address. The tasks have their own. */
export interface HandoverSearch {
  /** The day (YYYY-MM-DD) whose handovers are shown; all, the newest first, when absent. */
  day?: string
  /** The first and the last of several days, to which figures lead. A day goes before them. */
  from?: string
  to?: string
  /** The words that handovers are searched for. */
  q?: string
}

const readSearch = readAddress<HandoverSearch>({ day, from: day, to: day, q: words })

/** The screen's part of the address, and the way to change it. */
export function useHandoverSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<HandoverSearch>('replace')
  return { search, change }
}
