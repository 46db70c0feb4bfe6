import { type SQL, sql } from 'drizzle-orm'
import {
  type analyticsRoutinesApi,
  CLAIM_MINUTES,
  FIGURE_PAGE,
  type ListedProblem,
  MAX_OLDEST_PROBLEMS,
  MAX_PLACES_COMPARED,
  type ProblemCounts,
  type ProblemFigures,
  type ProblemList,
} from '../../../shared/analytics-routines.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Status } from '../../../shared/task-status.ts'
import { fold } from '../../../shared/words/fold.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, open, type Span } from '../../core/counts/task-counts.ts'
import { fixed, read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { places } from '../../db/tables/places.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { asRows, cutPage, hoursIn, hoursWithin, localHour, pageAfter, rangeOf, within } from './range.ts'

const isKnownProblem = fixed(sql`${tasks.kind} = 'problem' and ${tasks.deletedAt} is null`)
const reportedAt = sql`${tasks.createdAt}`
const isOpen = allOf([isKnownProblem, active, open])

/** A problem of any department. They are named, because the index of problems begins with them. */
const isProblemOfAny = sql`${isKnownProblem}
  and (${tasks.departmentId} = any(array(select ${departments.id} from ${departments})) or ${tasks.departmentId} is null)`
const reportedWithin = (span: Span) => sql`${isProblemOfAny} and ${within(reportedAt, span)}`
const isAt = (place: string) => sql`lower(${tasks.place}) = lower(${place})`
/** Words are compared as in the order of the task table: without regard to capitals and accents. */
const isTitled = (title: string) => sql`${tasks.foldedTitle} = ${fold(title)}`

/** Not taken or done so many minutes after the report. Younger ones do not count. It may get an assignee later. */
const notTaken = ({ now }: Context) => sql`coalesce(least(${tasks.takenAt}, ${tasks.completedAt}), ${now.toISOString()})
  > ${tasks.createdAt} + ${CLAIM_MINUTES}::int * interval '1 minute'`
const isTaken = fixed(sql`${tasks.takenAt} is not null`)
const isDone = fixed(sql`${tasks.completedAt} is not null`)

interface Counts {
  reported: number
  taken: number
  done: number
  not_taken: number
  seconds_to_taken: number | null
  seconds_to_done: number | null
}
/** A place or a kind with its counts. */
interface NamedCounts extends Counts {
  part: 'place' | 'title'
  name: string
  code: string | null
}
interface Row extends Counts {
  part: 'total' | 'department' | 'hour'
  department_id: number | null
  department_name: string | null
  hour: number | null
}

/**
 * How long people waited for problems that they reported within a period, and which are open now. Throws 403 for a
 * department that the viewer may not look into.
 */
export async function readProblems(
  ctx: Context,
  { query }: Input<typeof analyticsRoutinesApi.problems>,
): Promise<ProblemFigures> {
  const scope = seesTasks(ctx, query.departmentId)
  const [rows, named, [now], oldest] = await Promise.all([
    countParts(ctx, query, scope),
    countNamed(ctx, rangeOf(ctx, query), scope, MAX_PLACES_COMPARED),
    read<{ open: number }>(ctx, sql`select count(*)::int as open from ${tasks} where ${allOf([isOpen, scope])}`, false),
    readRows(ctx, [isOpen, scope], 'asc', MAX_OLDEST_PROBLEMS),
  ])
  const of = (part: Row['part']) => rows.filter((row) => row.part === part)
  return {
    total: countsOf(of('total')[0]),
    departments: of('department')
      .sort((a, b) => (a.department_id ?? Infinity) - (b.department_id ?? Infinity))
      .map((row) => ({
        departmentId: row.department_id,
        departmentName: row.department_name ?? ctx.reader.i18n.t('No department'),
        ...countsOf(row),
      })),
    hours: of('hour')
      .map((row) => ({ hour: row.hour ?? 0, ...countsOf(row) }))
      .sort((a, b) => a.hour - b.hour),
    places: named
      .filter(({ part }) => part === 'place')
      .map((row) => ({ place: row.name, code: row.code, ...countsOf(row) })),
    kinds: named.filter(({ part }) => part === 'title').map((row) => ({ title: row.name, ...countsOf(row) })),
    open: now?.open ?? 0,
    oldest: oldest.map(listed),
  }
}

const minutes = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 60))

