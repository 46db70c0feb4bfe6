import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { HISTORY_MONTHS, HISTORY_PAGE, type PlaceHistory, type placesApi } from '../../../shared/places.ts'
import { dateOf, instantOf } from '../../../shared/time/time.ts'
import { seesTasks } from '../../core/access/access.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { active, allOf } from '../../core/counts/task-counts.ts'
import { asJson, taskColumns } from '../../core/tasks/rows.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { placeOfSign } from './access.ts'

/**
 * The tasks at the place of a sign that the viewer may see, newest first, a page at a time, with the figures of the
 * problems of twelve months. Missed and skipped occurrences are not among them. Throws 404 for a code that no
 * place has.
 */
export async function readPlaceHistory(
  ctx: Context,
  { params, query: { before } }: Input<typeof placesApi.history>,
): Promise<JsonText<PlaceHistory>> {
  const { name } = await placeOfSign(ctx, params.code)
  const isThere = allOf([active, sql`lower(${tasks.place}) = lower(${name})`, seesTasks(ctx)])
  const [page, figures] = await Promise.all([readPage(ctx, isThere, before), readFigures(ctx, isThere)])
  const shown = page.slice(0, HISTORY_PAGE)
  const next = page.length > HISTORY_PAGE ? (shown.at(-1)?.id ?? null) : null
  return new JsonText(
    `${JSON.stringify(figures).slice(0, -1)},"tasks":[${shown.map(({ task }) => task).join()}],"next":${next}}`,
  )
}

/** A page of tasks, and one more if there is another page. */
function readPage(ctx: Context, isThere: SQL, before: number | undefined) {
  const last = sql`(select ${tasks.createdAt}, ${tasks.id} from ${tasks} where ${tasks.id} = ${before})`
  const isBehind = before === undefined ? sql`true` : sql`(${tasks.createdAt}, ${tasks.id}) < ${last}`
  const page = sql`
    select ${taskColumns} from ${tasks} where ${isThere} and ${isBehind}
    order by ${tasks.createdAt} desc, ${tasks.id} desc limit ${HISTORY_PAGE + 1}`
  return read<{ task: string; id: number }>(
    ctx,
    sql`${asJson(page, sql`, page.id`)} order by page.created_at desc, page.id desc`,
    false,
  )
}

interface Counts {
  /** From 1, the oldest month; null for all months together. */
  month: number | null
  reported: number
  done: number
  to_taken: number | null
  to_done: number | null
}

/** The figures of problems, by the month of their report in the deployment's time zone. */
async function readFigures(ctx: Context, isThere: SQL): Promise<Pick<PlaceHistory, 'problems' | 'months'>> {
  const { timeZone } = ctx.services.config
  const months = lastMonths(dateOf(ctx.now.getTime(), timeZone))
  const starts = months.map((month) => instantOf(`${month}-01`, '00:00', timeZone))
  const seconds = (time: SQL) => sql`percentile_cont(0.5) within group (
    order by extract(epoch from greatest(${time} - ${tasks.createdAt}, interval '0'))) filter (where ${time} is not null)`
  const rows = await read<Counts>(
    ctx,
    sql`select width_bucket(${tasks.createdAt}, ${sql.param(starts)}::timestamptz[]) as month,
          count(*)::int as reported, count(${tasks.completedAt})::int as done,
          ${seconds(sql`${tasks.takenAt}`)} as to_taken, ${seconds(sql`${tasks.completedAt}`)} as to_done
        from ${tasks} where ${isThere} and ${tasks.kind} = 'problem' and ${tasks.createdAt} >= ${starts[0]}
        group by grouping sets ((), (1))`,
    false,
  )
  const all = rows.find(({ month }) => month === null)
  return {
    problems: {
      reported: all?.reported ?? 0,
      done: all?.done ?? 0,
      minutesToTaken: minutes(all?.to_taken),
      minutesToDone: minutes(all?.to_done),
    },
    months: months.map((month, at) => ({
      month,
      reported: rows.find((row) => row.month === at + 1)?.reported ?? 0,
    })),
  }
}

const minutes = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(seconds / 60))

/** The last twelve months as "2026-11", the oldest first. `today` is a local date. */
function lastMonths(today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: HISTORY_MONTHS }, (_, at) =>
    new Date(Date.UTC(year, month - HISTORY_MONTHS + at, 1)).toISOString().slice(0, 7),
  )
}
