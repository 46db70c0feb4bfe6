import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { PAID_MINUTES } from '../../../shared/paid-minutes.ts'
import { formatDay, formatTime } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { durationOf } from '../../../shared/worked-time.ts'
import { conflict } from '../../base/errors.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { handovers } from '../../db/tables/handovers.ts'
import { users } from '../../db/tables/users.ts'
import type { Context, OpenContext } from '../context.ts'
import { noteChangedHours } from '../hours/changed.ts'
import { deliverAfterBreak } from '../notify/after-break.ts'
import { update } from '../write/write.ts'

/** A person's running session, locked; undefined without one. */
export async function lockRunningSession({ db }: Pick<OpenContext, 'db'>, userId: string) {
  const [session] = await db
    .select()
    .from(clockSessions)
    .where(and(eq(clockSessions.userId, userId), isNull(clockSessions.endTime)))
    .for('update')
  return session
}

/**
 * Lets the devices of people who are also told off duty ring for notifications that were held during their break. A
 * caller that ends a running session does this first: the database ends the break with the session.
 */
export async function deliverAfterRunningBreak(
  ctx: OpenContext,
  session: Pick<typeof clockSessions.$inferSelect, 'id' | 'userId' | 'startTime'>,
) {
  const [running] = await ctx.db
    .select({ startTime: breaks.startTime })
    .from(breaks)
    .where(and(eq(breaks.sessionId, session.id), isNull(breaks.endTime)))
  if (running) await deliverAfterBreak(ctx, session, running.startTime)
}

/**
 * Ends a person's running session, if there is one, and with it the break that they are on: the database does that. The
 * person clocks out, or an administrator closes the account or takes the permission away. It is in `core` because two
 * features need it.
 *
 * @param at when the session ended, if the person clocked out on a device that could not reach the server; by default
 *   now
 * @returns the ended session, or null. Throws 409 if `at` lies before the start of the session.
 */
export async function endRunningSession(ctx: OpenContext, userId: string, at?: string) {
  const session = await lockRunningSession(ctx, userId)
  if (!session) return null
  if (at !== undefined && at < session.startTime) throw beforeStart(ctx, session)
  const now = ctx.now.toISOString()
  const end = at === undefined || at > now ? now : at
  // The session may have started on a server whose clock is ahead.
  const endTime = end < session.startTime ? session.startTime : end
  const ended = { endTime, status: 'completed', duration: durationOf({ ...session, endTime }) } as const
  await deliverAfterRunningBreak(ctx, session)
  await noteChangedHours(ctx, userId, session.startTime)
  return update(ctx, clockSessions, session, at === undefined ? ended : { ...ended, endedOffline: true }, 'stop')
}

/**
 * Moves the end of the viewer's last session to a time within `PAID_MINUTES` after it, because they have worked on:
 * they have written a handover. It does so once for each clock-out, never for an end that somebody has corrected or
 * stated, and never into the next session. To be called before the handover is written.
 */
export async function workedUntil(ctx: Context, at: string): Promise<void> {
  if (!(await lastEndBefore(ctx, at))) return
  // As corrections and clock-ins do, so that neither happens meanwhile.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, ctx.viewer.id)).for('no key update')
  const session = await lastEndBefore(ctx, at)
  if (!session?.endTime) return
  const [written] = await ctx.db
    .select({ id: handovers.id })
    .from(handovers)
    .where(and(eq(handovers.giverId, ctx.viewer.id), sql`${handovers.createdAt} >= ${session.endTime}`))
    .limit(1)
  if (written) return
  await update(
    ctx,
    clockSessions,
    session,
    { endTime: at, duration: durationOf({ ...session, endTime: at }) },
    'extend',
  )
  await noteChangedHours(ctx, session.userId, session.endTime)
}

/** The viewer's session that ended within `PAID_MINUTES` before a time, if its end may move there. */
async function lastEndBefore({ db, viewer }: Context, at: string) {
  const [latest, earlier] = await db
    .select()
    .from(clockSessions)
    .where(eq(clockSessions.userId, viewer.id))
    .orderBy(desc(clockSessions.startTime), sql`${clockSessions.endTime} desc nulls first`)
    .limit(2)
  // Somebody who has clocked in again may send an older draft.
  const isBack = latest !== undefined && latest.startTime >= at
  const session = isBack ? earlier : latest
  if (!session?.endTime || session.endStatedAt !== null) return undefined
  // A correction during the shift says nothing about its end.
  if (session.correctedAt !== null && session.correctedAt >= session.endTime) return undefined
  const minutes = (Date.parse(at) - Date.parse(session.endTime)) / 60_000
  return minutes > 0 && minutes <= PAID_MINUTES ? session : undefined
}

/** 409: a time before the session. */
export function beforeStart({ reader }: OpenContext, { startTime }: { startTime: string }) {
  const since = `${formatDay(startTime, reader)}, ${formatTime(startTime, reader)}`
  return conflict(
    'before_start',
    msg('This is before you clocked in: {since}. Ask a manager to correct your hours.', { since }),
  )
}
