import { and, eq, isNull } from 'drizzle-orm'
import { durationOf } from '../../shared/clock.ts'
import { formatDay, formatTime } from '../../shared/formats.ts'
import { msg } from '../../shared/message.ts'
import { conflict } from '../base/errors.ts'
import { clockSessions } from '../db/tables/clock.ts'
import type { OpenContext } from './context.ts'
import { update } from './write.ts'

/**
 * Ends a person's running session, if there is one. The person clocks out, or an administrator closes the account or takes the
 * permission away. It is in `core` because two features need it.
 *
 * @param at when the session ended, if the person clocked out on a device that could not reach the server; by default now
 * @returns the ended session, or null. Throws 409 if `at` lies before the start of the session.
 */
export async function endRunningSession(ctx: OpenContext, userId: string, at?: string) {
  const [session] = await ctx.db
    .select()
    .from(clockSessions)
    .where(and(eq(clockSessions.userId, userId), isNull(clockSessions.endTime)))
    .for('update')
  if (!session) return null
  if (at !== undefined && at < session.startTime) throw beforeStart(ctx, session)
  const now = ctx.now.toISOString()
  const end = at === undefined || at > now ? now : at
  // The session may have started on a server whose clock is ahead.
  const endTime = end < session.startTime ? session.startTime : end
  const ended = { endTime, status: 'completed', duration: durationOf({ ...session, endTime }) } as const
  return update(ctx, clockSessions, session, at === undefined ? ended : { ...ended, endedOffline: true }, 'stop')
}

function beforeStart({ reader }: OpenContext, { startTime }: { startTime: string }) {
  const since = `${formatDay(startTime, reader)}, ${formatTime(startTime, reader)}`
  return conflict(
    'before_start',
    msg('This lies before you clocked in: {since}. Ask a manager to correct your hours.', { since }),
  )
}
