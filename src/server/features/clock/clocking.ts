import { and, desc, eq, sql } from 'drizzle-orm'
import type { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import { OFFLINE_HOURS } from '../../../shared/device-time.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { mayAnywhere, mayAtAll } from '../../../shared/permissions.ts'
import { startOfDay } from '../../../shared/time/time.ts'
import { formatSpan } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden, invalid, violates } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { noteChangedHours } from '../../core/hours/changed.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { endRunningSession } from '../../core/people/clock-out.ts'
import { deviceTime } from '../../core/write/device-time.ts'
import { insert } from '../../core/write/write.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { clockSessions, ONE_ACTIVE } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'
import { sessionsTouching, sessionsWhere, sessionWithNames } from './sessions.ts'

const usesTheClock = ({ viewer }: Context) => mayAtAll(viewer, 'clock:use')

/** The viewer's running session; null when there is none, and for guests. */
export async function readActive(ctx: Context): Promise<ClockSession | null> {
  if (!usesTheClock(ctx)) return null
  const own = sql`${clockSessions.userId} = ${ctx.viewer.id} and ${clockSessions.endTime} is null`
  return (await sessionsWhere(ctx, own))[0] ?? null
}

/** The viewer's sessions that touch today, newest first; none for guests. */
export async function readToday(ctx: Context): Promise<ClockSession[]> {
  if (!usesTheClock(ctx)) return []
  const { timeZone } = ctx.services.config
  const [from, to] = [0, 1].map((days) => startOfDay(ctx.now.getTime(), timeZone, days)) as [number, number]
  return sessionsTouching(ctx, ctx.viewer.id, from, to)
}

/**
 * Clocks in, at the time that the body names if it was done without a network. Throws 409 when the viewer is on the
 * clock already: an index of the database decides that.
 */
export async function clockIn(ctx: Context, { body }: Input<typeof clockApi.start>): Promise<ClockSession> {
  mustBeNow(ctx, body)
  await lockViewer(ctx)
  const { id } = await (body?.at === undefined ? startSession(ctx) : startOffline(ctx, body.at))
  return sessionWithNames(ctx, id)
}

/** Clocks out; 409 when the viewer is not on the clock. */
export async function clockOut(ctx: Context, { body }: Input<typeof clockApi.stop>): Promise<ClockSession> {
  mustBeNow(ctx, body)
  const at = body?.at === undefined ? undefined : recentTime(ctx, body.at)
  const session = await endRunningSession(ctx, ctx.viewer.id, at)
  if (!session) throw notClockedIn()
  return sessionWithNames(ctx, session.id)
}

export const notClockedIn = () => conflict('not_clocked_in', msg('You are not clocked in'))

/** Starts the viewer's session, in the department that they belong to now. Throws 409 when they have a running one. */
export async function startSession(ctx: Context, times: { startTime?: string; startedOffline?: boolean } = {}) {
  const { id: userId, departmentId } = ctx.viewer
  try {
    return await insert(ctx, clockSessions, { userId, departmentId, startTime: ctx.now.toISOString(), ...times })
  } catch (error) {
    if (violates(error, ONE_ACTIVE)) throw alreadyClockedIn()
    throw error
  }
}

const alreadyClockedIn = () => conflict('already_clocked_in', msg('You are already clocked in'))

/**
 * Locks the viewer's row, so that no correction of their hours and no other start happens meanwhile. Throws 403 if the
 * viewer has lost the right to use the clock since the request began: they could never clock out.
 */
async function lockViewer({ db, viewer }: Context) {
  const [person] = await runPrepared(
    db
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, viewer.id), isActivePerson))
      // The strongest lock: a session that is being inserted locks this row too, because it refers to it.
      .for('update'),
  )
  if (!person || !mayAnywhere(person.role, 'clock:use')) throw forbidden()
}

/**
 * Starts the viewer's session at a time that has passed. Throws 409 for a time before the end of their last session:
 * nobody's sessions overlap, so the last one to start is also the last one to end.
 */
async function startOffline(ctx: Context, said: string) {
  const at = recentTime(ctx, said)
  const present = ctx.now.toISOString()
  const { id } = ctx.viewer
  const [last] = await ctx.db
    .select()
    .from(clockSessions)
    .where(eq(clockSessions.userId, id))
    .orderBy(desc(clockSessions.startTime), sql`${clockSessions.endTime} desc nulls first`)
    .limit(1)
  if (last && last.endTime === null) throw alreadyClockedIn()
  if (last?.endTime && at < last.endTime && at < present) {
    const span = formatSpan(last.startTime, last.endTime, ctx.reader)
    const message = msg('This is before the end of your last session: {span}. Ask a manager to correct your hours.', {
      span,
    })
    throw conflict('before_last_end', message)
  }
  // The last session may end after now by a moment: another server's clock may have set its end.
  const startTime = last?.endTime && at < last.endTime ? last.endTime : at
  await noteChangedHours(ctx, id, startTime)
  return startSession(ctx, { startTime, startedOffline: true })
}

/** Throws 400 for a stated time at a kiosk: it always has a network, and a PIN does not prove past hours. */
export function mustBeNow({ kiosk }: Context, body: { at?: string | undefined } | undefined) {
  if (kiosk && body?.at !== undefined)
    throw invalid('at', msg('At a kiosk, people clock in and out at the current time only'))
}

/** `deviceTime`, with words about hours. */
export const recentTime = (ctx: Context, at: string) =>
  deviceTime(
    ctx,
    at,
    msg(
      '{hours, plural, one {This was more than # hour ago.} other {This was more than # hours ago.}} Ask a manager to correct your hours.',
      { hours: OFFLINE_HOURS },
    ),
  )
