import { and, eq, isNull } from 'drizzle-orm'
import { durationOf } from '../../shared/clock.ts'
import { formatDay, formatTime } from '../../shared/time.ts'
import { conflict } from '../base/errors.ts'
import { clockSessions } from '../db/tables/clock.ts'
import type { OpenContext } from './context.ts'
import { update } from './write.ts'

/**
 * Ends somebody's running session, if there is one, as of now: for who clocks out, and for whoever closes an account or takes
 * away the right to clock out. It stands here because the features of both need it. With `told` it ended then, as the person's
 * device says that was out of reach.
 */
export async function endRunningSession(ctx: OpenContext, userId: string, at?: string) {
  const [session] = await ctx.db
    .select()
    .from(clockSessions)
    .where(and(eq(clockSessions.userId, userId), isNull(clockSessions.endTime)))
    .for('update')
  if (!session) return null
  if (at !== undefined && at < session.startTime) throw beforeStart(ctx, session)
  const present = ctx.now.toISOString()
  const end = at === undefined || at > present ? present : at
  // Another server's clock may have been ahead.
  const endTime = end < session.startTime ? session.startTime : end
  const ended = { endTime, status: 'completed', duration: durationOf({ ...session, endTime }) } as const
  return update(ctx, clockSessions, session, at === undefined ? ended : { ...ended, endedOffline: true }, 'stop')
}

function beforeStart({ services }: OpenContext, { startTime }: { startTime: string }) {
  const { timeZone } = services.config
  const since = `${formatDay(startTime, timeZone)}, ${formatTime(startTime, timeZone)}`
  return conflict('before_start', `This lies before you clocked in: ${since}. Ask a manager to correct your hours.`)
}
