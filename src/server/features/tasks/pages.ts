import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { id, instant } from '../../../shared/fields.ts'
import { type BoardFilter, type TaskPage, type TaskSort, taskSorts } from '../../../shared/tasks.ts'
import { visibleTasks } from '../../access.ts'
import type { Context } from '../../context.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { invalid } from '../../errors.ts'
import { allOf, living, type Selection, shownStatus } from '../../figures.ts'
import { type TaskRow, taskColumns, taskFromRow } from './rows.ts'
import { matching } from './search.ts'

/** What the viewer may see, narrowed by every filter but the status; throws 403 for a department they may not look into. */
export async function selectionOf(ctx: Context, filter: Omit<BoardFilter, 'status'>): Promise<Selection> {
  const scopes = visibleTasks(ctx, filter.departmentId)
  const filters: SQL[] = []
  if (filter.priority) filters.push(sql`${tasks.priority} = ${filter.priority}`)
  if (filter.assigneeId) filters.push(sql`${tasks.assigneeId} = ${filter.assigneeId}`)
  if (filter.projectId) filters.push(sql`${tasks.projectId} = ${filter.projectId}`)
  if (filter.search) filters.push(...(await matching(ctx, filter.search)))
  return { scopes, filters }
}

/** After every name: where those without an assignee stand. */
const NOBODY = '\u{10ffff}'

/** By what a list can be sorted: never null, so that a cursor can stand at any value. */
const sortKeys: Record<TaskSort, (now: Date) => SQL> = {
  createdAt: () => sql`${tasks.createdAt}`,
  dueDate: () => sql`${tasks.dueOrNever}`,
  title: () => sql`${tasks.foldedTitle}`,
  priority: () => sql`case ${tasks.priority} when 'high' then 3 when 'medium' then 2 else 1 end`,
  status: (now) =>
    sql`case ${shownStatus(now)} when 'pending' then 1 when 'in_progress' then 2 when 'completed' then 3 else 4 end`,
  assignee: () => sql`coalesce(sorted.folded_name, ${NOBODY} collate "C")`,
}

/** What a sort key needs beside the task. */
const sortJoins: Partial<Record<TaskSort, SQL>> = {
  assignee: sql`left join users sorted on sorted.id = ${tasks.assigneeId}`,
}

export interface Sorting {
  sort: TaskSort
  order: 'asc' | 'desc'
}
export const newestFirst: Sorting = { sort: 'createdAt', order: 'desc' }

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

/** The cursor behind a row, for the list's next page. */
const cursorAfter = ({ sort, order }: Sorting, row: PageRow) =>
  Buffer.from(JSON.stringify([sort, order, row.key, row.id])).toString('base64url')

/** The place a cursor stands at; 400 when it is none, or one of another sorting. */
function placeOf(text: string, sorting: Sorting) {
  try {
    const [sort, order, key, id] = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (sort !== sorting.sort || order !== sorting.order) throw new Error('Another sorting')
    return { key: keySchemas[sort].parse(key), id }
  } catch {
    throw invalid('after', 'Must be the cursor that the page before gave')
  }
}

/** A row of a page, with the value it is sorted by. */
export type PageRow = TaskRow & { key: string | number }

/**
 * The SQL of one page: each scope is read in order, no further than the page's length, and the scopes are merged. It has
 * `taskColumns` and `key`, and one row more than asked for when there is a next page.
 */
export function pageOf(
  { scopes, filters }: Selection,
  { sort, order }: Sorting,
  { now, limit, offset = 0, after }: { now: Date; limit: number; offset?: number; after?: string | undefined },
) {
  const key = sortKeys[sort](now)
  const way = sql.raw(order)
  const most = sql`limit ${limit + 1 + offset}`
  const place = after === undefined ? undefined : placeOf(after, { sort, order })
  const beyond = place
    ? [
        sql`(${key}, ${tasks.id}) ${sql.raw(order === 'asc' ? '>' : '<')} (${place.key}::${keyTypes[sort]}, ${place.id}::int)`,
      ]
    : []
  const parts = scopes.map(
    (scope) => sql`(
      select ${taskColumns}, ${key} as key from ${tasks} ${sortJoins[sort] ?? sql``} where ${allOf([living, scope.condition, ...filters, ...beyond])}
      order by ${key} ${way}, ${tasks.id} ${way} ${most})`,
  )
  const [only] = parts
  if (parts.length === 1 && only && offset === 0) return only
  return sql`(select * from (${sql.join(parts, sql` union all `)}) as merged order by key ${way}, id ${way} limit ${limit + 1} offset ${offset})`
}

/** The contract's page from the rows of `pageOf`, with their names. */
export function pageFromRows(rows: PageRow[], sorting: Sorting, limit: number, total: number): TaskPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { tasks: shown.map(taskFromRow), total, next: rows.length > limit && last ? cursorAfter(sorting, last) : null }
}
