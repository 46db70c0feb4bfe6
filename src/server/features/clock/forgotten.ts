import { desc, eq, sql } from 'drizzle-orm'
import type { clockApi } from '../../../shared/clock.ts'
import { type ClockSession, isSettled } from '../../../shared/clock-session.ts'
import { isOnDuty } from '../../../shared/duty.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { durationOf } from '../../../shared/worked-time.ts'
import { conflict, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { noteChangedHours } from '../../core/hours/changed.ts'
import { deliverAfterRunningBreak, lockRunningSession } from '../../core/people/clock-out.ts'
import { update } from '../../core/write/write.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'
import { notClockedIn } from './clocking.ts'
import { sessionWithNames } from './sessions.ts'

type SessionRow = typeof clockSessions.$inferSelect

/**
 * Puts the viewer on duty again after `DUTY_HOURS`: they have not forgotten to clock out. Before that it changes
 * nothing. Throws 409 when the viewer is not on the clock.
 */
export async function stillHere(ctx: Context): Promise<ClockSession> {
  const session = await lockRunningSession(ctx, ctx.viewer.id)
  if (!session) throw notClockedIn()
  if (!isOnDuty(session, ctx.now.getTime()))
    await update(ctx, clockSessions, session, { confirmedAt: ctx.now.toISOString() }, 'confirm')
  return sessionWithNames(ctx, session.id)
}

/**
 * The viewer's session without a statement of when it really ended; null if there is none. It is the running one if it
 * has lasted for more than `DUTY_HOURS` and was not confirmed. Otherwise it is the last one that has ended, within
 * `SETTLED_DAYS`, if somebody else has ended it and nobody has corrected it since.
 */
export async function readForgotten(ctx: Context): Promise<ClockSession | null> {
  const session = await forgottenSession(ctx)
  return session ? sessionWithNames(ctx, session.id) : null
}

/**
 * Ends the viewer's forgotten session at the time at which the shift has ended, or corrects the end that somebody else
 * has set. A manager is to confirm it. Throws 409 `not_forgotten` for any other session, 400 for an end outside of the
 * session.
 */
export async function stateEnd(ctx: Context, { body }: Input<typeof clockApi.endStated>): Promise<ClockSession> {
  // As corrections do, so that neither happens meanwhile.
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, ctx.viewer.id)).for('no key update')
  const session = await forgottenSession(ctx)
  if (session?.id !== body.id) {
    const message = msg(
      'You can only enter the end of a shift if you forgot to clock out. Ask a manager to correct your hours.',
    )
    throw conflict('not_forgotten', message)
  }
  const { endTime } = body
  const now = ctx.now.toISOString()
  if (endTime > now) throw invalid('endTime', msg('Must not be in the future'))
  if (endTime <= session.startTime) throw invalid('endTime', msg('Must be after the start'))
  if (session.endTime !== null && endTime > session.endTime)
    throw invalid('endTime', msg('Must not be after the recorded end. Ask a manager to correct your hours.'))
  if (session.endTime === null) await deliverAfterRunningBreak(ctx, session)
  const ended = { endTime, status: 'completed', duration: durationOf({ ...session, endTime }) } as const
  await update(ctx, clockSessions, session, { ...ended, endStatedAt: now }, 'state-end')
  await noteChangedHours(ctx, session.userId, session.startTime)
  return sessionWithNames(ctx, session.id)
}

/** The viewer's session whose end they may state, as `readForgotten` says. */
export async function forgottenSession(ctx: Context): Promise<SessionRow | undefined> {
  const [latest, earlier] = await runPrepared(
    ctx.db
      .select()
      .from(clockSessions)
      .where(eq(clockSessions.userId, ctx.viewer.id))
      .orderBy(desc(clockSessions.startTime), sql`${clockSessions.endTime} desc nulls first`)
      .limit(2),
  )
  if (latest?.endTime === null && !isOnDuty(latest, ctx.now.getTime())) return latest
  const ended = latest?.endTime === null ? earlier : latest
  if (!ended?.endTime || ended.endStatedAt !== null) return undefined
  if (isSettled(ended, ctx.now.getTime())) return undefined
  const last = ctx.db
    .select({ isOthers: sql<boolean>`${auditLogs.userId} is distinct from ${ctx.viewer.id}::uuid and ${wasRunning}` })
    .from(auditLogs)
    .where(sql`${auditLogs.resourceType} = 'clock-session' and ${auditLogs.resourceId} = ${String(ended.id)}
      and ${auditLogs.action} not like 'clock-session.break%'`)
    .orderBy(desc(auditLogs.id))
    .limit(1)
  const [entry] = await runPrepared(last)
  return entry?.isOthers ? ended : undefined
}

/** Whether an entry is about the end of a running session. */
const wasRunning = sql`(${auditLogs.action} in ('clock-session.correct', 'clock-session.stop')
  and ${auditLogs.details} -> 'before' ->> 'endTime' is null and ${auditLogs.details} -> 'after' ->> 'endTime' is not null)`
