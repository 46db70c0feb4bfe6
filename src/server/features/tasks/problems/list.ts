import { sql } from 'drizzle-orm'
import type { Input } from '../../../../shared/endpoint.ts'
import { type problemsApi, REPORT_PAGE } from '../../../../shared/problems.ts'
import type { Task } from '../../../../shared/tasks.ts'
import { type Context, JsonText } from '../../../core/context.ts'
import { asJson, taskColumns } from '../../../core/tasks/rows.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { ownReports } from './access.ts'

/** The problems that the viewer has reported, newest first, a page at a time, with any outcome. */
export async function listReports(
  ctx: Context,
  { query: { before, limit = REPORT_PAGE } }: Input<typeof problemsApi.list>,
): Promise<JsonText<{ problems: Task[]; next: number | null }>> {
  const position = sql`(select ${tasks.createdAt}, ${tasks.id} from ${tasks} where ${tasks.id} = ${before} and ${tasks.creatorId} = ${ctx.viewer.id})`
  const isBehind = before === undefined ? sql`true` : sql`(${tasks.createdAt}, ${tasks.id}) < ${position}`
  // One more than the page has: it says whether there is another page.
  const page = sql`
    select ${taskColumns} from ${tasks} where ${ownReports(ctx)} and ${isBehind}
    order by ${tasks.createdAt} desc, ${tasks.id} desc limit ${limit + 1}`
  const { rows } = await ctx.db.execute<{ task: string; id: number }>(
    sql`${asJson(page, sql`, page.id`)} order by page.created_at desc, page.id desc`,
  )
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null
  return new JsonText(`{"problems":[${shown.map(({ task }) => task).join()}],"next":${next}}`)
}
