import type { Input } from '../../../shared/endpoint.ts'
import { statusesOf } from '../../../shared/task-filter.ts'
import { BOARD_PAGE, boardOrders, MAX_TASK_PAGE_SIZE } from '../../../shared/task-query.ts'
import { statuses } from '../../../shared/task-status.ts'
import type { Board, Task, TaskPage, tasksApi } from '../../../shared/tasks.ts'
import { listOf } from '../../base/json-pieces.ts'
import { taskFor } from '../../core/access/access.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { type Selection, type Totals, totalsOf } from '../../core/counts/task-counts.ts'
import { taskWithNames } from '../../core/tasks/rows.ts'
import { listDeleted } from './deleted.ts'
import { type NamedPages, type Page, pageJson, pageOf, readPages, selectionOf } from './pages.ts'
import { readFew } from './read-few.ts'

/**
 * Tasks that the viewer may see, filtered, sorted, in pages. Throws 403 for a department that the viewer may not look
 * into, 400 for a cursor that does not fit.
 */
export async function listTasks(ctx: Context, { query }: Input<typeof tasksApi.list>): Promise<JsonText<TaskPage>> {
  if (query.deleted) return listDeleted(ctx, query)
  const {
    sort = 'createdAt',
    order = sort === 'createdAt' ? 'desc' : 'asc',
    limit = MAX_TASK_PAGE_SIZE,
    offset: skip,
    after,
  } = query
  const selection = await selectionOf(ctx, query)
  const sorting = { sort, order }
  const shown = statusesOf(query)
  if (shown.length === 0) return new JsonText(pageJson(undefined, 0))
  const status = shown.length === 1 ? shown[0] : undefined
  const sumOf = (totals: Totals) => shown.reduce((sum, name) => sum + totals[name], 0)
  const pages = (selected: Selection, offset: Page['offset']): NamedPages => [
    ['list', pageOf(selected, sorting, { now: ctx.now, limit, offset, after, status })],
  ]
  const fromFront = skip ? { skip, total: Number.POSITIVE_INFINITY } : undefined
  const few = query.search && (await readFew(ctx, selection, (found) => pages(found, fromFront), sorting, limit))
  if (few) return new JsonText(pageJson(few.pages.get('list'), sumOf(few.totals)))
  const counting = totalsOf(ctx, selection).then(sumOf)
  // How many tasks follow a cursor is not known, so that an offset behind one is counted from the front.
  const offset = skip && after === undefined ? { skip, total: await counting } : fromFront
  const isHot = selection.filters.length === 0 && sort === 'createdAt' && !skip
  // A cursor differs with each call, so that the statement cannot be known by a name.
  const keep = isHot && (after === undefined ? `list ${status} ${order} ${limit} ${selection.view}` : true)
  const [read, total] = await Promise.all([
    readPages(ctx, () => pages(selection, offset), sorting, limit, keep),
    counting,
  ])
  return new JsonText(pageJson(read.get('list'), total))
}

/** The board's four columns: the total of each and its first tasks. A status filter empties the other columns. */
export async function readBoard(ctx: Context, { query }: Input<typeof tasksApi.board>): Promise<JsonText<Board>> {
  const selection = await selectionOf(ctx, query)
  const { sort = 'createdAt' } = query
  const sorting = { sort, order: boardOrders[sort] }
  const shown = statusesOf(query)
  const pagesOf = (selected: Selection): NamedPages =>
    shown.map((status) => [status, pageOf(selected, sorting, { now: ctx.now, limit: BOARD_PAGE, status })])
  const keep = selection.filters.length === 0 && `board ${shown} ${sort} ${selection.view}`
  const few = query.search && shown.length > 0 && (await readFew(ctx, selection, pagesOf, sorting, BOARD_PAGE))
  const [pages, totals] = few
    ? [few.pages, few.totals]
    : await Promise.all([
        shown.length > 0 ? readPages(ctx, () => pagesOf(selection), sorting, BOARD_PAGE, keep) : new Map(),
        totalsOf(ctx, selection),
      ])
  const columns = statuses.map((status) => {
    const total = shown.includes(status) ? totals[status] : 0
    return [`"${status}":`, pageJson(pages.get(status), total)]
  })
  return new JsonText(['{', listOf(columns), '}'])
}

/** One task with its names; 404 when the viewer may not see it. */
export async function readTask(ctx: Context, { params }: Input<typeof tasksApi.get>): Promise<Task> {
  await taskFor(ctx, params.id, 'task:read')
  return taskWithNames(ctx, params.id)
}
