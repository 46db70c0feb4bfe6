import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { CLOCK_SKEW_MINUTES, type ClockSession, type clockApi, OFFLINE_HOURS } from '../../../shared/clock.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { formatSpan, startOfDay } from '../../../shared/time.ts'
import { conflict, forbidden, invalid, violates } from '../../base/errors.ts'
import { endRunningSession } from '../../core/clock-out.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write.ts'
import { clockSessions, ONE_ACTIVE } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/people.ts'
import { sessionsTouching, sessionsWhere, sessionWithNames } from './sessions.ts'

const usesTheClock = ({ viewer }: Context) => mayAnywhere(viewer.role, 'clock:use')

/** One's running session; null for those who have none, and for guests. */
export async function readActive(ctx: Context): Promise<ClockSession | null> {
  if (!usesTheClock(ctx)) return null
  const own = sql`${clockSessions.userId} = ${ctx.viewer.id} and ${clockSessions.endTime} is null`
  return (await sessionsWhere(ctx, own))[0] ?? null
}

/** One's sessions that touch today, newest first; none for guests. */
export async function readToday(ctx: Context): Promise<ClockSession[]> {
  if (!usesTheClock(ctx)) return []
  const { timeZone } = ctx.services.config
  const [from, to] = [0, 1].map((days) => startOfDay(ctx.now.getTime(), timeZone, days)) as [number, number]
  return sessionsTouching(ctx, ctx.viewer.id, from, to)
}

/** Clocks in; 409 when the viewer is on the clock already, which the database's index decides. */
export async function clockIn(ctx: Context, { body }: Input<typeof clockApi.start>): Promise<ClockSession> {
  await lockOneself(ctx)
  const { id } = await (body?.at === undefined ? startSession(ctx) : startOffline(ctx, body.at))
  return sessionWithNames(ctx, id)
}

/** Clocks out; 409 when the viewer is not on the clock. */
export async function clockOut(ctx: Context, { body }: Input<typeof clockApi.stop>): Promise<ClockSession> {
  if (body?.at !== undefined) mustBeBelieved(ctx, body.at)
  const session = await endRunningSession(ctx, ctx.viewer.id, body?.at)
  if (!session) throw conflict('not_clocked_in', 'You are not clocked in')
  return sessionWithNames(ctx, session.id)
}

/** Begins the viewer's session, of the department they are in now. */
export async function startSession(ctx: Context, times: { startTime?: string; startedOffline?: boolean } = {}) {
  const { id: userId, departmentId } = ctx.viewer
  try {
    return await insert(ctx, clockSessions, { userId, departmentId, startTime: ctx.now.toISOString(), ...times })
  } catch (error) {
    if (violates(error, ONE_ACTIVE)) throw alreadyIn()
    throw error
  }
}

const alreadyIn = () => conflict('already_clocked_in', 'You are already clocked in')

/**
 * Locks the viewer, so that neither a correction of their hours nor another beginning comes between; 403 for who has lost the
 * right to clock out meanwhile, and would stay on the clock for ever.
 */
async function lockOneself({ db, viewer }: Context) {
  const [person] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, viewer.id), eq(users.isActive, true), isNull(users.deletedAt)))
    // The strongest lock: sessions that are being inserted refer to this row.
    .for('update')
  if (!person || !mayAnywhere(person.role, 'clock:use')) throw forbidden()
}

/**
 * Begins the viewer's session at a time that has passed, which must not lie within another: as nobody's overlap, the last is also
 * the last to end.
 */
async function startOffline(ctx: Context, at: string) {
  mustBeBelieved(ctx, at)
  const { id } = ctx.viewer
  const [last] = await ctx.db
    .select()
    .from(clockSessions)
    .where(eq(clockSessions.userId, id))
    .orderBy(desc(clockSessions.startTime), sql`${clockSessions.endTime} desc nulls first`)
    .limit(1)
  if (last && last.endTime === null) throw alreadyIn()
  if (last?.endTime && at < last.endTime) {
    const span = formatSpan(last.startTime, last.endTime, ctx.services.config.timeZone)
    const words = `This lies before the end of your last session: ${span}. Ask a manager to correct your hours.`
    throw conflict('before_last_end', words)
  }
  const present = ctx.now.toISOString()
  const start = at > present ? present : at
  // What ended a moment ago may have done so by another server's clock.
  const startTime = last?.endTime && start < last.endTime ? last.endTime : start
  return startSession(ctx, { startTime, startedOffline: true })
}

/** 400 for a time too long ago, or further ahead than a device's clock may be. */
function mustBeBelieved({ now }: Context, at: string) {
  const minutes = (now.getTime() - Date.parse(at)) / 60_000
  if (minutes > OFFLINE_HOURS * 60) {
    throw invalid('at', `This was more than ${OFFLINE_HOURS} hours ago. Ask a manager to correct your hours.`)
  }
  if (minutes < -CLOCK_SKEW_MINUTES) throw invalid('at', 'Must not be in the future')
}
