import { and, eq, getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { NewEvent } from '../../db/events/events.ts'
import { insertRows, updateRow } from '../../db/rows.ts'
import type { OpenContext } from '../context.ts'
import { joined, present } from './audiences.ts'
import { audit } from './audit.ts'
import { type Audited, audienceOf, auditConfigOf } from './audit-config.ts'
import { type Pair, peopleOf, type Row, record, same } from './record.ts'

/**
 * The only way to change a visible row. It writes the row in the caller's transaction and puts the audit entry and the
 * event into the outbox, which is written at the end of the same transaction. Everybody who could see the row before,
 * or can see it now, receives the event.
 */

/** Inserts a row; its `createdAt` and `updatedAt` are the request's time unless given. */
export async function insert<T extends Audited>(
  ctx: OpenContext,
  table: T,
  values: T['$inferInsert'],
  verb = 'create',
): Promise<T['$inferSelect']> {
  const [row] = await insertMany(ctx, table, [values], verb)
  if (!row) throw new Error(`Nothing was inserted into ${getTableName(table)}`)
  return row
}

/**
 * Inserts many rows: the rows in one statement, their audit entries in another, one batch of changes.
 *
 * @param unlessThere leaves out rows that a unique index knows already, instead of throwing; returns the others
 */
export async function insertMany<T extends Audited>(
  ctx: OpenContext,
  table: T,
  values: T['$inferInsert'][],
  verb = 'create',
  unlessThere = false,
): Promise<T['$inferSelect'][]> {
  if (values.length === 0) return []
  const at = ctx.now.toISOString()
  const stamps = 'updatedAt' in table ? { createdAt: at, updatedAt: at } : { createdAt: at }
  const rows = await insertRows(ctx.db, table as PgTable, values as Row[], { defaults: stamps, unlessThere })
  if (rows.length === 0) return []
  await record(
    ctx,
    table,
    verb,
    rows.map((after) => ({ before: null, after })),
  )
  return rows as T['$inferSelect'][]
}

/**
 * Changes a row that was read, and locked, in this transaction. Unchanged values count for nothing; without changed
 * ones nothing is written. `updatedAt` always moves on, even if the clock does not: it is the version of the row, by
 * which a change of an older version is recognised.
 */
export async function update<T extends Audited>(
  ctx: OpenContext,
  table: T,
  before: T['$inferSelect'],
  values: Partial<T['$inferInsert']>,
  verb = 'update',
): Promise<T['$inferSelect']> {
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !same(value, (before as Row)[name]),
  )
  if (changed.length === 0) return before
  const stamp = 'updatedAt' in before ? { updatedAt: laterThan(before.updatedAt, ctx.now) } : {}
  const row = await updateRow(ctx.db, table as PgTable, before.id, { ...Object.fromEntries(changed), ...stamp })
  if (!row) throw new Error(`Nothing was updated in ${getTableName(table)}`)
  await record(ctx, table, verb, [{ before, after: row }])
  return row as T['$inferSelect']
}

/**
 * Changes a row together with rows that are parts of it, which the caller has written: one entry in the log, one event,
 * and a new version of the row, even if no column of its own changes.
 *
 * @param parts what they were and what they are, as the log has them
 */
export async function updateWithParts<T extends Audited>(
  ctx: OpenContext,
  table: T,
  before: T['$inferSelect'],
  values: Partial<T['$inferInsert']>,
  parts: { before: object; after: object },
  verb: string,
): Promise<T['$inferSelect']> {
  const stamp = 'updatedAt' in before ? { updatedAt: laterThan(before.updatedAt, ctx.now) } : {}
  const row = await updateRow(ctx.db, table as PgTable, before.id, { ...values, ...stamp })
  if (!row) throw new Error(`Nothing was updated in ${getTableName(table)}`)
  await record(ctx, table, verb, [{ before: { ...before, ...parts.before }, after: { ...row, ...parts.after } }])
  return row as T['$inferSelect']
}

/**
 * Changes many rows that were read and locked in this transaction: the rows in one statement, their audit entries in
 * another, one batch of changes. A value may be SQL over the row. Rows without a changed plain value are left alone,
 * unless all values are SQL.
 *
 * @param join a table that the values read, and the condition that joins its rows
 */
