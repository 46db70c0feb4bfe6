import { useAddress, useChangeAddress } from '../ui/address.ts'

/** What the screen of the clock keeps in the address. */
export interface ClockSearch {
  view?: 'team'
  /** A day of the week that is shown; this week when absent. */
  week?: string
  /** Whose week is open in a dialog. */
  person?: string
  /** Which of that person's sessions is being corrected, or that hours are being added. */
  session?: number | 'new'
}

const DATE = /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !DATE.test(value)) return false
  const time = Date.parse(`${value}T00:00:00.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** What the address says; unknown and bad values are dropped. */
export function readClockSearch({ view, week, person, session }: Record<string, unknown>): ClockSearch {
  const id = Number(session)
  return {
    ...(view === 'team' && { view }),
    ...(isDay(week) && { week }),
    ...(typeof person === 'string' && UUID.test(person) && { person: person.toLowerCase() }),
    ...(Number.isInteger(id) && id > 0 && id < 2 ** 31 && { session: id }),
    ...(session === 'new' && { session }),
  }
}

/** The screen's part of the address, and the way to change it. */
export function useClockSearch() {
  const search = useAddress(readClockSearch)
  const change = useChangeAddress<ClockSearch>('replace')
  return { search, change }
}
