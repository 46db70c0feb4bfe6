import {
  correctionOf,
  FORGOTTEN_MORNING,
  isWithoutBreak,
  olderShiftsOf,
  type Shift,
  STATES_BREAK,
  shiftsOf,
  statedBreakOf,
  withIrregular,
} from '../../../sample/clock.ts'
import { type PersonName, people } from '../../../sample/people.ts'
import { type Calendar, type Dice, diceOf } from '../../../sample/story.ts'
import { boundsOf, monthOf } from '../../shared/time/time.ts'
import { durationOf } from '../../shared/worked-time.ts'
import { insertMany } from '../core/write/write.ts'
import { type breaks, clockSessions } from '../db/tables/clock.ts'
import { insertBreaks } from '../features/clock/breaks.ts'
import { startSession } from '../features/clock/clocking.ts'
import { addHours, correctSession } from '../features/clock/correct.ts'
import { type Action, type Employee, HOUR, type Hotel, keysOf, sampleContext } from './hotel.ts'

/** How many shifts of a person one statement writes, because there are hundreds of shifts. */
const SHIFTS_AT_ONCE = 7

export type EverybodysShifts = Record<PersonName, Shift[]>

/** Everybody's shifts; the same at each call. */
export function everybodysShifts(calendar: Calendar): EverybodysShifts {
  // Separate dice, so that the tasks do not depend on the number of shifts.
  const [dice, olderDice] = [1, 2].map((more) => diceOf(calendar.day(0) / HOUR + more)) as [Dice, Dice]
  const shifts: Partial<EverybodysShifts> = {}
  for (const name of keysOf(people)) {
    const recent = withIrregular(name, shiftsOf(name, calendar, dice), calendar)
    shifts[name] = [...olderShiftsOf(name, calendar, olderDice), ...recent]
  }
  return shifts as EverybodysShifts
}

/**
 * The end of the last month whose hours are approved. It is some days ago: hours of the last days can still be
 * corrected, whatever the day of the month.
 */
export const endOfApproved = ({ now, timeZone }: Calendar) => boundsOf(monthOf(now - 5 * 24 * HOUR, timeZone)).from

/** Everybody's hours, with sessions that managers have corrected. */
export function clockActions({ ctx, calendar, staff }: Hotel): Action[] {
  const everybodys = everybodysShifts(calendar)
  const month = endOfApproved(calendar)
  return keysOf(people).flatMap((name) => {
    const person = staff[name]
    const actions: Action[] = []
    let worked: (typeof clockSessions.$inferInsert)[] = []
    const write = (at: number, correction: ReturnType<typeof correctionOf>) => {
      const values = worked
      worked = []
      let ids: number[] = []
      const act = async () => {
        const sessions = await insertMany(sampleContext(ctx, person, at), clockSessions, values)
        ids = sessions.map(({ id }) => id)
        const taken = sessions.filter(({ startTime }) => Date.parse(startTime) !== withoutBreak).flatMap(breakOf)
        if (taken.length > 0) await insertBreaks(ctx, taken)
      }
      actions.push({ at, act })
      if (!correction) return
      const { by, at: later, ...body } = correction
      const correct = () =>
        correctSession(sampleContext(ctx, staff[by], later), {
          params: { id: ids.at(-1) ?? 0 },
          query: undefined,
          body,
        })
      actions.push({ at: later, act: correct })
    }
    const shifts = everybodys[name]
    const stated = name === STATES_BREAK ? statedBreakOf(shifts, calendar)?.shift : undefined
    const withoutBreak = shifts.find((shift) => isWithoutBreak(name, shift, shifts, calendar))?.from
    for (const [index, shift] of shifts.entries()) {
      const { from, to } = shift
      if (to === null) {
        actions.push({ at: from, act: () => startSession(sampleContext(ctx, person, from)) })
        continue
      }
      // A device that could not reach the server sent this shift later.
      const isOffline = shift === stated
      const offline = { startedOffline: isOffline, endedOffline: isOffline }
      worked.push({ ...completedSession(person, from, to), ...offline })
      const correction = correctionOf(name, shift, shifts[index + 1], calendar)
      const next = shifts[index + 1]
      const isLast = typeof next?.to !== 'number'
      // Hours that managers approve after the end of a month are written by then, as is a shift with a stated break.
      const isNeeded = (from < month && (next?.from ?? month) >= month) || shift === stated
      if (correction || isLast || isNeeded || worked.length === SHIFTS_AT_ONCE) write(to, correction)
    }
    return actions
  })
}

/** A manager adds the hours of a day on which somebody had not clocked in. */
export function addedHoursActions({ ctx, calendar, staff }: Hotel): Action[] {
  const { name, by, daysAgo, hours, reason } = FORGOTTEN_MORNING
  const shifts = everybodysShifts(calendar)[name]
  const isFree = (day: number) =>
    shifts.every(({ from, to }) => from >= calendar.day(1 - day) || (to ?? calendar.now) <= calendar.day(-day))
  const day = [0, 1, 2, 3, 4, 5, 6].map((more) => daysAgo + more).find(isFree)
  if (day === undefined) return []
  const [startTime, endTime] = hours.map((hour) => new Date(calendar.day(-day) + hour * HOUR).toISOString()) as [
    string,
    string,
  ]
  const at = calendar.day(1 - day) + 10 * HOUR
  const act = () =>
    addHours(sampleContext(ctx, staff[by], at), {
      params: { id: staff[name].id },
      query: undefined,
      body: { startTime, endTime, reason },
    })
  return [{ at, act }]
}

function completedSession({ id: userId, departmentId }: Employee, from: number, to: number) {
  const times = { startTime: new Date(from).toISOString(), endTime: new Date(to).toISOString() }
  const status = 'completed' as const
  return { userId, departmentId, ...times, status, duration: durationOf(times), createdAt: times.startTime }
}

/** Half an hour in the middle of a long shift, not for everybody at the same time. */
function breakOf({ id, startTime, endTime }: typeof clockSessions.$inferSelect): (typeof breaks.$inferInsert)[] {
  const [from, to] = [Date.parse(startTime), Date.parse(endTime ?? startTime)]
  if (to - from < 6 * HOUR) return []
  const begin = from + 4 * HOUR + ((from / 60_000) % 40) * 60_000
  return [
    {
      sessionId: id,
      startTime: new Date(begin).toISOString(),
      endTime: new Date(begin + HOUR / 2).toISOString(),
      createdAt: new Date(begin).toISOString(),
    },
  ]
}