export async function updateMany<T extends Audited>(
  ctx: OpenContext,
  table: T,
  befores: T['$inferSelect'][],
  values: { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL },
  verb = 'update',
  join?: { from: SQL; on: SQL },
): Promise<T['$inferSelect'][]> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const plain = given.filter(([, value]) => !is(value, SQL))
  const isAllSql = given.length > 0 && plain.length === 0
  const differs = (before: Row) => plain.some(([name, value]) => !same(value, before[name]))
  const touched = isAllSql ? befores : befores.filter(differs)
  if (touched.length === 0) return []
  const columns = getTableColumns(table as PgTable) as Record<string, PgColumn>
  const { id, updatedAt } = columns
  const stamp = updatedAt && {
    updatedAt: sql`greatest(${ctx.now.toISOString()}::timestamptz, ${updatedAt} + interval '1 millisecond')`,
  }
  const statement = ctx.db.update(table as PgTable).set({ ...values, ...stamp } as never)
  const condition = and(sql`${id} = any(${sql.param(touched.map((row) => row.id))})`, join?.on)
  const rows: Row[] = await (join
    ? statement.from(join.from).where(condition).returning(columns)
    : statement.where(condition).returning())
  const afters = new Map(rows.map((row) => [row.id, row]))
  const pairs = touched.map((before): Pair => ({ before, after: afters.get(before.id) as Row }))
  await record(ctx, table, verb, pairs)
  return rows as T['$inferSelect'][]
}

/** Rows of one statement, and of one batch in memory: it stays far below the statement's time limit. */
const BATCH = 1_000

/**
 * Does the same to every row that meets a condition, however many: a batch at a time, in the order of their ids, within
 * the caller's transaction. Memory holds only the ids. Screens are told once.
 */
export async function updateWhere<T extends Audited>(
  ctx: OpenContext,
  table: T,
  condition: SQL | undefined,
  values: Parameters<typeof updateMany<T>>[3],
): Promise<void> {
  const { id } = getTableColumns(table as PgTable) as unknown as { id: PgColumn }
  // As one value: a row for each would take ten times the memory.
  const [found] = await ctx.db
    .select({ ids: sql<T['$inferSelect']['id'][] | null>`array_agg(${id} order by ${id})` })
    .from(table as PgTable)
    .where(condition)
  const ids = found?.ids ?? []
  const before = ctx.outbox.take()
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = sql`${id} = any(${sql.param(ids.slice(from, from + BATCH))})`
    const befores = await ctx.db
      .select()
      .from(table as PgTable)
      .where(and(batch, condition))
      .orderBy(id)
      .for('update')
    await updateMany(ctx, table, befores as T['$inferSelect'][], values)
  }
  const events = ctx.outbox.take()
  ctx.outbox.push(...before, ...(ids.length > BATCH ? asOne(ctx, table, events) : events))
}

/** Changes of many batches as one change that names no row. */
function asOne(ctx: OpenContext, table: Audited, events: NewEvent[]): NewEvent[] {
  const { resource } = auditConfigOf(table)
  const isOwn = (event: NewEvent) => event.type === 'change' && event.change.resource === resource
  const own = events.filter(isOwn).flatMap((event) => (event.type === 'change' ? [event] : []))
  const [first] = own
  if (!first) return events
  const audience = joined(own.flatMap(({ audience, audienceBefore }) => present([audience, audienceBefore])))
  const all: NewEvent = {
    type: 'change',
    change: { resource, id: null },
    verb: first.verb,
    audience,
    tab: ctx.origin.tab,
  }
  return [all, ...events.filter((event) => !isOwn(event))]
}

/** Takes a row out of every list; where the table has `deletedAt` it stays, for records and for restoring. */
export async function remove<T extends Audited>(ctx: OpenContext, table: T, before: T['$inferSelect']): Promise<void> {
  if ('deletedAt' in before) {
    await update(
      ctx,
      table,
      before,
      { deletedAt: ctx.now.toISOString() } as unknown as Partial<T['$inferInsert']>,
      'delete',
    )
    return
  }
  await ctx.db.delete(table as PgTable).where(eq(getTableColumns(table as PgTable).id as never, before.id))
  await record(ctx, table, 'delete', [{ before, after: null }])
}

/** Deletes many rows that this transaction has read and locked, in one statement. For tables without `deletedAt`. */
export async function removeMany<T extends Audited>(
  ctx: OpenContext,
  table: T,
  befores: T['$inferSelect'][],
): Promise<void> {
  if (befores.length === 0) return
  const { id } = getTableColumns(table as PgTable) as unknown as { id: PgColumn }
  const ids = befores.map((row) => row.id)
  await ctx.db.delete(table as PgTable).where(sql`${id} = any(${sql.param(ids)})`)
  const pairs = befores.map((before): Pair => ({ before, after: null }))
  await record(ctx, table, 'delete', pairs)
}

/** Logs and announces that something about a row has changed in another table. */
export async function note<T extends Audited>(
  ctx: OpenContext,
  table: T,
  row: T['$inferSelect'],
  verb: string,
  details: object,
) {
  const { resource, type } = auditConfigOf(table)
  const change = { resource, id: row.id }
  const audience = audienceOf(table, row, await peopleOf(ctx, table, [row]))
  ctx.outbox.push({ type: 'change', change, verb, audience, tab: ctx.origin.tab })
  await audit(ctx, { action: `${type}.${verb}`, resourceType: type, resourceId: String(row.id), details })
}

export const laterThan = (before: string, now: Date) =>
  new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
