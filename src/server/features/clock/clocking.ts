import { sql } from 'drizzle-orm'
import type { ClockSession } from '../../../shared/clock.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { startOfDay } from '../../../shared/time.ts'
import { endRunningSession } from '../../clock-out.ts'
import type { Context } from '../../context.ts'
import { clockSessions, ONE_ACTIVE } from '../../db/tables/clock.ts'
import { conflict, violates } from '../../errors.ts'
import { insert } from '../../write.ts'
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
export async function clockIn(ctx: Context): Promise<ClockSession> {
  return sessionWithNames(ctx, (await startSession(ctx)).id)
}

/** Clocks out; 409 when the viewer is not on the clock. */
export async function clockOut(ctx: Context): Promise<ClockSession> {
  const session = await endRunningSession(ctx, ctx.viewer.id)
  if (!session) throw conflict('not_clocked_in', 'You are not clocked in')
  return sessionWithNames(ctx, session.id)
}

/** Begins the viewer's session, of the department they are in now. */
export async function startSession(ctx: Context) {
  const { id: userId, departmentId } = ctx.viewer
  try {
    return await insert(ctx, clockSessions, { userId, departmentId, startTime: ctx.now.toISOString() })
  } catch (error) {
    if (violates(error, ONE_ACTIVE)) throw conflict('already_clocked_in', 'You are already clocked in')
    throw error
  }
}
