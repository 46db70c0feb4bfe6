import { and, eq } from 'drizzle-orm'
import { OBJECTION, STATES_BREAK, statedBreakOf } from '../../../sample/clock.ts'
import { type PersonName, people } from '../../../sample/people.ts'
import type { Calendar } from '../../../sample/story.ts'
import { dateOf } from '../../shared/time/time.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { readBreaks } from '../features/clock/breaks.ts'
import { setBreaks } from '../features/clock/set-breaks.ts'
import { confirmHours, objectToHours } from '../features/hours/answer.ts'
import { approveHours } from '../features/hours/approve.ts'
import { listPeriodHours } from '../features/hours/list.ts'
import { endOfApproved, everybodysShifts } from './clock.ts'
import { type Action, HOUR, type Hotel, keysOf, MINUTE, sampleContext } from './hotel.ts'

/** The hours of last month, which are approved, and what is to be looked at in this month. */
export const hoursActions = (hotel: Hotel): Action[] => [
  ...approvals(hotel),
  ...statedBreak(hotel),
  ...objection(hotel),
]

/** The last month whose hours are approved: its first day, and when that happens. */
export function approvedMonth(calendar: Calendar) {
  const end = endOfApproved(calendar)
  return { period: `${dateOf(end - HOUR, calendar.timeZone).slice(0, 8)}01`, at: end + 34 * HOUR }
}

/** Every second person says that the hours of last month are right. Then managers and administrators approve. */
function approvals({ ctx, calendar, staff }: Hotel): Action[] {
  const { period, at } = approvedMonth(calendar)
  const names = keysOf(people).filter((name) => people[name].role !== 'guest')
  const confirm = (name: PersonName): Action => {
    const by = sampleContext(ctx, staff[name], at - HOUR / 4)
    return { at: at - HOUR / 4, act: () => confirmHours(by, { params: {}, query: undefined, body: { period } }) }
  }
  const approve = (name: PersonName, order: number): Action => {
    const by = sampleContext(ctx, staff[name], at + order)
    const act = async () => {
      const { people: seen } = await listPeriodHours(by, { params: {}, query: { period }, body: undefined })
      const fit = seen.filter(
        ({ status, toReview, isRunning }) => status !== 'approved' && toReview === 0 && !isRunning,
      )
      const body = { period, people: fit.map(({ user, hash }) => ({ userId: user.id, hash })) }
      if (fit.length > 0) await approveHours(by, { params: {}, query: undefined, body })
    }
    return { at: at + order, act }
  }
  const managers = keysOf(people).filter((name) => people[name].role === 'manager')
  return [
    ...names.filter((_, order) => order % 2 === 0).map(confirm),
    ...[...managers, 'beatriz' as const, 'ingrid' as const].map(approve),
  ]
}

/** Somebody states a break of a shift the next morning, which waits for a manager. */
function statedBreak({ ctx, calendar, staff }: Hotel): Action[] {
  const stated = statedBreakOf(everybodysShifts(calendar)[STATES_BREAK], calendar)
  if (!stated) return []
  const { shift, at } = stated
  const by = sampleContext(ctx, staff[STATES_BREAK], at)
  const act = async () => {
    const begun = new Date(shift.from).toISOString()
    const [session] = await ctx.db
      .select({ id: clockSessions.id })
      .from(clockSessions)
      .where(and(eq(clockSessions.userId, staff[STATES_BREAK].id), eq(clockSessions.startTime, begun)))
    if (!session) throw new Error('The shift is not there')
    const recorded = await readBreaks(by, session.id)
    const breaks = [
      ...recorded.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid })),
      { startTime: new Date(stated.from).toISOString(), endTime: new Date(stated.to).toISOString() },
    ]
    await setBreaks(by, { params: { id: session.id }, query: undefined, body: { breaks } })
  }
  return [{ at, act }]
}

/** Somebody says that the hours of the month after it are not right. */
function objection({ ctx, calendar, staff }: Hotel): Action[] {
  const { name, text } = OBJECTION
  const begin = endOfApproved(calendar)
  const at = Math.max(begin + MINUTE, calendar.now - 26 * HOUR)
  if (at >= calendar.now) return []
  const by = sampleContext(ctx, staff[name], at)
  const body = { period: dateOf(begin, calendar.timeZone), text }
  return [{ at, act: () => objectToHours(by, { params: {}, query: undefined, body }) }]
}
