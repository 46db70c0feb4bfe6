import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { nextOccurrence } from '../../../shared/recurrence.ts'
import { MIN_PERSONAL_INTERVAL_MINUTES } from '../../../shared/reminders.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { updateMany } from '../../core/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { notifyOfReminders } from '../notifications.ts'
import { repeatsTooFast } from './rows.ts'

type Row = typeof reminders.$inferSelect

const MOST_AT_ONCE = 200
const MINUTE = 60_000
const REST_AFTER_FAILING = 60_000

/** Reminders that could not be fired, and until when they are left alone; each server keeps its own. */
export type Resting = Map<number, number>

/**
 * Fires what is due: a notification for each recipient, when it was triggered, and when it is next, in one transaction, so
 * that a kill at any moment leaves all of it or nothing. Several servers share the work: a row that one holds the others
 * leave out. Gives how many it fired.
 */
export async function fireDue(ctx: OpenContext, resting: Resting = new Map()): Promise<number> {
  for (const [id, until] of resting) {
    const left = until - ctx.now.getTime()
    // Longer than it was meant to rest: the clock was put back.
    if (left <= 0 || left > REST_AFTER_FAILING) resting.delete(id)
  }
  let fired = 0
  let last: Pick<Row, 'id' | 'nextRun'> | undefined
  for (;;) {
    const due = await dueAfter(ctx, last, [...resting.keys()])
    if (due.length > 0) fired += await fireTogether(ctx, due, resting)
    last = due.at(-1)
    if (due.length < MOST_AT_ONCE) return fired
  }
}

const isDue = (now: Date) => and(eq(reminders.isActive, true), lte(reminders.nextRun, now.toISOString()))

/** The next to fire, in order of their time. */
const dueAfter = ({ db, now }: OpenContext, last: Pick<Row, 'id' | 'nextRun'> | undefined, left: number[]) =>
  db
    .select({ id: reminders.id, nextRun: reminders.nextRun })
    .from(reminders)
    .where(
      and(
        isDue(now),
        last && sql`(${reminders.nextRun}, ${reminders.id}) > (${last.nextRun}::timestamptz, ${last.id}::int)`,
        left.length > 0 ? sql`${reminders.id} <> all(${sql.param(left)}::int[])` : undefined,
      ),
    )
    .orderBy(asc(reminders.nextRun), asc(reminders.id))
    .limit(MOST_AT_ONCE)

/** All in one transaction; where that fails, each in its own, so that the one at fault stops no other. */
async function fireTogether(ctx: OpenContext, due: Pick<Row, 'id'>[], resting: Resting) {
  const ids = due.map(({ id }) => id)
  const fire = (which: number[]) => inTransaction(ctx, (within) => fireReminders(within, which))
  try {
    return await fire(ids)
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'Reminders could not be fired together; each is fired by itself')
  }
  let fired = 0
  for (const id of ids) {
    await ctx.db.execute(sql`select 1`) // A database that is away ends this tick.
    await fire([id]).then(
      (count) => {
        fired += count
      },
      (error) => {
        ctx.services.log.error({ err: error, reminder: id }, 'A reminder could not be fired; it is tried again')
        resting.set(id, ctx.now.getTime() + REST_AFTER_FAILING)
      },
    )
  }
  return fired
}

/** Fires those of the reminders that are due, within the caller's transaction. */
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

/** By its rule after now, so that what was missed meanwhile fires once; null when it is over. */
function nextRunOf({ services, now }: OpenContext, reminder: Row) {
  const { id, cronRule } = reminder
  if (cronRule === null) return null
  try {
    return nextOccurrence(cronRule, earliestAfter(now, reminder), services.config.timeZone)?.toISOString() ?? null
  } catch (error) {
    services.log.error({ err: error, reminder: id }, 'A reminder has a rule that cannot be read; it fires no more')
    return null
  }
}

/** A rule that is too fast for a personal reminder, as there are from before, rests for a while after this minute. */
function earliestAfter(now: Date, reminder: Row) {
  if (!repeatsTooFast(reminder)) return now
  const minute = Math.floor(now.getTime() / MINUTE) * MINUTE
  return new Date(minute + MIN_PERSONAL_INTERVAL_MINUTES * MINUTE - 1)
}

/** Each row's own next time; a reminder without one keeps its time and is over. */
function afterFiring(next: Map<number, string | null>): { nextRun: SQL<string>; isActive: SQL<boolean> } {
  const times = sql`(${JSON.stringify(Object.fromEntries(next))}::jsonb ->> ${reminders.id}::text)::timestamptz`
  return { nextRun: sql`coalesce(${times}, ${reminders.nextRun})`, isActive: sql`${times} is not null` }
}
