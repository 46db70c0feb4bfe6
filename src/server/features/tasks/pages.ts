import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { dueBounds, namesDays } from '../../../shared/task-filter.ts'
import { closedOutcomes } from '../../../shared/task-kinds.ts'
import { BOARD_PAGE, type BoardFilter, filters as taskFilters } from '../../../shared/task-query.ts'
import type { Status } from '../../../shared/task-status.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { type Json, listOf } from '../../base/json-pieces.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, closed, everything, type Selection } from '../../core/counts/task-counts.ts'
import { readWithTasks } from '../../core/tasks/read-tasks.ts'
import { versionColumns, versionsOf } from '../../core/tasks/rows.ts'
import { fixed } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import {
  byAssigneeInOrder,
  type CursorPosition,
  cursorAfter,
  isAfter,
  type OrderPart,
  orderParts,
  parseCursor,
  type Sorting,
} from './orders.ts'
import { matchingTasks, noWords } from './search.ts'

/**
 * The tasks that the viewer may see, narrowed by every filter but the status, which `statusesOf` gives. Throws 403 for
 * a department that they may not look into.
 */
export async function selectionOf(ctx: Context, filter: Omit<BoardFilter, 'status'>): Promise<Selection> {
  const visible = everything(ctx, filter.departmentId)
  const filters: SQL[] = []
  if (filter.priority) filters.push(sql`${tasks.priority} = ${filter.priority}`)
  if (filter.assigneeId) filters.push(isOrHasNone(tasks.assigneeId, filter.assigneeId))
  if (filter.projectId) filters.push(isOrHasNone(tasks.projectId, filter.projectId))
  if (filter.routineId) filters.push(sql`${tasks.routineId} = ${filter.routineId}`)
  if (filter.kind) filters.push(sql`${tasks.kind} = ${filter.kind}`)
  if (filter.place) filters.push(sql`lower(${tasks.place}) = lower(${filter.place})`)
  if (filter.outcome) filters.push(sql`${tasks.outcome} = ${filter.outcome}`)
  if (filter.tags?.length) filters.push(sql`${tasks.tags} @> ${sql.param(filter.tags)}::text[]`)
  if (filter.open) filters.push(sql`${tasks.status} <> 'completed'`)
  filters.push(...dueWithin(ctx, filter))
  filters.push(...onDays(ctx, tasks.completedAt, filter.completedFrom, filter.completedTo))
  filters.push(...onDays(ctx, tasks.createdAt, filter.createdFrom, filter.createdTo))
  filters.push(...onDays(ctx, tasks.occurrenceAt, filter.occurredFrom, filter.occurredTo))
  const found = filter.search ? await matchingTasks(ctx, filter.search) : noWords
  const { search, assigneeId, projectId, tags, due } = filter
  return {
    ...visible,
    ...(isClosed(filter) && { among: closed }),
    filters: [...filters, ...found.listed],
    counting: [...filters, ...found.counted],
    narrow: Boolean(
      search ||
        isOne(assigneeId) ||
        isOne(projectId) ||
        tags?.length ||
        isOne(due) ||
        filter.routineId ||
        filter.place ||
        filter.outcome ||
        filter.occurredFrom ||
        filter.occurredTo,
    ),
  }
}

/**
 * Whether a list makes the database look at many tasks: it searches words, or it counts tasks by filters although no
 * person, project or routine narrows them.
 */
export function looksAtMany(filter: BoardFilter): boolean {
  const { search, assigneeId, projectId, routineId } = filter
  if (search) return true
  if (isOne(assigneeId) || isOne(projectId) || routineId) return false
  return countingFilters.some((name) => filter[name] !== undefined)
}
/** All but those by which counts are stored. */
const countingFilters = (Object.keys(taskFilters) as (keyof BoardFilter)[]).filter(
  (name) => name !== 'departmentId' && name !== 'status',
)

/** Whether a filter asks for closed tasks, which are in no other list. */
const isClosed = ({ outcome }: Pick<BoardFilter, 'outcome'>) =>
  outcome !== undefined && closedOutcomes.includes(outcome)

/** Whether a filter asks for one thing. Many tasks may have none of it. */
const isOne = (wanted?: string | number) => wanted !== undefined && wanted !== 'none'

const isOrHasNone = (column: AnyPgColumn, value: string | number) =>
  value === 'none' ? sql`${column} is null` : sql`${column} = ${value}`

