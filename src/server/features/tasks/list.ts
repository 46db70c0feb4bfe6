import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import {
  BOARD_PAGE,
  type Board,
  LIST_MOST,
  type Status,
  statuses,
  type Task,
  type TaskPage,
  type tasksApi,
} from '../../../shared/tasks.ts'
import { taskFor } from '../../access.ts'
import type { Context } from '../../context.ts'
import { read } from '../../db/connect.ts'
import { type Selection, totalsOf } from '../../figures.ts'
import { listDeleted } from './deleted.ts'
import { newestFirst, type PageRow, pageFromRows, pageOf, selectionOf } from './pages.ts'
import { taskWithNames, withNames } from './rows.ts'

/** Statements worth keeping are those without filters: their texts are few. */
const isHot = ({ filters }: Selection) => filters.length === 0

/** Tasks that the viewer may see, filtered, sorted, in pages. */
export async function listTasks(ctx: Context, { query }: Input<typeof tasksApi.list>): Promise<TaskPage> {
  if (query.deleted) return listDeleted(ctx, query)
  const {
    status,
    sort = 'createdAt',
    order = sort === 'createdAt' ? 'desc' : 'asc',
    limit = LIST_MOST,
    offset,
    after,
  } = query
  const selection = await selectionOf(ctx, query)
  const sorting = { sort, order }
  const page = pageOf(selection, sorting, { now: ctx.now, limit, ...(offset && { offset }), after, status })
  const [rows, totals] = await Promise.all([
    read<PageRow>(
      ctx,
      sql`${withNames(page)} order by page.key ${sql.raw(order)}, page.id ${sql.raw(order)}`,
      isHot(selection) && sort === 'createdAt' && !offset,
    ),
    totalsOf(ctx, selection, isHot(selection)),
  ])
  const total = status ? totals[status] : statuses.reduce((sum, each) => sum + totals[each], 0)
  return pageFromRows(rows, sorting, limit, total)
}

/** The four columns with their totals, each with its newest tasks. A status filter empties the other columns. */
export async function readBoard(ctx: Context, { query }: Input<typeof tasksApi.board>): Promise<Board> {
  const selection = await selectionOf(ctx, query)
  const shown = query.status ? [query.status] : statuses
  const columns = shown.map((status) => {
    const page = pageOf(selection, newestFirst, { now: ctx.now, limit: BOARD_PAGE, status })
    return sql`(select ${sql.raw(`'${status}'`)} as board_column, page.* from ${page} as page)`
  })
  const page = sql.join(columns, sql` union all `)
  const [rows, totals] = await Promise.all([
    read<PageRow & { board_column: Status }>(
      ctx,
      sql`${withNames(page)} order by page.key desc, page.id desc`,
      isHot(selection),
    ),
    totalsOf(ctx, selection, isHot(selection)),
  ])
  const column = (status: Status) =>
    pageFromRows(
      rows.filter((row) => row.board_column === status),
      newestFirst,
      BOARD_PAGE,
      shown.includes(status) ? totals[status] : 0,
    )
  return {
    pending: column('pending'),
    in_progress: column('in_progress'),
    completed: column('completed'),
    overdue: column('overdue'),
  }
}

/** One task with its names; 404 when the viewer may not see it. */
export async function readTask(ctx: Context, { params }: Input<typeof tasksApi.get>): Promise<Task> {
  await taskFor(ctx, params.id, 'task:read')
  return taskWithNames(ctx, params.id)
}