const countsOf = (row: Counts | undefined): ProblemCounts => ({
  reported: row?.reported ?? 0,
  taken: row?.taken ?? 0,
  done: row?.done ?? 0,
  notTaken: row?.not_taken ?? 0,
  minutesToTaken: minutes(row?.seconds_to_taken ?? null),
  minutesToDone: minutes(row?.seconds_to_done ?? null),
})

/** At least 0, because the clock may have been put back. `greatest` alone would turn an absent time into 0. */
const secondsTo = (column: SQL) =>
  sql`case when ${column} is not null then extract(epoch from greatest(${column} - ${reportedAt}, interval '0')) end::float8`
const median = (column: SQL) => sql`percentile_cont(0.5) within group (order by ${column})`
/** The counted facts of a problem, in SQL. */
const waitOf = (ctx: Context) => sql`${notTaken(ctx)} as not_taken,
  ${secondsTo(sql`${tasks.takenAt}`)} as to_taken, ${secondsTo(sql`${tasks.completedAt}`)} as to_done`
/** The counts over rows of `waitOf`. */
const countsOfWaits = sql`count(*)::int as reported, count(to_taken)::int as taken, count(to_done)::int as done,
  (count(*) filter (where not_taken))::int as not_taken,
  ${median(sql`to_taken`)} as seconds_to_taken, ${median(sql`to_done`)} as seconds_to_done`

/**
 * The places and the kinds with the most problems. Capitals in a place make no difference; a place with a sign has the
 * name of its sign. Problems whose titles have the same words are of one kind.
 */
export function countNamed(ctx: Context, span: Span, scope: SQL, limit: number): Promise<NamedCounts[]> {
  const most = (part: NamedCounts['part'], key: SQL, words: SQL) => sql`(
    select ${sql.raw(`'${part}'`)} as part, ${key} as key, ${words} as words, ${countsOfWaits} from reported
    where ${key} is not null group by ${key} order by count(*) desc, ${key} limit ${limit})`
  return read<NamedCounts>(
    ctx,
    sql`with reported as materialized (
        select lower(nullif(${tasks.place}, '')) as place_key, ${tasks.place} as written, ${tasks.foldedTitle}, ${tasks.title},
          ${waitOf(ctx)}
        from ${tasks} where ${allOf([reportedWithin(span), scope])}
      ), most as (
        ${most('place', sql`place_key`, sql`min(written)`)} union all ${most('title', sql`folded_title`, sql`min(title)`)}
      )
      select most.*, coalesce(sign.name, most.words) as name, sign.code
      from most left join lateral (
        select ${places.name}, ${places.code} from ${places}
        where most.part = 'place' and lower(${places.name}) = most.key order by ${places.id} limit 1
      ) as sign on true
      order by most.reported desc, most.key`,
    false,
  )
}

/** The counts of several spans, in their order. */
export async function countProblems(ctx: Context, spans: readonly Span[], scope: SQL): Promise<ProblemCounts[]> {
  const rows = await read<Counts & { part: number }>(
    ctx,
    sql`select span.part, counted.* from ${asRows(spans)} cross join lateral (
        select ${countsOfWaits} from (
          select ${waitOf(ctx)} from ${tasks}
          where ${isProblemOfAny} and ${reportedAt} >= span.begins and ${reportedAt} < span.ends and ${scope}
        ) as reported
      ) as counted`,
    false,
  )
  return spans.map((_, part) => countsOf(rows.find((row) => row.part === part)))
}

