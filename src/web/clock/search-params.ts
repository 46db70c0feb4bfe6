import { useAddress, useChangeAddress } from '../ui/address.ts'

/** The clock screen's part of the address. */
interface ClockSearch {
  view?: 'team'
  /** A day (YYYY-MM-DD) of the week that is shown; this week when absent. */
  week?: string
  /** The id of the person whose week is open in a dialog. */
  person?: string
  /** The session of that person that is being corrected; 'new' adds hours. */
  session?: number | 'new'
}

const DATE = /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const isDay = (value: unknown): value is string => {
  if (typeof value !== 'string' || !DATE.test(value)) return false
  const time = Date.parse(`${value}T00:00:00.000Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** Reads the address and drops unknown and bad values. */
function readClockSearch({ view, week, person, session }: Record<string, unknown>): ClockSearch {
  const id = Number(session)
  return {
    ...(view === 'team' && { view }),
    ...(isDay(week) && { week }),
    ...(typeof person === 'string' && UUID.test(person) && { person: person.toLowerCase() }),
    ...(Number.isInteger(id) && id > 0 && id < 2 ** 31 && { session: id }),
    ...(session === 'new' && { session }),
  }
}

/** The screen's part of the address, and the function that changes it. */
export function useClockSearch() {
  const search = useAddress(readClockSearch)
  const change = useChangeAddress<ClockSearch>('replace')
  return { search, change }
}
