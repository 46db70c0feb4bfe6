import { sql } from 'drizzle-orm'
import { DUTY_HOURS, dutyEnds } from '../../../shared/duty.ts'
import type { OpenContext } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { offeredSince, offerWorkOf } from '../../core/handovers/hand-over.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { handovers } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { notifyEach } from '../notifications/notify.ts'

/** Each session has a transaction of its own: it is a handover of its own. */
const BATCH_SIZE = 1

/**
 * Offers the work of people whose session has passed `DUTY_HOURS` to people on duty: they have forgotten to clock out.
 * Once for each session. Several servers share the work. Returns the number of sessions with an offer.
 */
export const offerForgotten = (ctx: OpenContext, paused?: PausedRows): Promise<number> =>
  workThrough(
    ctx,
    {
      ...{ name: 'clock session', table: clockSessions, id: clockSessions.id, time: clockSessions.startTime },
      ...{ isDue: leavesWork(ctx), batchSize: BATCH_SIZE, work: offer },
    },
    paused,
  )

/** Running for too long, with something in progress that was so before, and nothing offered yet. */
function leavesWork({ now }: OpenContext) {
  const { userId, startTime, endTime, confirmedAt } = clockSessions
  const hours = sql.raw(`interval '${DUTY_HOURS} hours'`)
  const dutyEnd = sql`greatest(${startTime}, ${confirmedAt}) + ${hours}`
  return sql`${endTime} is null and ${dutyEnd} <= ${now.toISOString()}
    and exists (
      select from ${tasks} where ${active} and ${tasks.assigneeId} = ${userId} and ${tasks.status} = 'in_progress'
        and ${tasks.updatedAt} <= ${dutyEnd}
    )
    and not exists (select from ${handovers} where ${offeredSince(sql`${userId}`, sql`${startTime}`)})`
}

async function offer(ctx: OpenContext, [id]: number[]) {
  const [session] = await ctx.db
    .select()
    .from(clockSessions)
    .where(sql`${clockSessions.id} = ${id} and ${leavesWork(ctx)}`)
    .for('update', { skipLocked: true })
  if (!session) return 0
  const notices = await offerWorkOf(ctx, session, new Date(dutyEnds(session)).toISOString())
  await notifyEach(ctx, notices)
  return 1
}
