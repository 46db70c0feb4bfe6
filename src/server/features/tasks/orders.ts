import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { id, instant } from '../../../shared/fields.ts'
import { type TaskSort, taskSorts } from '../../../shared/task-query.ts'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import { shownAs, shownStatusSql, stored } from '../../core/counts/task-counts.ts'
import { fixed } from '../../db/connect/connect.ts'
import { priorityWeight, tasks } from '../../db/tables/tasks.ts'

/** The orders in which tasks can be listed, and the position in such an order at which a page begins. */

export interface Sorting {
  sort: TaskSort
  order: 'asc' | 'desc'
}

/** A part of a sorted list. An index has each part in order; the parts exclude each other and are merged. */
export interface OrderPart {
  condition: SQL
  /** The sort key, which precedes the id. It is never null, so that a cursor can stand at any value. */
  key: SQL
  /** The key's value, if all tasks of the part have the same: then the ids alone are its order. */
  constant?: string | number
  /** The join that the key needs. */
  join?: SQL
  /** For a constant key: the column that the index has before the ids. */
  lead?: SQL
  /** Whether the part is read person by person, by name: an index has each person's tasks in order. */
  byAssignee?: true
}

const statusWeights: Record<Status, number> = { pending: 1, in_progress: 2, completed: 3, overdue: 4 }
const statusWeight = (status: SQL) =>
  sql`case ${status} when 'pending' then 1 when 'in_progress' then 2 when 'completed' then 3 else 4 end`
const columnKeys = {
  dueDate: fixed(sql`${tasks.dueOrNever}`),
  title: fixed(sql`${tasks.foldedTitle}`),
  priority: fixed(priorityWeight(tasks.priority)),
}
const createdAt = fixed(sql`${tasks.createdAt}`)
/** The sort key of tasks without an assignee: it comes after every name. */
const NO_ASSIGNEE = '\u{10ffff}'

const anyStatus = [sql`true`]
const byStoredStatus = statuses.map((status) => stored[status])
const unassigned = {
  key: sql`${NO_ASSIGNEE}::text collate "C"`,
  constant: NO_ASSIGNEE,
  lead: fixed(sql`${tasks.assigneeId}`),
}
const assigneeName = sql`sorted.folded_name`
const assigneeNameOrLast = {
  key: sql`coalesce(${assigneeName}, ${unassigned.key})`,
  join: sql`left join users sorted on sorted.id = ${tasks.assigneeId}`,
}

/**
 * The parts of a list in this order that shows one status, or all. `narrow` says that the filters leave few tasks:
 * sorting those is quicker than reading each part from its index.
 */
export function orderParts(sort: TaskSort, status: Status | undefined, now: Date, narrow: boolean): OrderPart[] {
  const conditions = status ? shownAs(status, now) : anyStatus
  switch (sort) {
    case 'createdAt':
      return (status ? conditions : byStoredStatus).map((condition) => ({ condition, key: createdAt }))
    case 'status':
      if (narrow && !status) return [{ condition: sql`true`, key: statusWeight(shownStatusSql(now)) }]
      return (status ? [status] : statuses).flatMap((name) => {
        const constant = statusWeights[name]
        return shownAs(name, now).map((condition) => ({ condition, key: sql`${constant}::int`, constant }))
      })
    case 'assignee':
      if (narrow) return conditions.map((condition) => ({ condition, ...assigneeNameOrLast }))
      return conditions.flatMap((condition) => [
        { condition, key: assigneeName, byAssignee: true },
        { condition: sql`${condition} and ${tasks.assigneeId} is null`, ...unassigned },
      ])
    default:
      return conditions.map((condition) => ({ condition, key: columnKeys[sort] }))
  }
}

