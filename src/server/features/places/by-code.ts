import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Place, placesApi } from '../../../shared/places.ts'
import type { Task } from '../../../shared/tasks.ts'
import { seesTasks } from '../../core/access/access.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { notCompleted } from '../../core/counts/own-tasks.ts'
import { active, allOf } from '../../core/counts/task-counts.ts'
import { asJson, taskColumns } from '../../core/tasks/rows.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { placeOfSign } from './access.ts'

/** Tasks of one reply, the newest. */
const MAX_TASKS_OF_PLACE = 50

/**
 * The place of a sign, with the open tasks there that the viewer may see, newest first: those whose place is written as
 * its name, in capitals or not. Throws 404 for a code that no place has.
 */
export async function readPlace(
  ctx: Context,
  { params }: Input<typeof placesApi.byCode>,
): Promise<JsonText<{ place: Place; tasks: Task[] }>> {
  const place = await placeOfSign(ctx, params.code)
  const isThere = sql`lower(${tasks.place}) = lower(${place.name})`
  const page = sql`
    select ${taskColumns} from ${tasks} where ${allOf([active, isThere, notCompleted, seesTasks(ctx)])}
    order by ${tasks.createdAt} desc, ${tasks.id} desc limit ${MAX_TASKS_OF_PLACE}`
  const { rows } = await ctx.db.execute<{ task: string }>(
    sql`${asJson(page)} order by page.created_at desc, page.id desc`,
  )
  return new JsonText(`{"place":${JSON.stringify(place)},"tasks":[${rows.map(({ task }) => task).join()}]}`)
}
