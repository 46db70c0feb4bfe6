import { choiceIn, day, flag, readAddress, rowId, words } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

export const forms = ['new', 'edit', 'list'] as const
export type RoutineFormAddress = (typeof forms)[number]

/** The state of the screen of routines in the address. */
export interface RoutineSearch {
  /** The routine that is open. */
  routine?: number
  /** The form of a new routine, of the open one, or the dialog that takes a whole list. */
  form?: RoutineFormAddress
  /** The task that fills the form of a new routine. */
  from?: number
  /** The Monday of the week that is shown; this week when absent. */
  week?: string
  /** On phones: the day that is shown, or all routines. */
  day?: string
  all?: true
  /** The words that titles are searched for. */
  q?: string
}

const readSearch = readAddress<RoutineSearch>({
  ...{ routine: rowId, form: choiceIn(...forms), from: rowId, week: day, day, all: flag, q: words },
})

/** The screen's part of the address, and the way to change it. */
export function useRoutineSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<RoutineSearch>('replace')
  return { search, change }
}
