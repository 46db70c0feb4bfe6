import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isDatabaseAway } from '../../base/errors.ts'
import { takeTurn } from '../../db/settings.ts'
import { inTransaction, type OpenContext } from '../context.ts'

/**
 * Runs the scheduler's work on rows that are due. Every server works through them in batches, and skips rows that
 * another server has locked. A row that fails rests for a minute and holds up no other.
 */

/** How long a row that failed is left alone. */
const RETRY_AFTER_MS = 60_000

/** All rows due at one moment are to be done within so many milliseconds, with time left for a slow batch. */
const DONE_WITHIN_MS = 4_400
/** The scheduler looks each second. A later row has waited for a server, and is spread as if it were due now. */
const LATE_AT_MOST_MS = 1_000
/** So few rows are not spread: they are done in half a second. */
const FEW = 500
/** The shortest rest after a batch, in parts of the time that it took: people get at least half of the time. */
const LEAST_REST = 1

/** Names this server among those that share the work. */
const SERVER = randomUUID()
/** Longer than a batch takes, with its rest. */
const TURN_SECONDS = 3

/** Ids of rows that failed, with the time in milliseconds until which this server leaves them alone. */
export type PausedRows = Map<number, number>

interface DueWork {
  /** The log's name for such a row. */
  name: string
  table: PgTable
  id: PgColumn
  /** When its time has come. */
  time: PgColumn
  isDue: SQL | undefined
  /** Rows of one transaction. */
  batchSize: number
  /**
   * Thousands may be due at the same moment. Then one server works on them, spread over `DONE_WITHIN_MS`, so that
   * people's requests find a processor free.
   */
  leavesRoom?: true
  /** Works on the rows among `ids` that are still due, in the caller's transaction. Returns how much it has done. */
  work(ctx: OpenContext, ids: number[]): Promise<number>
}

interface Due {
  id: number
  time: string
}

/** Works on all due rows, earliest first; returns how much was done. A row that fails is added to `paused`. */
export async function workThrough(ctx: OpenContext, work: DueWork, paused: PausedRows = new Map()): Promise<number> {
  for (const [id, until] of paused) {
    const left = until - ctx.now.getTime()
    // It has longer left than it was paused for: the clock was put back.
    if (left <= 0 || left > RETRY_AFTER_MS) paused.delete(id)
  }
  let done = 0
  let last: Due | undefined
  let pace: Pace | undefined
  for (;;) {
    const due = await dueAfter(ctx, work, last, [...paused.keys()])
    const isLast = due.length < work.batchSize
    if (work.leavesRoom && !isLast && !(await takeTurn(ctx.db, work.name, SERVER, TURN_SECONDS))) return done
    if (work.leavesRoom && !isLast) pace ??= paceFor(await countDue(ctx, work), work.batchSize, latenessOf(ctx, due[0]))
    const begun = performance.now()
    const ofBatch = due.length > 0 ? await workOnBatch(ctx, work, due, paused) : 0
    done += ofBatch
    last = due.at(-1)
    if (isLast) return done
    if (!pace) continue
    if (ofBatch === 0) return done
    await rest(pace(performance.now() - begun))
  }
}

/** Says for how many milliseconds to rest after a batch that took so many. */
type Pace = (took: number) => number

/** Spreads so many rows, which are late by so many milliseconds, evenly over the time that they have. */
function paceFor(count: number, batchSize: number, late: number): Pace {
  if (count <= FEW) return (took) => took * LEAST_REST
  const end = performance.now() + DONE_WITHIN_MS - late
  let batches = Math.ceil(count / batchSize)
  return (took) => {
    batches = Math.max(1, batches - 1)
    return Math.max(took * LEAST_REST, (end - performance.now()) / batches - took)
  }
}

/** For how many milliseconds the first of the rows has been due, when the scheduler has looked. */
function latenessOf({ now }: OpenContext, first: Due | undefined): number {
  const late = first ? now.getTime() - Date.parse(first.time) : 0
  return late <= LATE_AT_MOST_MS ? late : 0
}

async function countDue({ db }: OpenContext, { table, isDue }: DueWork): Promise<number> {
  const [found] = await db.select({ count: sql<number>`count(*)::int` }).from(table).where(isDue)
  return found?.count ?? 0
}

/** The next batch of rows that are due, in the order of their time, without those in `pausedIds`. */
const dueAfter = ({ db }: OpenContext, work: DueWork, last: Due | undefined, pausedIds: number[]): Promise<Due[]> =>
  db
    .select({ id: sql<number>`${work.id}`, time: sql<string>`${work.time}` })
    .from(work.table)
    .where(
      and(
        work.isDue,
        last && sql`(${work.time}, ${work.id}) > (${last.time}::timestamptz, ${last.id}::int)`,
        pausedIds.length > 0 ? sql`${work.id} <> all(${sql.param(pausedIds)}::int[])` : undefined,
      ),
    )
    .orderBy(work.time, work.id)
    .limit(work.batchSize)

/**
 * Works on a batch in one transaction. If that fails, each row gets its own, so that the one at fault holds up no
 * other. No row is at fault when the database is away: that ends the run.
 */
async function workOnBatch(ctx: OpenContext, { name, work }: DueWork, due: Due[], paused: PausedRows) {
  const ids = due.map(({ id }) => id)
  const workOn = (some: number[]) => inTransaction(ctx, (tx) => work(tx, some))
  try {
    return await workOn(ids)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    ctx.services.log.warn(
      { err: error, rows: name },
      'The work on several rows failed in one transaction. Each gets its own now.',
    )
  }
  let done = 0
  for (const id of ids) {
    await workOn([id]).then(
      (count) => {
        done += count
      },
      (error) => {
        if (isDatabaseAway(error)) throw error
        ctx.services.log.error(
          { err: error, [name]: id },
          `The work on a ${name} failed. It is tried again in a minute.`,
        )
        paused.set(id, ctx.now.getTime() + RETRY_AFTER_MS)
      },
    )
  }
  return done
}