const textKey = z.string().check(z.refine((text) => !text.includes('\0')))
const timeKey = z.union([z.literal('infinity'), instant])
const weightKey = z.int().check(z.minimum(1), z.maximum(4))
const keySchemas: Record<TaskSort, z.ZodMiniType<string | number>> = {
  createdAt: timeKey,
  dueDate: timeKey,
  title: textKey,
  priority: weightKey,
  status: weightKey,
  assignee: textKey,
}
const keyTypes: Record<TaskSort, SQL> = {
  createdAt: sql`timestamptz`,
  dueDate: sql`timestamptz`,
  title: sql`text collate "C"`,
  priority: sql`int`,
  status: sql`int`,
  assignee: sql`text collate "C"`,
}
const Cursor = z.tuple([z.enum(taskSorts), z.enum(['asc', 'desc']), z.union([z.string(), z.number()]), id])

/** The task after which a page begins: its sort key and its id. */
export interface CursorPosition {
  key: string | number
  id: number
}

/** The cursor after a row, with which the client asks for the next page. */
export const cursorAfter = ({ sort, order }: Sorting, { key, id }: CursorPosition) =>
  Buffer.from(JSON.stringify([sort, order, key, id])).toString('base64url')

/** The position that a cursor names. Throws 400 for anything that is not a cursor of this sorting. */
export function parseCursor(text: string, sorting: Sorting): CursorPosition {
  try {
    const [sort, order, key, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (sort !== sorting.sort || order !== sorting.order) throw new Error('The cursor is of another sorting')
    return { key: keySchemas[sort].parse(key), id }
  } catch {
    throw invalid('after', msg('Must be the cursor of the page before'))
  }
}

/** The condition for the tasks of a part that come after a position. */
export function isAfter({ sort, order }: Sorting, part: OrderPart, position: CursorPosition): SQL {
  const operator = sql.raw(order === 'asc' ? '>' : '<')
  if (part.constant === undefined) {
    const key = sql`${position.key}::${keyTypes[sort]}`
    // The second condition implies the first. PostgreSQL needs the first for a key from another table: it can look up a
    // single column there, but not a pair of columns from two tables.
    return sql`${part.key} ${operator}= ${key} and (${part.key}, ${tasks.id}) ${operator} (${key}, ${position.id}::int)`
  }
  const difference = compare(part.constant, position.key) * (order === 'asc' ? 1 : -1)
  if (difference === 0) return sql`${tasks.id} ${operator} ${position.id}::int`
  return difference > 0 ? sql`true` : sql`false`
}

/** Compares as PostgreSQL does: numbers, and texts in the collation "C". */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? Math.sign(a - Number(b)) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

/** Less than every id, and more: the second is one more than an integer can be. */
const [BEFORE_ALL_IDS, AFTER_ALL_IDS] = [sql.raw('0::bigint'), sql.raw('2147483648::bigint')]

/**
 * The SQL to read tasks person by person: `people` are the people in the order of their names, as `sorted`; `condition`
 * and `order` give the tasks of each. The condition compares whole rows: if it said that the assignee is equal, the
 * planner would read the tasks in the order of all ids and pick out that person's.
 */
export function byAssigneeInOrder({ order }: Sorting, position: CursorPosition | undefined) {
  const [direction, after, before] = order === 'asc' ? ['asc', '>', '<'].map(sql.raw) : ['desc', '<', '>'].map(sql.raw)
  const [first, last] = order === 'asc' ? [BEFORE_ALL_IDS, AFTER_ALL_IDS] : [AFTER_ALL_IDS, BEFORE_ALL_IDS]
  const key = position && sql`${position.key}::text collate "C"`
  const from = position
    ? sql`case when sorted.folded_name = ${key} then ${position.id}::bigint else ${first} end`
    : first
  const row = fixed(sql`(${tasks.assigneeId}, ${tasks.id})`)
  return {
    people: sql`(select id, folded_name from users
      where ${position ? sql`folded_name ${after}= ${key}` : sql`true`} order by folded_name ${direction}) as sorted`,
    condition: sql`${row} ${after} (sorted.id, ${from}) and ${row} ${before} (sorted.id, ${last})`,
    order: sql`${tasks.assigneeId} ${direction}, ${tasks.id} ${direction}`,
  }
}