/** The counts of all, of each department and of each hour of the day, in one pass. */
function countParts(ctx: Context, query: Input<typeof analyticsRoutinesApi.problems>['query'], scope: SQL) {
  const hourOfDay = localHour(reportedAt, hoursIn(ctx, query), ({ hour }) => hour)
  return read<Row>(
    ctx,
    sql`select counted.*, ${departments.name} as department_name
      from (
        select case when grouping(department_id) = 0 then 'department' when grouping(hour) = 0 then 'hour' else 'total' end as part,
          department_id, hour, ${countsOfWaits}
        from (
          select ${tasks.departmentId}, ${hourOfDay} as hour, ${waitOf(ctx)}
          from ${tasks} where ${allOf([reportedWithin(rangeOf(ctx, query)), scope])}
        ) as reported
        group by grouping sets ((), (department_id), (hour))
      ) as counted
      left join ${departments} on ${departments.id} = counted.department_id`,
    false,
  )
}

const conditionOf: Record<ProblemList, (ctx: Context) => SQL[]> = {
  reported: () => [],
  taken: () => [isTaken],
  done: () => [isDone],
  not_taken: (ctx) => [notTaken(ctx)],
  open: () => [],
}

/**
 * The problems behind a figure of `readProblems`: open ones the oldest first, others the latest first. Throws 403 for a
 * department that the viewer may not look into.
 */
export async function listProblems(
  ctx: Context,
  { query }: Input<typeof analyticsRoutinesApi.problemList>,
): Promise<{ problems: ListedProblem[]; next: string | null }> {
  const { departmentId, list = 'reported', hour, place, title, after, limit = FIGURE_PAGE } = query
  const span = rangeOf(ctx, query)
  const direction = list === 'open' ? 'asc' : 'desc'
  const conditions = [
    list === 'open' ? isOpen : reportedWithin(span),
    seesTasks(ctx, departmentId),
    ...conditionOf[list](ctx),
    ...(hour === undefined
      ? []
      : [hoursWithin(reportedAt, hoursIn(ctx, query), span.to, (local) => local.hour === hour)]),
    ...(place === undefined ? [] : [isAt(place)]),
    ...(title === undefined ? [] : [isTitled(title)]),
    ...pageAfter(reportedAt, sql`${tasks.id}`, after, direction),
  ]
  const { page, next } = cutPage(await readRows(ctx, conditions, direction, limit + 1), limit, (row) => row.created_at)
  return { problems: page.map(listed), next }
}

interface ProblemRow {
  id: number
  title: string
  place: string | null
  department_name: string | null
  assignee_name: string | null
  status: Status
  created_at: string
  taken_at: string | null
  completed_at: string | null
}

/** Problems by the time of their report. */
function readRows(ctx: Context, conditions: SQL[], direction: 'asc' | 'desc', limit: number) {
  const order = sql.raw(direction)
  return read<ProblemRow>(
    ctx,
    sql`select found.*, ${departments.name} as department_name,
        ${users.firstName} || ' ' || ${users.lastName} as assignee_name
      from (
        select ${tasks.id}, ${tasks.title}, ${tasks.place}, ${tasks.departmentId}, ${tasks.assigneeId}, ${tasks.status},
          ${tasks.createdAt}, ${tasks.takenAt}, ${tasks.completedAt}
        from ${tasks} where ${allOf(conditions)} order by ${reportedAt} ${order}, ${tasks.id} ${order} limit ${limit}
      ) as found
      left join ${departments} on ${departments.id} = found.department_id
      left join ${users} on ${users.id} = found.assignee_id
      order by found.created_at ${order}, found.id ${order}`,
    false,
  )
}

const listed = (row: ProblemRow): ListedProblem => ({
  id: row.id,
  title: row.title,
  place: row.place,
  departmentName: row.department_name,
  assigneeName: row.assignee_name,
  status: row.status,
  createdAt: row.created_at,
  takenAt: row.taken_at,
  completedAt: row.completed_at,
})
