import type { Dice } from '../../sample/story.ts'

/** The people of the simulated week and their shifts, worked out without anything of the product. */

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The clocks of Central Europe go back by an hour at 01:00 UTC on the last Sunday of October. */
export function endOfSummerTime(year: number) {
  const last = new Date(Date.UTC(year, 9, 31, 1))
  return last.getTime() - last.getUTCDay() * DAY
}

/** The instant of a time in Berlin around that night. A time that comes twice is the first of both. */
export function inBerlin(day: number, hours: number, change: number) {
  const summer = day + hours * HOUR - 2 * HOUR
  return summer < change ? summer : summer + HOUR
}

export interface SimulatedPerson {
  id: string
  name: string
  at: number
  department: number
  role: 'user' | 'manager' | 'admin'
  notify: 'on_duty' | 'always' | null
  cookie: string
  /** Away for the whole week. */
  isAway: boolean
  /** Their account is closed in the middle of the time. */
  leaves: boolean
}

export interface PlannedShift {
  person: SimulatedPerson
  from: number
  to: number
  /** A break, in which one clocks out and in again. */
  pause: { from: number; to: number } | null
  isForgotten: boolean
  /** For so long the device had no network when its person clocked in. */
  offlineFor: number
}

/** Early, late and night, in hours of the clock on the wall. */
const SHIFTS = [
  [6, 14],
  [14, 22],
  [22, 30],
] as const

/** The shifts that begin between two instants: everybody works five days of seven, always in the same shift. */
export function shiftsOf(
  people: SimulatedPerson[],
  { from, to, change }: Record<'from' | 'to' | 'change', number>,
  dice: Dice,
) {
  const shifts: PlannedShift[] = []
  const minutes = (least: number, most: number) => Math.round(dice.between(least, most)) * MINUTE
  const firstDay = Math.floor(from / DAY) * DAY - DAY
  for (let day = firstDay; day < to; day += DAY) {
    for (const person of people) {
      const weekday = Math.round((day - firstDay) / DAY)
      if (person.isAway || (person.at + weekday) % 7 < 2) continue
      const [begins, ends] = SHIFTS[person.at % SHIFTS.length] ?? [0, 0]
      const start = inBerlin(day, begins, change) + minutes(-8, 6)
      const end = inBerlin(day, ends, change) + minutes(-3, 10)
      // A shift that runs at the beginning is clocked in then.
      if (end < from + HOUR || start >= to) continue
      const pause = dice.roll() < 0.15 ? start + minutes(120, 300) : null
      shifts.push({
        ...{ person, from: Math.max(start, from + MINUTE), to: end, isForgotten: dice.roll() < 0.02 },
        pause: pause === null ? null : { from: pause, to: pause + minutes(20, 60) },
        offlineFor: dice.roll() < 0.04 ? minutes(8, 40) : 0,
      })
    }
  }
  return shifts
}
