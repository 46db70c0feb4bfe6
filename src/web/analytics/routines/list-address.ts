import { type ProblemList, problemLists } from '../../../shared/analytics-routines.ts'
import { type Cause, causes } from '../../../shared/routines.ts'
import { MAX_PLACE } from '../../../shared/task-kinds.ts'
import { words } from '../../components/addresses/address-values.ts'
import { useAddress } from '../../ui/address.ts'
import { useAddressDialog } from '../../ui/address-dialog.ts'

/** The list behind a figure, as the address holds it: a link opens it, and the back button closes it. */
export interface FigureList {
  list: 'missed' | 'corrected' | ProblemList
  /** Occurrences missed for this cause only. */
  cause?: Cause
  /** Of this routine only. */
  routine?: number
  /** Of this department only, with any filter of departments. */
  department?: number
  /** Occurrences that opened on this weekday, 1 for Monday. */
  weekday?: number
  /** Occurrences that opened, or problems reported, in this hour of the day. */
  hour?: number
  /** Problems at this place only, as people write it. */
  place?: string
  /** Problems in these words only. */
  title?: string
}

const closed: Record<keyof FigureList, undefined> = {
  list: undefined,
  cause: undefined,
  routine: undefined,
  department: undefined,
  weekday: undefined,
  hour: undefined,
  place: undefined,
  title: undefined,
}

function wholeNumber(value: unknown, from: number, to: number) {
  const number = Number(value)
  return value !== undefined && Number.isInteger(number) && number >= from && number <= to ? number : undefined
}

/** The list that is open, if any. Unknown and bad values are dropped. */
function validateList(search: Record<string, unknown>): FigureList | undefined {
  const list = (['missed', 'corrected', ...problemLists] as const).find((known) => known === search.list)
  if (list === undefined) return undefined
  const narrowed = {
    cause: causes.find((known) => known === search.cause),
    routine: wholeNumber(search.routine, 1, 2 ** 31 - 1),
    department: wholeNumber(search.department, 1, 2 ** 31 - 1),
    weekday: wholeNumber(search.weekday, 1, 7),
    hour: wholeNumber(search.hour, 0, 23),
    place: words(search.place)?.slice(0, MAX_PLACE),
    title: words(search.title),
  }
  return {
    list,
    ...(Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== undefined)) as object),
  }
}

/** The list that is open, and the functions that open and close one. */
export function useFigureList() {
  const list = useAddress(validateList)
  const { open, close } = useAddressDialog(closed)
  return { list, open: (next: FigureList) => open(next), close }
}
