import { useAddress, useChangeAddress } from '../ui/address.ts'

export const forms = ['new', 'edit', 'list'] as const
export type Form = (typeof forms)[number]

/** The state of the screen of routines in the address. */
export interface RoutineSearch {
  /** The routine that is open. */
  routine?: number
  /** The form of a new routine, of the open one, or the dialog that takes a whole list. */
  form?: Form
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

const DATE = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/
const isDate = (value: unknown): value is string =>
  typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value))

function idOf(value: unknown) {
  const id = Number(value)
  return value !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined
}

/** The state in the address. Unknown and invalid values are dropped. */
function validateRoutineSearch({ routine, form, from, week, day, all, q }: Record<string, unknown>): RoutineSearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 200) : ''
  const [id, task] = [idOf(routine), idOf(from)]
  const known = forms.find((each) => each === form)
  return {
    ...(id !== undefined && { routine: id }),
    ...(known && { form: known }),
    ...(task !== undefined && { from: task }),
    ...(isDate(week) && { week }),
    ...(isDate(day) && { day }),
    ...((all === true || all === 'true') && { all: true as const }),
    ...(words && { q: words }),
  }
}

/** The screen's part of the address, and the way to change it. */
export function useRoutineSearch() {
  const search = useAddress(validateRoutineSearch)
  const change = useChangeAddress<RoutineSearch>('replace')
  return { search, change }
}
