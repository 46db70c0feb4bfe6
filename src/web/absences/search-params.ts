import { choiceIn, day, readAddress, rowId } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'
import { type AbsenceView, absenceViews } from './periods.ts'

/** The state of the absences in the address. */
export interface AbsencesSearch {
  /** A year on a desk when absent. A phone shows a month. */
  view?: AbsenceView
  /** A day of the period; today when absent. */
  day?: string
  /** The absence whose dialog is open. */
  absence?: number
}

const readSearch = readAddress<AbsencesSearch>({ view: choiceIn(...absenceViews), day, absence: rowId })

/** The screen's part of the address, and the way to change it. */
export function useAbsencesSearch() {
  const search = useAddress(readSearch)
  const change = useChangeAddress<AbsencesSearch>('replace')
  return { search, change }
}
