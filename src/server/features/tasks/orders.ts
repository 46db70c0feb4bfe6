import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { id, instant } from '../../../shared/fields.ts'
import { type Status, statuses, type TaskSort, taskSorts } from '../../../shared/tasks.ts'
import { invalid } from '../../base/errors.ts'
import { shownAs, shownStatus, stored } from '../../core/task-counts.ts'
import { fixed } from '../../db/connect.ts'
import { priorityWeight, tasks } from '../../db/tables/tasks.ts'

/** In what orders tasks can be listed, and where in such an order a page begins. */

export interface Sorting {
  sort: TaskSort
  order: 'asc' | 'desc'
}

/** A part of a sorted list that an index of its own has in order; the parts exclude each other and are merged. */
export interface OrderPart {
  condition: SQL
  /** What it is sorted by, before the id: never null, so that a cursor can stand at any value. */
  key: SQL
  /** The key, where it is the same for the whole part: then the ids alone are its order. */
  constant?: string | number
  /** What the key needs beside the task. */
  join?: SQL
  /** What an index has in order before the ids, where the key is the same for the whole part. */
  lead?: SQL
  /** Whether it is read person by person, in the order of their names: each has their own tasks in order. */
  byAssignee?: true
}

/** The order of the statuses (specification, section 4). */
const weights: Record<Status, number> = { pending: 1, in_progress: 2, completed: 3, overdue: 4 }
const weightOf = (status: SQL) =>
  sql`case ${status} when 'pending' then 1 when 'in_progress' then 2 when 'completed' then 3 else 4 end`
const plainKeys = {
  dueDate: fixed(sql`${tasks.dueOrNever}`),
  title: fixed(sql`${tasks.foldedTitle}`),
  priority: fixed(priorityWeight(tasks.priority)),
}
const createdAt = fixed(sql`${tasks.createdAt}`)
/** After every name: where those without an assignee stand. */
const NOBODY = '\u{10ffff}'

const anyStatus = [sql`true`]
const byStoredStatus = statuses.map((status) => stored[status])
const ofNobody = { key: sql`${NOBODY}::text collate "C"`, constant: NOBODY, lead: fixed(sql`${tasks.assigneeId}`) }
const assigneesName = sql`sorted.folded_name`
const assigneesNameOrNobody = {
  key: sql`coalesce(${assigneesName}, ${ofNobody.key})`,
  join: sql`left join users sorted on sorted.id = ${tasks.assigneeId}`,
}

/**
 * The parts of a list that is sorted like this and shows one status, or all. One whose filters leave few tasks is rather
 * sorted than looked up once a part.
 */
export function partsOf(sort: TaskSort, status: Status | undefined, now: Date, narrow: boolean): OrderPart[] {
  const conditions = status ? shownAs(status, now) : anyStatus
  switch (sort) {
    case 'createdAt':
      return (status ? conditions : byStoredStatus).map((condition) => ({ condition, key: createdAt }))
    case 'status':
      if (narrow && !status) return [{ condition: sql`true`, key: weightOf(shownStatus(now)) }]
      return (status ? [status] : statuses).flatMap((each) => {
        const constant = weights[each]
        return shownAs(each, now).map((condition) => ({ condition, key: sql`${constant}::int`, constant }))
      })
    case 'assignee':
      if (narrow) return conditions.map((condition) => ({ condition, ...assigneesNameOrNobody }))
      return conditions.flatMap((condition) => [
        { condition, key: assigneesName, byAssignee: true },
        { condition: sql`${condition} and ${tasks.assigneeId} is null`, ...ofNobody },
      ])
    default:
      return conditions.map((condition) => ({ condition, key: plainKeys[sort] }))
  }
}

const words = z.string().check(z.refine((text) => !text.includes('\0')))
const time = z.union([z.literal('infinity'), instant])
const weight = z.int().check(z.minimum(1), z.maximum(4))
const keySchemas: Record<TaskSort, z.ZodMiniType<string | number>> = {
  createdAt: time,
  dueDate: time,
  title: words,
  priority: weight,
  status: weight,
  assignee: words,
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

export interface CursorPosition {
  key: string | number
  id: number
}

/** The cursor behind a row, for the list's next page. */
export const cursorAfter = ({ sort, order }: Sorting, { key, id }: CursorPosition) =>
  Buffer.from(JSON.stringify([sort, order, key, id])).toString('base64url')

/** The place a cursor stands at; 400 when it is none, or one of another sorting. */
export function parseCursor(text: string, sorting: Sorting): CursorPosition {
  try {
    const [sort, order, key, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (sort !== sorting.sort || order !== sorting.order) throw new Error('Another sorting')
    return { key: keySchemas[sort].parse(key), id }
  } catch {
    throw invalid('after', 'Must be the cursor that the page before gave')
  }
}

/** Of a part, what comes after a place. */
export function beyond({ sort, order }: Sorting, part: OrderPart, place: CursorPosition): SQL {
  const after = sql.raw(order === 'asc' ? '>' : '<')
  if (part.constant === undefined) {
    const key = sql`${place.key}::${keyTypes[sort]}`
    // The first half follows from the second, which a sort key from another table cannot be looked up by.
    return sql`${part.key} ${after}= ${key} and (${part.key}, ${tasks.id}) ${after} (${key}, ${place.id}::int)`
  }
  const way = compare(part.constant, place.key) * (order === 'asc' ? 1 : -1)
  if (way === 0) return sql`${tasks.id} ${after} ${place.id}::int`
  return way > 0 ? sql`true` : sql`false`
}

/** As PostgreSQL compares numbers, and texts in the collation "C". */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' ? Math.sign(a - Number(b)) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)))

/** Before and after every id: the second is one more than an integer can be. */
const [BEFORE, AFTER] = [sql.raw('0::bigint'), sql.raw('2147483648::bigint')]

/**
 * The people in the order of their names as `sorted`, and of each the condition for their tasks, in order: comparisons of
 * whole rows, as told of equality the planner takes the order of all ids for a way to those of one person.
 */
export function assigneesInTurn({ order }: Sorting, place: CursorPosition | undefined) {
  const [way, after, before] = order === 'asc' ? ['asc', '>', '<'].map(sql.raw) : ['desc', '<', '>'].map(sql.raw)
  const [first, last] = order === 'asc' ? [BEFORE, AFTER] : [AFTER, BEFORE]
  const key = place && sql`${place.key}::text collate "C"`
  const from = place ? sql`case when sorted.folded_name = ${key} then ${place.id}::bigint else ${first} end` : first
  const row = fixed(sql`(${tasks.assigneeId}, ${tasks.id})`)
  return {
    people: sql`(select id, folded_name from users
      where ${place ? sql`folded_name ${after}= ${key}` : sql`true`} order by folded_name ${way}) as sorted`,
    condition: sql`${row} ${after} (sorted.id, ${from}) and ${row} ${before} (sorted.id, ${last})`,
    order: sql`${tasks.assigneeId} ${way}, ${tasks.id} ${way}`,
  }
}
