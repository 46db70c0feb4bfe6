import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AuditFilter } from '../../../shared/audit-log.ts'
import { instant } from '../../../shared/fields.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { users } from '../../db/tables/users.ts'

/** An entry of the log, with the name of the person who did it. */
export interface EntryRow {
  id: number
  action: string
  resource_type: string
  resource_id: string | null
  details: unknown
  ip_address: string | null
  user_agent: string | null
  /** In ISO 8601: connections read times so. */
  created_at: string
  user_id: string | null
  first_name: string
  last_name: string
}

export interface Paging {
  limit: number
  after?: string | undefined
}

/**
 * The newest entries that match the filter, and the cursor of the next page; null after the last. Each filter has an
 * index, so that the size of the log does not matter. `shown` is one more condition, on the entries of one subject.
 * Throws 400 for a cursor that is none, and for a resource id without its type.
 */
export async function entriesOf(ctx: Context, filter: AuditFilter, { limit, after }: Paging, shown: SQL = sql`true`) {
  const position = after === undefined ? undefined : parseCursor(after)
  const inOrder = filter.resourceId === undefined ? sql`created_at desc, id desc` : sql`id desc`
  const parts =
    filter.resourceId === undefined
      ? (await partsOf(ctx, filter)).map((range) => rangeOf(range, filter, position))
      : [rangeOfSubject(filter, position, shown)]
  if (parts.length === 0) return { rows: [], next: null }
  const selects = parts.map(
    ({ conditions, order }) =>
      sql`(select * from ${auditLogs} where ${allOf([sql`true`, ...conditions])} order by ${order} limit ${limit + 1})`,
  )
  const found = await read<EntryRow>(
    ctx,
    sql`select entry.*, ${users.firstName}, ${users.lastName}
      from (select * from (${sql.join(selects, sql` union all `)}) as merged order by ${inOrder} limit ${limit + 1}) as entry
      left join ${users} on ${users.id} = entry.user_id
      order by ${sql.raw(filter.resourceId === undefined ? 'entry.created_at desc, entry.id desc' : 'entry.id desc')}`,
    false,
  )
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? cursorAfter(last) : null }
}

/** The first columns of an index, each with the value that it must have. */
type IndexRange = { column: SQL; value: SQL }[]

/**
 * The filter as parts that exclude each other. Each part is a range of one index, in order. An action names its
 * resource type (`task.update`), so a type is looked up by all its actions. That saves an index on a table that every
 * write adds to.
 */
async function partsOf(ctx: Context, { userId, action, resourceType }: AuditFilter): Promise<IndexRange[]> {
  const byPerson = userId ? [{ column: sql`${auditLogs.userId}`, value: sql`${userId}::uuid` }] : []
  const byAction = (name: string) => [...byPerson, { column: sql`${auditLogs.action}`, value: sql`${name}::varchar` }]
  if (action !== undefined) {
    return resourceType === undefined || resourceTypeOf(action) === resourceType ? [byAction(action)] : []
  }
  if (resourceType === undefined) return [byPerson]
  const known = await knownActions(ctx)
  return known.filter((name) => resourceTypeOf(name) === resourceType).map(byAction)
}

/**
 * A part in order. The conditions compare whole rows instead of saying that a column is equal: only the part's own
 * index has this order. With equality the planner prefers to read the log by time and to throw away other rows: the
 * whole log, if a person has never done that action.
 */
function rangeOf(range: IndexRange, { from, to }: AuditFilter, position: CursorPosition | undefined) {
  const columns = range.map(({ column }) => column)
  const values = range.map(({ value }) => value)
  const bound = (operator: SQL, more: IndexRange) =>
    sql`(${sql.join([...columns, ...more.map(({ column }) => column)], sql`, `)}) ${operator} (${sql.join([...values, ...more.map(({ value }) => value)], sql`, `)})`
  const atTime = (time: string) => ({ column: sql`${auditLogs.createdAt}`, value: sql`${time}::timestamptz` })
  const conditions: SQL[] = []
  if (from) conditions.push(bound(sql`>=`, [atTime(from)]))
  else if (range.length > 0) conditions.push(bound(sql`>=`, []))
  if (position) {
    const id = { column: sql`${auditLogs.id}`, value: sql`${position.id}::bigint` }
    conditions.push(bound(sql`<`, [atTime(position.time), id]))
  } else if (to) conditions.push(bound(sql`<`, [atTime(to)]))
  else if (range.length > 0) conditions.push(bound(sql`<=`, []))
  const order = [...columns, sql`${auditLogs.createdAt}`, sql`${auditLogs.id}`].map((column) => sql`${column} desc`)
  return { conditions, order: sql.join(order, sql`, `) }
}

/** The entries of one subject. They are never many, so that the other filters need no index. */
function rangeOfSubject(
  { resourceType, resourceId, userId, action, from, to }: AuditFilter,
  position: CursorPosition | undefined,
  shown: SQL,
) {
  if (resourceType === undefined) throw invalid('resourceId', msg('Name the resource type as well'))
  const subject = sql`(${auditLogs.resourceType}, ${auditLogs.resourceId})`
  const value = sql`(${resourceType}::varchar, ${resourceId}::varchar)`
  const conditions = [sql`${subject} >= ${value}`, sql`${subject} <= ${value}`, shown]
  if (userId) conditions.push(sql`${auditLogs.userId} = ${userId}`)
  if (action !== undefined) conditions.push(sql`${auditLogs.action} = ${action}`)
  if (from) conditions.push(sql`${auditLogs.createdAt} >= ${from}::timestamptz`)
  if (to) conditions.push(sql`${auditLogs.createdAt} < ${to}::timestamptz`)
  if (position) conditions.push(sql`${auditLogs.id} < ${position.id}::bigint`)
  return { conditions, order: sql`${auditLogs.resourceType}, ${auditLogs.resourceId}, ${auditLogs.id} desc` }
}

export const resourceTypeOf = (action: string) => action.split('.')[0]

/** The actions in the log. The statement jumps in the index from action to action, over all entries between. */
export async function knownActions(ctx: Pick<Context, 'now' | 'services'>): Promise<string[]> {
  const rows = await read<{ action: string }>(
    ctx,
    sql`with recursive known as (
        (select action from audit_logs order by action limit 1)
        union all
        select (select action from audit_logs where action > known.action order by action limit 1)
        from known where known.action is not null
      )
      select action from known where action is not null`,
    true,
  )
  return rows.map(({ action }) => action)
}

const Cursor = z.tuple([instant, z.int().check(z.positive())])

const cursorAfter = (row: EntryRow) => Buffer.from(JSON.stringify([row.created_at, row.id])).toString('base64url')

interface CursorPosition {
  time: string
  id: number
}

/** The position that a cursor names. Throws 400 for anything else. */
function parseCursor(text: string): CursorPosition {
  const cursor = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!cursor.success) throw invalid('after', msg('Must be the cursor of the page before'))
  const [time, id] = cursor.data
  return { time, id }
}

/** The value of a JSON text; undefined when the text is no JSON. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
