import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { MIN_PERSONAL_INTERVAL_MINUTES } from '../../../shared/reminders.ts'
import { nextOccurrence } from '../../../shared/time/recurrence.ts'
import type { OpenContext } from '../../core/context.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { updateMany } from '../../core/write/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { notifyOfReminders } from '../notifications/of-reminders.ts'
import { repeatsTooFast } from './limits.ts'

type Row = typeof reminders.$inferSelect

/** Reminders that fire in one transaction. */
const BATCH_SIZE = 200
const MINUTE_MS = 60_000

/**
 * Fires the reminders that are due; returns how many. A reminder's notifications, the time at which it was triggered
 * and its next time are written in one transaction, so that a crash at any moment leaves all of them or none. Several
 * servers share the work.
 */
export const fireDue = (ctx: OpenContext, paused?: PausedRows): Promise<number> =>
  workThrough(
    ctx,
    {
      ...{ name: 'reminder', table: reminders, id: reminders.id, time: reminders.nextRun },
      ...{ isDue: isDue(ctx.now), batchSize: BATCH_SIZE, work: fireReminders },
    },
    paused,
  )

const isDue = (now: Date) => and(eq(reminders.isActive, true), lte(reminders.nextRun, now.toISOString()))

/** Fires the reminders among `ids` that are due, within the caller's transaction; returns how many. */
export async function fireReminders(ctx: OpenContext, ids: number[]) {
  const due = await ctx.db
    .select()
    .from(reminders)
    .where(and(inArray(reminders.id, ids), isDue(ctx.now)))
    .orderBy(asc(reminders.nextRun), asc(reminders.id))
    .for('update', { skipLocked: true })
  if (due.length === 0) return 0
  await notifyOfReminders(ctx, due)
  const next = new Map(due.map((reminder) => [reminder.id, nextRunOf(ctx, reminder)]))
  await updateMany(ctx, reminders, due, { lastTriggered: ctx.now.toISOString(), ...afterFiring(next) }, 'fire')
  return due.length
}

/** The next time by the rule, after now: times that were missed fire once, not each. Null when the reminder is over. */
function nextRunOf({ services, now }: OpenContext, reminder: Row) {
  const { id, cronRule } = reminder
  if (cronRule === null) return null
  try {
    return nextOccurrence(cronRule, earliestAfter(now, reminder), services.config.timeZone)?.toISOString() ?? null
  } catch (error) {
    services.log.error(
      { err: error, reminder: id },
      'The rule of a reminder cannot be read. The reminder is switched off; give it a new rule.',
    )
    return null
  }
}

/** The earliest next time. Old personal reminders may repeat too fast: they wait for the shortest gap. */
function earliestAfter(now: Date, reminder: Row) {
  if (!repeatsTooFast(reminder)) return now
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(minute + MIN_PERSONAL_INTERVAL_MINUTES * MINUTE_MS - 1)
}

/** The columns after firing, as SQL with each row's next time. A reminder without one keeps its time and is over. */
function afterFiring(next: Map<number, string | null>): { nextRun: SQL<string>; isActive: SQL<boolean> } {
  const times = sql`(${JSON.stringify(Object.fromEntries(next))}::jsonb ->> ${reminders.id}::text)::timestamptz`
  return { nextRun: sql`coalesce(${times}, ${reminders.nextRun})`, isActive: sql`${times} is not null` }
}