/** The conditions on the due date. Overdue is not among them: it is a shown status. */
export function dueWithin(ctx: Context, { due, dueFrom, dueTo }: BoardFilter): SQL[] {
  const { timeZone } = ctx.services.config
  const column = tasks.dueOrNever
  const days = onDays(ctx, column, dueFrom, dueTo)
  if (due === 'none') days.push(sql`${column} = 'infinity'`)
  if (namesDays(due)) {
    const { from, to } = dueBounds(due, { now: ctx.now.getTime(), timeZone })
    days.push(sql`${column} >= ${new Date(from).toISOString()} and ${column} < ${new Date(to).toISOString()}`)
  }
  return dueFrom ? [...days, sql`${column} < 'infinity'`] : days
}

/** The conditions that a column's time lies on these days of the deployment's time zone, both included. */
function onDays({ services }: Context, column: AnyPgColumn, from?: string, to?: string): SQL[] {
  const { timeZone } = services.config
  return [
    ...(from ? [sql`${column} >= ${instantOf(from, '00:00', timeZone)}`] : []),
    ...(to ? [sql`${column} <= ${instantOf(to, '', timeZone)}`] : []),
  ]
}

export interface Page {
  now: Date
  limit: number
  /** How many tasks to skip, and of how many: if the page is nearer to the end, the list is read from there. */
  offset?: { skip: number; total: number } | undefined
  /** The cursor from the previous page. */
  after?: string | undefined
  /** Only tasks that are shown with this status. */
  status?: Status | undefined
}

const id = fixed(sql`${tasks.id}`)
const table = fixed(sql`${tasks}`)
const nothing = sql``

/** The page sizes of the badge and the board, each with one more row that tells whether there is a next page. */
const usual = new Map([2, BOARD_PAGE + 1].map((count) => [count, sql.raw(String(count))]))

/**
 * A number of rows. The usual ones stand in the statement itself: for a value, a plan that is kept would be made for a
 * tenth of all rows. Any other is a value, because each statement that stays prepared takes memory, and nobody shall
 * make a thousand.
 */
const rows = (count: number) => usual.get(count) ?? sql`${count}`

/** The rows of an order to read, with one more for a next page, and their numbers: `first`, `first + step`, … */
interface Range {
  sorting: Sorting
  skip: number
  count: number
  first: number
  step: 1 | -1
}

function rangeOf(sorting: Sorting, limit: number, offset: Page['offset']): Range {
  const { skip, total } = offset ?? { skip: 0, total: 0 }
  const left = Math.max(0, total - skip)
  if (skip <= left) return { sorting, skip, count: limit + 1, first: 1, step: 1 }
  const count = Math.min(limit + 1, left)
  const order = sorting.order === 'asc' ? 'desc' : 'asc'
  return { sorting: { ...sorting, order }, skip: left - count, count, first: count, step: -1 }
}

/**
 * Makes the database find the few tasks of a personal scope by an index before it filters or sorts. The planner takes
 * the person and the department for independent. So it expects many tasks, and would search for them in the order of
 * all tasks.
 */
const foundFirst = (condition: SQL) =>
  sql`${id} = any(array(select ${id} from ${table} where ${allOf([active, condition])}))`

/**
 * The SQL of one page. It reads each part of each scope in order, no further than the page's end, and merges them. It
 * has `versionColumns`, the sort `key` and `row_no`, from 1; if there is a next page, it has one row more than `limit`.
 */
export function pageOf(
  { scopes, filters, narrow, among = active }: Selection,
  requested: Sorting,
  { now, limit, offset, after, status }: Page,
) {
  const position = after === undefined ? undefined : parseCursor(after, requested)
  const { sorting, skip, count, first, step } = rangeOf(requested, limit, offset)
  const direction = sql.raw(sorting.order)
  const maxRows = rows(count + skip)
  // Indexes alone give the ids of rows that are skipped, unless a filter needs more.
  const columns = skip === 0 ? versionColumns : id
  const isIndexed = sorting.sort === 'createdAt'
  const selects = scopes.flatMap((scope) => {
    const isFew = scope.ofPerson !== undefined && !isIndexed
    const inScope = isFew ? foundFirst(scope.condition) : (scope.ofPerson ?? scope.condition)
    return orderParts(sorting.sort, status, now, isFew || narrow).map((part) => {
      const conditions = [among, inScope, part.condition, ...filters]
      return part.byAssignee
        ? selectByAssignee(sorting, columns, conditions, position, maxRows)
        : selectPart(sorting, part, columns, conditions, position, maxRows)
    })
  })
  const order = sql`order by key ${direction}, id ${direction}`
  const union = sql.join(selects, sql` union all `)
  // To find no task twice, one would have to look through all of a person's for those few elsewhere. It is cheaper to
  // drop duplicates.
  const merged =
    isIndexed && scopes.length > 1 ? sql`select distinct on (key, id) * from (${union}) as read ${order}` : union
  const number = sql`(row_number() over (${order}) - ${skip + 1}::int) * ${step}::int + ${first}::int`
  const page = sql`
    select merged.*, ${number} as row_no from (${merged}) as merged ${order} limit ${rows(count)} offset ${skip}`
  if (skip === 0) return page
  return sql`select ${versionColumns}, page.key, page.row_no from (${page}) as page join ${table} on ${id} = page.id`
}

