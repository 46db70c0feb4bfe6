import { and, eq, getTableColumns, getTableName, inArray, is, SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '../../shared/permissions.ts'
import type { Audience, BusMessage } from '../db/bus.ts'
import { auditLogs } from '../db/tables/audit-log.ts'
import { users } from '../db/tables/people.ts'
import { type Audited, audienceOf, auditConfigOf, joined, type People } from './audit-config.ts'
import { inTransaction, type OpenContext } from './context.ts'
import { type LogLimit, takeToken } from './rate-limits.ts'

/**
 * The only way to change a visible row: it writes the row and its audit entry in the caller's transaction, and puts the
 * change into the outbox, for those who could see the row before or can see it now.
 */

type Row = Record<string, unknown>

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

/** Inserts many rows: the rows in one statement, their audit entries in another, one batch of changes. */
export async function insertMany<T extends Audited>(
  ctx: OpenContext,
  table: T,
  values: T['$inferInsert'][],
  verb = 'create',
): Promise<T['$inferSelect'][]> {
  if (values.length === 0) return []
  const at = ctx.now.toISOString()
  const stamps = 'updatedAt' in table ? { createdAt: at, updatedAt: at } : { createdAt: at }
  const rows = await ctx.db
    .insert(table as PgTable)
    .values(values.map((each) => ({ ...stamps, ...each })) as never)
    .returning()
  await record(
    ctx,
    table,
    verb,
    rows.map((after) => ({ before: null, after })),
  )
  return rows as T['$inferSelect'][]
}

/**
 * Changes a row that was read, and locked, in this transaction. Values that are what they were count for nothing; when
 * nothing is left to change, nothing is written. `updatedAt` always moves on (decisions, section 6).
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
  const [row] = await ctx.db
    .update(table as PgTable)
    .set({ ...Object.fromEntries(changed), ...stamp } as never)
    .where(eq(getTableColumns(table as PgTable).id as never, before.id))
    .returning()
  if (!row) throw new Error(`Nothing was updated in ${getTableName(table)}`)
  await record(ctx, table, verb, [{ before, after: row }])
  return row as T['$inferSelect']
}

/**
 * Changes many rows that were read, and locked, in this transaction: the rows in one statement, their audit entries in
 * another, one batch of changes. A value may be SQL over the row; rows of which no plain value differs are left alone.
 */
export async function updateMany<T extends Audited>(
  ctx: OpenContext,
  table: T,
  befores: T['$inferSelect'][],
  values: { [K in keyof T['$inferInsert']]?: T['$inferInsert'][K] | SQL },
  verb = 'update',
): Promise<T['$inferSelect'][]> {
  const plain = Object.entries(values).filter(([, value]) => value !== undefined && !is(value, SQL))
  const touched = befores.filter((before) => plain.some(([name, value]) => !same(value, (before as Row)[name])))
  if (touched.length === 0) return []
  const { id, updatedAt } = getTableColumns(table as PgTable) as Record<string, PgColumn>
  const stamp = updatedAt && {
    updatedAt: sql`greatest(${ctx.now.toISOString()}::timestamptz, ${updatedAt} + interval '1 millisecond')`,
  }
  const rows = await ctx.db
    .update(table as PgTable)
    .set({ ...values, ...stamp } as never)
    .where(sql`${id} = any(${sql.param(touched.map((row) => row.id))})`)
    .returning()
  const afters = new Map(rows.map((row) => [row.id, row]))
  const pairs = touched.map((before): Pair => ({ before, after: afters.get(before.id) as Row }))
  await record(ctx, table, verb, pairs)
  return rows as T['$inferSelect'][]
}

/** Rows of one statement, and of one batch in memory: it stays far below the statement's time limit. */
const BATCH = 1_000

/**
 * Does the same to every row that meets a condition, however many: a batch at a time, in the order of their ids, within the
 * caller's transaction. What is held of all of them are the ids. Screens are told once.
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
  const batches = { ...ctx, outbox: [] as BusMessage[] }
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = sql`${id} = any(${sql.param(ids.slice(from, from + BATCH))})`
    const befores = await ctx.db
      .select()
      .from(table as PgTable)
      .where(and(batch, condition))
      .orderBy(id)
      .for('update')
    await updateMany(batches, table, befores as T['$inferSelect'][], values)
  }
  ctx.outbox.push(...(ids.length > BATCH ? asOne(ctx, table, batches.outbox) : batches.outbox))
}

/** Changes of many batches as one change that names no row. */
export function asOne(ctx: OpenContext, table: Audited, messages: BusMessage[]): BusMessage[] {
  const { resource } = auditConfigOf(table)
  const changes = messages.filter((message) => message.type === 'change')
  const own = changes.filter(({ change }) => change.resource === resource)
  if (own.length === 0) return changes
  const audience = joined(own.map((message) => message.audience))
  const others = changes.filter(({ change }) => change.resource !== resource)
  return [{ type: 'change', change: { resource, id: null }, audience, tab: ctx.origin.tab }, ...others]
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

/** Logs and announces what has happened to a row without changing it: what of it stands in other tables. */
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
  ctx.outbox.push({ type: 'change', change, audience, tab: ctx.origin.tab })
  await audit(ctx, { action: `${type}.${verb}`, resourceType: type, resourceId: String(row.id), details })
}

interface Entry {
  action: string
  resourceType: string
  resourceId: string | null
  userId?: string | null | undefined
  details?: object | undefined
}

/** Writes audit entries: of a row's change, or of what belongs to none, such as signing in. */
export async function audit(ctx: OpenContext, ...entries: Entry[]) {
  if (entries.length === 0) return
  const { ipAddress, userAgent } = ctx.origin
  const by = ctx.viewer?.id ?? null
  const rows = entries.map((entry) => ({
    user_id: 'userId' in entry ? entry.userId : by,
    ...{
      action: entry.action,
      resource_type: entry.resourceType,
      resource_id: entry.resourceId,
      details: entry.details,
    },
  }))
  // As one value, however many there are: a statement takes 65,535 at most.
  await ctx.db.execute(sql`
    insert into ${auditLogs} (user_id, action, resource_type, resource_id, details, ip_address, user_agent, created_at)
    select user_id, action, resource_type, resource_id, details, ${ipAddress}::varchar, ${userAgent}::text,
      ${ctx.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as entry (user_id uuid, action varchar, resource_type varchar, resource_id varchar, details jsonb)`)
  announceEntries(ctx)
}

/**
 * Writes an entry about what changes no row, unless there have been many of its kind lately: those are counted, and the next
 * that is written says how many there were. `subject` is whose count it is.
 */
export async function auditLimited(ctx: OpenContext, kind: LogLimit, subject: string, entry: Entry) {
  const { isTaken, missed } = await takeToken(ctx.db, ctx.now, subject, kind)
  if (!isTaken) return
  await audit(ctx, missed === 0 ? entry : { ...entry, details: { ...entry.details, unlogged: missed } })
}

/**
 * Writes to the audit log beside the request's own work, in a transaction of its own: of what is refused or only read. Where
 * that fails, as on a full disk, the request goes on as if it had not.
 */
export async function auditApart(ctx: OpenContext, work: (within: OpenContext) => Promise<void>) {
  try {
    await inTransaction(ctx, work)
  } catch (error) {
    ctx.services.log.warn({ err: error }, 'An entry of the audit log could not be written')
  }
}

/** Tells those who read the audit log, once for each transaction; also the page that did it, which cannot know. */
function announceEntries({ outbox }: OpenContext) {
  if (outbox.some((message) => message.type === 'change' && message.change.resource === 'audit-log')) return
  const audience: Audience = { fromRole: 'admin', departments: [], users: [] }
  outbox.push({ type: 'change', change: { resource: 'audit-log', id: null }, audience, tab: null })
}

type Pair = { before: Row; after: Row | null } | { before: null; after: Row }

/** Beyond this many changes at once, screens are told of one change to many. */
const MOST_ANNOUNCED = 20

async function record(ctx: OpenContext, table: Audited, verb: string, pairs: Pair[]) {
  const { resource, type, unlogged } = auditConfigOf(table)
  const rowsOf = ({ before, after }: Pair) => [before, after].filter((row) => row !== null)
  const people = await peopleOf(ctx, table, pairs.flatMap(rowsOf))
  const idOf = ({ before, after }: Pair) => (after ?? before)?.id as number | string
  const audienceOfPair = (pair: Pair) => joined(rowsOf(pair).map((row) => audienceOf(table, row as never, people)))
  const announced =
    pairs.length > MOST_ANNOUNCED
      ? [{ id: null, audience: joined(pairs.map(audienceOfPair)) }]
      : pairs.map((pair) => ({ id: idOf(pair), audience: audienceOfPair(pair) }))
  for (const { id, audience } of announced) {
    ctx.outbox.push({ type: 'change', change: { resource, id }, audience, tab: ctx.origin.tab })
  }
  await audit(
    ctx,
    ...pairs.map((pair) => ({
      action: `${type}.${verb}`,
      resourceType: type,
      resourceId: String(idOf(pair)),
      details: difference(pair.before, pair.after, unlogged as readonly string[]),
    })),
  )
}

/** Those on whose role and department it depends who may hear of these rows; of the viewer they are known. */
async function peopleOf({ db, viewer }: OpenContext, table: Audited, rows: Row[]): Promise<People> {
  const { people } = auditConfigOf(table)
  const ids = new Set(people ? rows.flatMap((row) => people(row as never)) : [])
  const known: Actor[] = viewer && ids.delete(viewer.id) ? [viewer] : []
  if (ids.size > 0) {
    const found = db.select({ id: users.id, role: users.role, departmentId: users.departmentId }).from(users)
    known.push(...(await found.where(inArray(users.id, [...ids]))))
  }
  return new Map(known.map((person) => [person.id, person]))
}

/** What changed from what to what, without the columns that are not logged. */
function difference(before: Row | null, after: Row | null, unlogged: readonly string[]) {
  const names = Object.keys(after ?? before ?? {}).filter(
    (name) => !unlogged.includes(name) && !same(before?.[name] ?? null, after?.[name] ?? null),
  )
  const pick = (row: Row | null) => row && Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

const laterThan = (before: string, now: Date) => new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
