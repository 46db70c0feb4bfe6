import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { nextOccurrence } from '../../../shared/recurrence.ts'
import { MIN_PERSONAL_INTERVAL_MINUTES } from '../../../shared/reminders.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { updateMany } from '../../core/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { notifyOfReminders } from '../notifications.ts'
import { repeatsTooFast } from './limits.ts'

type Row = typeof reminders.$inferSelect

/** Reminders that fire in one transaction. */
const BATCH_SIZE = 200
const MINUTE_MS = 60_000
/** How long a reminder that could not be fired is left alone. */
const RETRY_AFTER_MS = 60_000

/** Ids of reminders that could not be fired, with the time in milliseconds until which this server leaves them alone. */
export type PausedReminders = Map<number, number>

/**
 * Fires the reminders that are due; returns how many. A reminder's notifications, the time at which it was triggered and its
 * next time are written in one transaction, so that a crash at any moment leaves all of them or none. Several servers share
 * the work: each skips the rows that another has locked. A reminder that cannot be fired is added to `paused`.
 */
export async function fireDue(ctx: OpenContext, paused: PausedReminders = new Map()): Promise<number> {
  for (const [id, until] of paused) {
    const left = until - ctx.now.getTime()
    // It has longer left than it was paused for: the clock was put back.
    if (left <= 0 || left > RETRY_AFTER_MS) paused.delete(id)
  }
  let fired = 0
  let last: Pick<Row, 'id' | 'nextRun'> | undefined
  for (;;) {
    const due = await dueAfter(ctx, last, [...paused.keys()])
    if (due.length > 0) fired += await fireBatch(ctx, due, paused)
    last = due.at(-1)
    if (due.length < BATCH_SIZE) return fired
  }
}

const isDue = (now: Date) => and(eq(reminders.isActive, true), lte(reminders.nextRun, now.toISOString()))

/** The next batch of reminders that are due, in the order of their time, without those in `pausedIds`. */
const dueAfter = ({ db, now }: OpenContext, last: Pick<Row, 'id' | 'nextRun'> | undefined, pausedIds: number[]) =>
  db
    .select({ id: reminders.id, nextRun: reminders.nextRun })
    .from(reminders)
    .where(
      and(
        isDue(now),
        last && sql`(${reminders.nextRun}, ${reminders.id}) > (${last.nextRun}::timestamptz, ${last.id}::int)`,
        pausedIds.length > 0 ? sql`${reminders.id} <> all(${sql.param(pausedIds)}::int[])` : undefined,
      ),
    )
    .orderBy(asc(reminders.nextRun), asc(reminders.id))
    .limit(BATCH_SIZE)

/** Fires a batch in one transaction. If that fails, each gets its own, so that the one at fault holds up no other. */
async function fireBatch(ctx: OpenContext, due: Pick<Row, 'id'>[], paused: PausedReminders) {
  const ids = due.map(({ id }) => id)
  const fire = (some: number[]) => inTransaction(ctx, (tx) => fireReminders(tx, some))
  try {
    return await fire(ids)
  } catch (error) {
    ctx.services.log.warn(
      { err: error },
      'Several reminders could not be fired in one transaction. Each is fired in its own now.',
    )
  }
  let fired = 0
  for (const id of ids) {
    await ctx.db.execute(sql`select 1`) // If the database does not answer, this throws and ends the run.
    await fire([id]).then(
      (count) => {
        fired += count
      },
      (error) => {
        ctx.services.log.error(
          { err: error, reminder: id },
          'A reminder could not be fired. It is tried again in a minute.',
        )
        paused.set(id, ctx.now.getTime() + RETRY_AFTER_MS)
      },
    )
  }
  return fired
}

/** Fires those of these reminders that are due, within the caller's transaction; returns how many. */
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

/** The earliest next time. A personal reminder from before the limit may repeat too fast: it waits for the shortest gap. */
function earliestAfter(now: Date, reminder: Row) {
  if (!repeatsTooFast(reminder)) return now
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return new Date(minute + MIN_PERSONAL_INTERVAL_MINUTES * MINUTE_MS - 1)
}

/** The columns after firing, as SQL with each row's own next time. A reminder without one keeps its time and is over. */
function afterFiring(next: Map<number, string | null>): { nextRun: SQL<string>; isActive: SQL<boolean> } {
  const times = sql`(${JSON.stringify(Object.fromEntries(next))}::jsonb ->> ${reminders.id}::text)::timestamptz`
  return { nextRun: sql`coalesce(${times}, ${reminders.nextRun})`, isActive: sql`${times} is not null` }
}