/** A part in the order that its index has. */
function selectPart(
  sorting: Sorting,
  part: OrderPart,
  columns: SQL,
  conditions: SQL[],
  position: CursorPosition | undefined,
  maxRows: SQL,
) {
  const direction = sql.raw(sorting.order)
  const beforeId = part.constant === undefined ? part.key : part.lead
  const all = position ? [...conditions, isAfter(sorting, part, position)] : conditions
  return sql`(
    select ${columns}, ${part.key} as key from ${table} ${part.join ?? nothing} where ${allOf(all)}
    order by ${beforeId ? sql`${beforeId} ${direction},` : nothing} ${id} ${direction} limit ${maxRows})`
}

/** A part person by person, no further than the page's end. */
function selectByAssignee(
  sorting: Sorting,
  columns: SQL,
  conditions: SQL[],
  position: CursorPosition | undefined,
  maxRows: SQL,
) {
  const { people, condition, order } = byAssigneeInOrder(sorting, position)
  const direction = sql.raw(sorting.order)
  return sql`(
    select theirs.*, sorted.folded_name as key from ${people} cross join lateral (
      select ${columns} from ${table} where ${allOf([condition, ...conditions])} order by ${order} limit ${maxRows}
    ) as theirs
    order by sorted.folded_name ${direction}, theirs.id ${direction} limit ${maxRows})`
}

/** A page as `pagesByName` reads it. */
export interface PageRow {
  name: string
  found: number
  last_id: number | null
  last_key: string | number
}

/** Tasks as JSON, and the cursor of the next page; null if there is none. */
interface TasksJson {
  tasks: Json[]
  next: string | null
}

/** Pages made by `pageOf`, by their names. */
export type NamedPages = [name: string, page: SQL][]

/** The SQL of a `PageRow` with `versions` for each page that has tasks. */
export function pagesByName(pages: NamedPages, limit: number): SQL {
  const named = pages.map(
    ([name, page]) => sql`(select ${sql.raw(`'${name}'`)} as name, page.* from (${page}) as page)`,
  )
  const listed = versionsOf(sql.join(named, sql` union all `), sql`, page.id, page.key, page.row_no, page.name`)
  return sql`
    select name, count(*)::int as found, string_agg(version, ',' order by row_no) filter (where row_no <= ${limit}) as versions,
      max(id) filter (where row_no = ${limit}) as last_id, max(key) filter (where row_no = ${limit}) as last_key
    from (${listed}) as listed group by name`
}

/** The tasks of a page, and where the next one begins. */
export const tasksOf = (
  { found, last_id: id, last_key: key, tasks }: PageRow & { tasks: Json[] },
  sorting: Sorting,
  limit: number,
): TasksJson => ({ tasks, next: found > limit && id !== null ? cursorAfter(sorting, { key, id }) : null })

/** Reads pages in one statement, by name, without empty ones. `read` explains `keep`. */
export async function readPages(
  ctx: Context,
  pages: () => NamedPages,
  sorting: Sorting,
  limit: number,
  keep: boolean | string,
): Promise<Map<string, TasksJson>> {
  const rows = await readWithTasks<PageRow>(ctx, () => pagesByName(pages(), limit), keep)
  return new Map(rows.map((row) => [row.name, tasksOf(row, sorting, limit)]))
}

/** The contract's page as JSON; `undefined` stands for a page without tasks. */
export const pageJson = (page: TasksJson | undefined, total: number): Json => {
  const { tasks, next } = page ?? { tasks: [], next: null }
  return ['{"tasks":[', listOf(tasks), `],"total":${total},"next":${JSON.stringify(next)}}`]
}
