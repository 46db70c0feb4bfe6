import { and, eq, isNull } from 'drizzle-orm'
import { durationOf } from '../shared/clock.ts'
import type { OpenContext } from './context.ts'
import { clockSessions } from './db/tables/clock.ts'
import { update } from './write.ts'

/**
 * Ends somebody's running session, if there is one, as of now: for who clocks out, and for whoever closes an account or takes
 * away the right to clock out. It stands here because the features of both need it.
 */
export async function endRunningSession(ctx: OpenContext, userId: string) {
  const [session] = await ctx.db
    .select()
    .from(clockSessions)
    .where(and(eq(clockSessions.userId, userId), isNull(clockSessions.endTime)))
    .for('update')
  if (!session) return null
  // Another server's clock may have been ahead.
  const endTime = [session.startTime, ctx.now.toISOString()].sort().at(-1) as string
  const ended = { endTime, status: 'completed', duration: durationOf({ ...session, endTime }) } as const
  return update(ctx, clockSessions, session, ended, 'stop')
}
