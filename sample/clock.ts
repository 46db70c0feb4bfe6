import { dateTimeIn } from '../src/shared/time/time.ts'
import type { DepartmentName } from './departments.ts'
import { type PersonName, people } from './people.ts'
import type { Calendar, Dice } from './story.ts'

/** When people of the sample hotel are on the clock. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Weeks with shifts, and those before them, so that the last month is there whole. */
const [WEEKS, OLDER_WEEKS] = [5, 4]

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

/** Shifts of the last weeks, in order; people with an account of their own to try are off the clock now. */
export function shiftsOf(name: PersonName, calendar: Calendar, dice: Dice): Shift[] {
  const { role, account } = people[name]
  if (role === 'guest') return []
  const shifts = usualShifts(name, calendar, dice, WEEKS * 7, 0)
  const begun = shifts.filter(({ from }) => from < calendar.now - MINUTE)
  const running = lastingOf(name, calendar)
  if (running) return [...begun.filter(({ to }) => to !== null && to < running.from - HOUR), running]
  return begun
    .filter(({ to }) => to === null || to <= calendar.now || !account)
    .map(({ from, to }) => ({ from, to: to !== null && to > calendar.now ? null : to }))
}

/** Shifts of the weeks before, with dice of their own: the last weeks do not depend on them. */
export const olderShiftsOf = (name: PersonName, calendar: Calendar, dice: Dice): Shift[] =>
  people[name].role === 'guest' ? [] : usualShifts(name, calendar, dice, (WEEKS + OLDER_WEEKS) * 7, WEEKS * 7 + 2)

/** The shifts of days that lie so many days back, with two days off in each week. */
function usualShifts(name: PersonName, calendar: Calendar, dice: Dice, firstAgo: number, lastAgo: number): Shift[] {
  const { department } = people[name]
  const off = dice.oneOf([0, 1, 2, 3, 4, 5, 6])
  const shifts: Shift[] = []
  let last = 0
  for (let daysAgo = firstAgo; daysAgo >= lastAgo; daysAgo -= 1) {
    const begin = nights[name] ?? restedBegin(dice.oneOf(begins[department]), last)
    const day = dayOf(calendar.day(-daysAgo) + begin * HOUR, dice)
    const isOff = [off, (off + 1) % 7].includes(daysAgo % 7) && !isMistake(name, daysAgo + 1)
    last = isOff ? 0 : begin
    if (isMistake(name, daysAgo)) shifts.push(mistakenShift(calendar))
    else if (!isOff) shifts.push(...day)
  }
  return shifts
}

/** The planned begin, or yesterday's if too little rest would lie between: the few broken rules are made on purpose. */
const restedBegin = (begin: number, last: number) => (last > 0 && begin + 24 - (last + 8.8) < 11.5 ? last : begin)

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

/** Shifts that are out of the ordinary, so that managers have something to look at. */
export function withIrregular(name: PersonName, shifts: Shift[], calendar: Calendar): Shift[] {
  const extra =
    name === 'kwame' ? lateDelivery(shifts, calendar) : name === 'samir' ? dutyOnDayOff(shifts, calendar) : null
  return extra ? [...shifts, extra].sort((a, b) => a.from - b.from) : shifts
}

/** An evening before an early shift: the rest between them is too short. */
function lateDelivery(shifts: Shift[], { now, timeZone }: Calendar): Shift | null {
  const early = shifts.findLast(({ from, to }, at) => {
    const before = shifts[at - 1]?.to ?? 0
    const time = dateTimeIn(new Date(from).toISOString(), timeZone).time
    return to !== null && to < now - 20 * HOUR && time < '07:00' && from - before > 13 * HOUR
  })
  return early ? { from: early.from - 9.6 * HOUR, to: early.from - 7 * HOUR } : null
}

/** A sixth shift in a week of five: more than the contract. */
function dutyOnDayOff(shifts: Shift[], { day, now }: Calendar): Shift | null {
  const isFree = (ago: number) => shifts.every(({ from, to }) => from >= day(1 - ago) || (to ?? now) <= day(-ago))
  const ago = [2, 3, 4, 5, 6, 7, 8].find(isFree)
  return ago === undefined ? null : { from: day(-ago) + 7.6 * HOUR, to: day(-ago) + 15.8 * HOUR }
}

/** The last long shift of a person that ended yesterday or before: somebody took no break, somebody states one. */
const lastLongOf = (shifts: readonly Shift[], { now }: Calendar) =>
  shifts.findLast(({ from, to }) => to !== null && to - from >= 7 * HOUR && to < now - 20 * HOUR)

/** Whether nobody recorded a break of a shift. */
export const isWithoutBreak = (name: PersonName, shift: Shift, shifts: readonly Shift[], calendar: Calendar) =>
  name === 'jelena' && shift === lastLongOf(shifts, calendar)

/** A second break that somebody states the next morning; a manager is to confirm it. */
export function statedBreakOf(shifts: readonly Shift[], calendar: Calendar) {
  const shift = lastLongOf(shifts, calendar)
  if (!shift?.to) return null
  return { shift, from: shift.from + 6 * HOUR, to: shift.from + 6.25 * HOUR, at: shift.to + 15 * HOUR }
}
export const STATES_BREAK = 'siobhan'

/** What somebody says to be wrong with the hours of this month. */
export const OBJECTION = {
  name: 'elias',
  text: 'On Tuesday I stayed at the desk until ten in the evening for the late arrivals. The clock has me out at six.',
} as const
