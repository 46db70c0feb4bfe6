import { asc, eq } from 'drizzle-orm'
import type { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import { MAX_BREAKS } from '../../../shared/clocking.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { formatSpan, formatTime } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import type { TimeSpan } from '../../../shared/worked-time.ts'
import { conflict, violates } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { noteChangedHours } from '../../core/hours/changed.ts'
import { deliverAfterBreak } from '../../core/notify/after-break.ts'
import { beforeStart, lockRunningSession } from '../../core/people/clock-out.ts'
import { updateWithParts } from '../../core/write/write.ts'
import { breaks, clockSessions, ONE_BREAK } from '../../db/tables/clock.ts'
import { mustBeNow, notClockedIn, recentTime } from './clocking.ts'
import { sessionWithNames } from './sessions.ts'

export type BreakRow = typeof breaks.$inferSelect

/**
 * Begins a break, at the time that the body names if it was done without a network. Throws 409 when the viewer is not
 * on the clock, or on a break already: an index of the database decides that.
 */
export async function startBreak(ctx: Context, { body }: Input<typeof clockApi.startBreak>): Promise<ClockSession> {
  mustBeNow(ctx, body)
  const { at: said, isPaid = false, plannedMinutes = null } = body ?? {}
  const at = said === undefined ? undefined : recentTime(ctx, said)
  const { session, before } = await runningSession(ctx)
  if (before.some(({ endTime }) => endTime === null)) throw onBreak()
  if (before.length >= MAX_BREAKS)
    throw conflict(
      'too_many_breaks',
      msg('{count, plural, one {A session has at most # break} other {A session has at most # breaks}}', {
        count: MAX_BREAKS,
      }),
    )
  if (at !== undefined && at < session.startTime) throw beforeStart(ctx, session)
  const last = before.at(-1)
  if (at !== undefined && last?.endTime && at < last.endTime) {
    const span = formatSpan(last.startTime, last.endTime, ctx.reader)
    const message = msg('This is before the end of your last break: {span}. Ask a manager to correct your hours.', {
      span,
    })
    throw conflict('before_last_break', message)
  }
  // The last time may lie after now by a moment: another server's clock may have set it.
  const startTime = [at ?? ctx.now.toISOString(), session.startTime, last?.endTime ?? ''].toSorted().at(-1) ?? ''
  const values = { sessionId: session.id, startTime, isPaid, plannedMinutes, startedOffline: at !== undefined }
  const [started] = await insertBreaks(ctx, [values]).catch((error) => {
    if (violates(error, ONE_BREAK)) throw onBreak()
    throw error
  })
  if (!started) throw new Error('No break was inserted')
  const parts = { before: partsOf(before), after: partsOf([...before, started]) }
  await updateWithParts(ctx, clockSessions, session, {}, parts, 'break-start')
  await noteChangedHours(ctx, ctx.viewer.id, startTime)
  return sessionWithNames(ctx, session.id)
}

/** Ends the viewer's break; 409 when they are on none. Devices then ring for notifications of that time. */
export async function endBreak(ctx: Context, { body }: Input<typeof clockApi.endBreak>): Promise<ClockSession> {
  mustBeNow(ctx, body)
  const at = body?.at === undefined ? undefined : recentTime(ctx, body.at)
  const { session, before } = await runningSession(ctx)
  const running = before.find(({ endTime }) => endTime === null)
  if (!running) throw conflict('not_on_break', msg('You are not on a break'))
  const { id, startTime } = running
  if (at !== undefined && at < startTime) {
    const since = formatTime(startTime, ctx.reader)
    throw conflict(
      'before_break',
      msg('This is before your break began: {since}. Ask a manager to correct your hours.', { since }),
    )
  }
  const now = at ?? ctx.now.toISOString()
  const ended = { endTime: now < startTime ? startTime : now, endedOffline: at !== undefined }
  await ctx.db.update(breaks).set(ended).where(eq(breaks.id, id))
  const after = before.map((one) => (one.id === id ? { ...one, ...ended } : one))
  await updateWithParts(
    ctx,
    clockSessions,
    session,
    {},
    { before: partsOf(before), after: partsOf(after) },
    'break-end',
  )
  await noteChangedHours(ctx, ctx.viewer.id, startTime)
  await deliverAfterBreak(ctx, session, startTime)
  return sessionWithNames(ctx, session.id)
}

/** A session's breaks in their order. The session is locked, so nobody changes them meanwhile. */
export const readBreaks = ({ db }: Context, sessionId: number): Promise<BreakRow[]> =>
  db.select().from(breaks).where(eq(breaks.sessionId, sessionId)).orderBy(asc(breaks.startTime), asc(breaks.id))

/** Inserts breaks that the caller logs with their session. */
export const insertBreaks = ({ db }: Pick<Context, 'db'>, values: (typeof breaks.$inferInsert)[]) =>
  db.insert(breaks).values(values).returning()

type BreakTimes = Pick<BreakRow, 'startTime' | 'endTime' | 'isPaid'>

/** A session's breaks as the audit log has them. */
export const partsOf = (rows: BreakTimes[]) => ({
  breaks: rows.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid })),
})

/** The parts of breaks that lie within these times: when a session gets new times, the database cuts off the rest. */
export const cutTo = ({ startTime, endTime }: TimeSpan, rows: BreakTimes[]): BreakTimes[] =>
  rows
    .filter((one) => (endTime === null || one.startTime < endTime) && (one.endTime ?? FOREVER) > startTime)
    .map((one) => ({
      ...one,
      startTime: one.startTime < startTime ? startTime : one.startTime,
      endTime: endTime !== null && (one.endTime ?? FOREVER) > endTime ? endTime : one.endTime,
    }))
/** It sorts after every time. */
const FOREVER = 'infinity'

const onBreak = () => conflict('on_break', msg('You are already on a break'))

/** The viewer's running session, locked, and its breaks. Throws 409 when the viewer is not on the clock. */
async function runningSession(ctx: Context) {
  const session = await lockRunningSession(ctx, ctx.viewer.id)
  if (!session) throw notClockedIn()
  return { session, before: await readBreaks(ctx, session.id) }
}
