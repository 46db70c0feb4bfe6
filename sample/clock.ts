import type { DepartmentName } from './departments.ts'
import { type PersonName, people } from './people.ts'
import type { Calendar, Dice } from './story.ts'

/** When people of the sample hotel are on the clock. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEKS = 5

/** From when to when; null: still on the clock. */
export interface Shift {
  from: number
  to: number | null
}

/** Hours of the day at which shifts begin, of which each day takes one. */
const begins: Record<DepartmentName, number[]> = {
  'Front-of-House': [6.75, 6.75, 14],
  'Back-of-House': [6, 6, 11],
  Activities: [8.75],
  Housekeeping: [7, 7, 7.5],
  Maintenance: [7.5, 7.5, 12],
  Grounds: [6.5],
  'Front-of-House – Evening Operations': [15],
  Operations: [8.5],
}
/** The porter's nights go over midnight. */
const nights: Partial<Record<PersonName, number>> = { andrei: 22 }

/** Somebody is always there, whatever the time of the day. */
const always: Partial<Record<PersonName, number>> = { priya: 4.2, kwame: 2.6, linh: 1.3 }
/** Has not clocked out since yesterday morning: more than 16 hours, for a manager to review. */
const FORGETFUL: PersonName = 'rosa'
/** Clocked out only the next morning, which the manager has put right. */
const MISTAKE = {
  name: 'daniel',
  daysAgo: 8,
  corrector: 'amara',
  reason: 'Forgot to clock out. Left at 15:30.',
} as const

/** Everybody's shifts of the last weeks, in order; people with an account of their own to try are off the clock now. */
export function shiftsOf(name: PersonName, calendar: Calendar, dice: Dice): Shift[] {
  const { department, role, account } = people[name]
  if (role === 'guest') return []
  const off = dice.oneOf([0, 1, 2, 3, 4, 5, 6])
  const shifts: Shift[] = []
  for (let daysAgo = WEEKS * 7; daysAgo >= 0; daysAgo -= 1) {
    const begin = nights[name] ?? dice.oneOf(begins[department])
    const day = dayOf(calendar.day(-daysAgo) + begin * HOUR, dice)
    if (isMistake(name, daysAgo)) shifts.push(mistakenShift(calendar))
    else if (isMistake(name, daysAgo + 1) || ![off, (off + 1) % 7].includes(daysAgo % 7)) shifts.push(...day)
  }
  const begun = shifts.filter(({ from }) => from < calendar.now - MINUTE)
  const running = lastingOf(name, calendar)
  if (running) return [...begun.filter(({ to }) => to !== null && to < running.from - HOUR), running]
  return begun
    .filter(({ to }) => to === null || to <= calendar.now || !account)
    .map(({ from, to }) => ({ from, to: to !== null && to > calendar.now ? null : to }))
}

/** About eight hours, on some days with a break. */
function dayOf(begin: number, dice: Dice): Shift[] {
  const from = Math.floor(begin + dice.between(-11, 6) * MINUTE)
  const to = Math.floor(from + 8 * HOUR + dice.between(-8, 44) * MINUTE)
  if (dice.roll() < 0.55) return [{ from, to }]
  const breakAt = Math.floor(from + dice.between(3.5, 4.5) * HOUR)
  return [
    { from, to: breakAt },
    { from: Math.floor(breakAt + dice.between(28, 38) * MINUTE), to },
  ]
}

function lastingOf(name: PersonName, calendar: Calendar): Shift | null {
  if (name === FORGETFUL) return { from: calendar.day(-1) + 7 * HOUR + 2 * MINUTE, to: null }
  const hours = always[name]
  return hours === undefined ? null : { from: calendar.now - hours * HOUR, to: null }
}

const isMistake = (name: PersonName, daysAgo: number) => name === MISTAKE.name && daysAgo === MISTAKE.daysAgo

const mistakenShift = (calendar: Calendar): Shift => ({
  from: calendar.day(-MISTAKE.daysAgo) + 7 * HOUR + 4 * MINUTE,
  to: calendar.day(1 - MISTAKE.daysAgo) + 6 * HOUR + 41 * MINUTE,
})

/** Times that managers have put right: of the last shift that began so many days ago, or before. */
const corrections: Partial<Record<PersonName, Correction>> = {
  samir: { daysAgo: 6, by: 'stefan', endMinutes: 25, reason: 'Stayed until the boiler ran again.' },
  elias: { daysAgo: 12, by: 'henrik', endMinutes: -20, reason: 'Left with the early bus and forgot to clock out.' },
  farah: { daysAgo: 19, by: 'joost', endMinutes: 40, reason: 'Waited for the delivery of the palms.' },
}
interface Correction {
  daysAgo: number
  by: PersonName
  /** By how much the end was moved. */
  endMinutes: number
  reason: string
}

/** What a manager has corrected of a shift, and when. `next` is the shift after it. */
export function correctionOf(name: PersonName, { from, to }: Shift, next: Shift | undefined, calendar: Calendar) {
  if (name === MISTAKE.name && from === mistakenShift(calendar).from)
    return {
      at: calendar.day(1 - MISTAKE.daysAgo) + 9.5 * HOUR,
      by: MISTAKE.corrector,
      endTime: new Date(calendar.day(-MISTAKE.daysAgo) + 15.5 * HOUR).toISOString(),
      reason: MISTAKE.reason,
    }
  const correction = corrections[name]
  if (!correction || to === null) return null
  const { daysAgo, by, endMinutes, reason } = correction
  const until = calendar.day(1 - daysAgo)
  if (from >= until || (next && next.from < until)) return null
  const endTime = new Date(to + endMinutes * MINUTE).toISOString()
  return { at: Math.max(until, to) + 9.5 * HOUR, by, endTime, reason }
}

/** A morning that somebody worked without clocking in; the manager has added it. */
export const FORGOTTEN_MORNING = {
  name: 'tomas',
  by: 'naledi',
  /** The day is the last one without a shift of theirs, at least so many days ago. */
  daysAgo: 9,
  hours: [9, 13],
  reason: 'Led the hike for a guide who was ill, without a phone.',
} as const
