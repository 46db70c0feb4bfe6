import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { BoardFilter, Status } from '../../../shared/tasks.ts'
import { instantOf } from '../../../shared/time.ts'
import type { Context } from '../../core/context.ts'
import { allOf, everything, living, type Selection } from '../../core/task-counts.ts'
import { fixed, read } from '../../db/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import {
  assigneesInTurn,
  beyond,
  type CursorPosition,
  cursorAfter,
  type OrderPart,
  parseCursor,
  partsOf,
  type Sorting,
} from './orders.ts'
import { asJson, taskColumns } from './rows.ts'
import { matching } from './search.ts'

/** What the viewer may see, narrowed by every filter but the status; throws 403 for a department they may not look into. */
export async function selectionOf(ctx: Context, filter: Omit<BoardFilter, 'status'>): Promise<Selection> {
  const all = everything(ctx, filter.departmentId)
  const filters: SQL[] = []
  if (filter.priority) filters.push(sql`${tasks.priority} = ${filter.priority}`)
  if (filter.assigneeId) filters.push(sql`${tasks.assigneeId} = ${filter.assigneeId}`)
  if (filter.projectId) filters.push(sql`${tasks.projectId} = ${filter.projectId}`)
  filters.push(...onDays(ctx, tasks.completedAt, filter.completedFrom, filter.completedTo))
  filters.push(...onDays(ctx, tasks.createdAt, filter.createdFrom, filter.createdTo))
  if (filter.search) filters.push(...(await matching(ctx, filter.search)))
  return { ...all, filters, narrow: Boolean(filter.search || filter.assigneeId || filter.projectId) }
}

/** That a column's time lies on these days, both included, in the deployment's time zone. */
function onDays({ services }: Context, column: AnyPgColumn, from?: string, to?: string): SQL[] {
  const { timeZone } = services.config
  return [
    ...(from ? [sql`${column} >= ${instantOf(from, '00:00', timeZone)}`] : []),
    ...(to ? [sql`${column} <= ${instantOf(to, '', timeZone)}`] : []),
  ]
}

export const newestFirst: Sorting = { sort: 'createdAt', order: 'desc' }

interface Page {
  now: Date
  limit: number
  /** How many tasks are passed over, of how many: what lies nearer to the end is counted from there. */
  offset?: { skip: number; total: number } | undefined
  /** The cursor that the page before gave. */
  after?: string | undefined
  /** Only what is shown with this status. */
  status?: Status | undefined
}

const id = fixed(sql`${tasks.id}`)
const table = fixed(sql`${tasks}`)
const nothing = sql``

/** Which rows of an order to read, the one behind the page too, and what their places are: `first`, `first + step`, … */
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
 * The SQL of one page: of each scope each part is read in order, no further than the page's end, and all are merged. It has
 * `taskColumns`, `key` and `place`, from 1, and one row more than asked for when there is a next page.
 */
export function pageOf(
  { scopes, filters, narrow }: Selection,
  asked: Sorting,
  { now, limit, offset, after, status }: Page,
) {
  const place = after === undefined ? undefined : parseCursor(after, asked)
  const { sorting, skip, count, first, step } = rangeOf(asked, limit, offset)
  const way = sql.raw(sorting.order)
  const most = count + skip
  // What is passed over is read from the indexes alone, as far as they hold what is asked for.
  const columns = skip === 0 ? taskColumns : id
  const selects = scopes.flatMap((scope) => {
    const apart = scope.personal && sorting.sort !== 'createdAt'
    return partsOf(sorting.sort, status, now, apart || narrow).map((part) => {
      const conditions = [living, apart ? foundFirst(scope.condition) : scope.condition, part.condition, ...filters]
      return part.byAssignee
        ? byAssignee(sorting, columns, conditions, place, most)
        : inOrder(sorting, part, columns, [...conditions, place ? beyond(sorting, part, place) : sql`true`], most)
    })
  })
  const number = sql`(row_number() over (order by key ${way}, id ${way}) - ${skip + 1}::int) * ${step}::int + ${first}::int`
  const page = sql`
    select merged.*, ${number} as place
    from (${sql.join(selects, sql` union all `)}) as merged order by key ${way}, id ${way} limit ${count} offset ${skip}`
  if (skip === 0) return page
  return sql`select ${taskColumns}, page.key, page.place from (${page}) as page join ${table} on ${id} = page.id`
}

/**
 * Few tasks, found by an index of their own before anything else is done with them. The planner takes a person and their
 * department for independent, expects many tasks elsewhere, and would look for them in the order of all.
 */
const foundFirst = (condition: SQL) =>
  sql`${id} = any(array(select ${id} from ${table} where ${allOf([living, condition])}))`

/** A part as its index has it. */
function inOrder(
  { order }: Sorting,
  { key, constant, lead, join }: OrderPart,
  columns: SQL,
  conditions: SQL[],
  most: number,
) {
  const way = sql.raw(order)
  const before = constant === undefined ? key : lead
  return sql`(
    select ${columns}, ${key} as key from ${table} ${join ?? nothing} where ${allOf(conditions)}
    order by ${before ? sql`${before} ${way},` : nothing} ${id} ${way} limit ${most})`
}

/** A part person by person, no further than the page goes. */
function byAssignee(
  sorting: Sorting,
  columns: SQL,
  conditions: SQL[],
  place: CursorPosition | undefined,
  most: number,
) {
  const { people, condition, order } = assigneesInTurn(sorting, place)
  const way = sql.raw(sorting.order)
  return sql`(
    select theirs.*, sorted.folded_name as key from ${people} cross join lateral (
      select ${columns} from ${table} where ${allOf([condition, ...conditions])} order by ${order} limit ${most}
    ) as theirs
    order by sorted.folded_name ${way}, theirs.id ${way} limit ${most})`
}

interface PageRow {
  name: string
  tasks: string
  found: number
  last_id: number | null
  last_key: string | number
}

/** Tasks as JSON, without the brackets, and the cursor for those behind them. */
interface TasksText {
  tasks: string
  next: string | null
}

/** Reads pages that `pageOf` makes, by name, all in one statement; one without tasks is not among them. For `keep` see `read`. */
export async function readPages(
  ctx: Context,
  pages: () => [name: string, page: SQL][],
  sorting: Sorting,
  limit: number,
  keep: boolean | string,
): Promise<Map<string, TasksText>> {
  const query = () => {
    const all = pages().map(
      ([name, page]) => sql`(select ${sql.raw(`'${name}'`)} as name, page.* from (${page}) as page)`,
    )
    const texts = asJson(sql.join(all, sql` union all `), sql`, page.id, page.key, page.place, page.name`)
    return sql`
      select name, count(*)::int as found, string_agg(task, ',' order by place) filter (where place <= ${limit}) as tasks,
        max(id) filter (where place = ${limit}) as last_id, max(key) filter (where place = ${limit}) as last_key
      from (${texts}) as texts group by name`
  }
  const rows = await read<PageRow>(ctx, query, keep)
  return new Map(
    rows.map(({ name, found, tasks, last_id: id, last_key: key }) => {
      const next = found > limit && id !== null ? cursorAfter(sorting, { key, id }) : null
      return [name, { tasks, next }]
    }),
  )
}

/** The contract's page as text; without tasks where there are none. */
export const pageText = (page: TasksText | undefined, total: number) => {
  const { tasks, next } = page ?? { tasks: '', next: null }
  return `{"tasks":[${tasks}],"total":${total},"next":${JSON.stringify(next)}}`
}
