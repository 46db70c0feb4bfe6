import { sql } from 'drizzle-orm'
import { statuses } from '../../../shared/task-status.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, type Selection, shownStatusSql, type Totals } from '../../core/counts/task-counts.ts'
import { readWithTasks } from '../../core/tasks/read-tasks.ts'
import { fixed } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import type { Sorting } from './orders.ts'
import { type NamedPages, type PageRow, pagesByName, tasksOf } from './pages.ts'

/** So many tasks are found once, then counted and sorted. Of more, a list reads its beginning from an index. */
const FEW = 2_000

/** The columns of tasks that orders, versions and shown statuses need. */
const columns = fixed(sql`
  ${tasks.id}, ${tasks}.xmin, ${tasks.departmentId}, ${tasks.projectId}, ${tasks.assigneeId}, ${tasks.status},
  ${tasks.priority}, ${tasks.dueOrNever}, ${tasks.foldedTitle}, ${tasks.createdAt}`)

/**
 * Reads pages of the tasks that a search finds, and counts them by shown status, in one statement. Returns undefined
 * if it finds more than a few thousand.
 *
 * @param pages makes the pages, of the selection that it is given
 */
export async function readFew(
  ctx: Context,
  { scopes, filters, among = active, view }: Selection,
  pages: (found: Selection) => NamedPages,
  sorting: Sorting,
  limit: number,
): Promise<{ pages: Map<string, ReturnType<typeof tasksOf>>; totals: Totals } | undefined> {
  const scope = sql`(${sql.join(
    scopes.map(({ condition }) => sql`(${condition})`),
    sql` or `,
  )})`
  const found: Selection = { scopes: [{ condition: sql`true` }], among: sql`true`, filters: [], narrow: true, view }
  const totals = statuses.map(
    (status) => sql`count(*) filter (where ${shownStatusSql(ctx.now)} = ${status})::int as ${sql.identifier(status)}`,
  )
  // The found tasks hide the table, so that pages are read from them.
  const query = () => sql`
    with ${tasks} as materialized (
      select ${columns} from ${tasks} where ${allOf([among, scope, ...filters])} limit ${FEW + 1})
    select pages.*, totals.* from (
      select count(*)::int as matches, pg_current_snapshot()::text as snapshot, ${sql.join(totals, sql`, `)} from ${tasks}
    ) as totals left join (${pagesByName(pages(found), limit)}) as pages on totals.matches <= ${FEW}`
  type Row = { [Column in keyof PageRow]: PageRow[Column] } & Totals & { matches: number; snapshot: string }
  const rows = await readWithTasks<Row>(ctx, query, false)
  const [first] = rows
  if (!first || first.matches > FEW) return undefined
  ctx.snapshot ??= first.snapshot
  const named = rows.filter(({ name }) => name !== null)
  return { pages: new Map(named.map((row) => [row.name, tasksOf(row, sorting, limit)])), totals: first }
}
