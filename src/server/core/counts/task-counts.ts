import { type SQL, sql } from 'drizzle-orm'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { fixed, read } from '../../db/connect/connect.ts'
import { taskCounts, tasks } from '../../db/tables/tasks.ts'
import { type AccessScope, viewOf, visibleTasks } from '../access/access.ts'
import type { Context } from '../context.ts'

/** The conditions by which tasks are counted, for columns, lists, badges and analytics. */

/** Neither deleted nor closed. Others appear in no list and no count, but those that ask for them. */
export const active = fixed(sql`${tasks.deletedAt} is null and ${tasks.closedAt} is null`)

/** Missed or skipped: occurrences of routines that ended without being done. */
export const closed = fixed(sql`${tasks.deletedAt} is null and ${tasks.closedAt} is not null`)

/** Completed in the span. */
export const completedWithin = ({ from, to }: Span) =>
  sql`${tasks.completedAt} >= ${isoOf(from)} and ${tasks.completedAt} < ${isoOf(to)}`

/** A span of time in milliseconds since 1970. `to` is excluded. */
export interface Span {
  from: number
  to: number
}
const isoOf = (time: number) => new Date(time).toISOString()

export const allOf = (conditions: SQL[]) => sql.join(conditions, sql` and `)

/**
 * The tasks that a list or a count covers: tasks of all scopes that meet all filters. The scopes exclude each other.
 */
export interface Selection {
  scopes: AccessScope[]
  filters: SQL[]
  /** `closed`, if it covers those instead of living tasks. Then there is a filter. */
  among?: SQL
  /** The same filters in the form that is quicker where all tasks are looked at, for counts. */
  counting?: SQL[]
  /** Identifies the scopes (`viewOf`). Without filters there are few different statements, and they stay prepared. */
  view: string
  /** Whether few tasks match. Then the index of the filter is faster than the index of the order. */
  narrow: boolean
}

/** All tasks that the viewer may see, or one department's. Throws 403 for a department that the viewer may not see. */
export const everything = (ctx: Context, departmentId?: number): Selection => ({
  scopes: visibleTasks(ctx, departmentId),
  filters: [],
  view: viewOf(ctx, departmentId),
  narrow: false,
})

/** The status that people see, in SQL. `shownStatus` in `src/shared` states the same rule. */
export const shownStatusSql = (now: Date) =>
  sql`case when ${tasks.status} <> 'completed' and ${tasks.dueOrNever} < ${now.toISOString()} then 'overdue' else ${tasks.status} end`

const dueOrNever = fixed(sql`${tasks.dueOrNever}`)
/** For each status, the condition that a task is stored with it. */
export const stored = Object.fromEntries(
  statuses.map((status) => [status, fixed(sql`${tasks.status} = ${sql.raw(`'${status}'`)}`)]),
) as Record<Status, SQL>

/** The tasks that are shown with a status, as conditions that exclude each other. Each condition has its own index. */
export function shownAs(status: Status, now: Date): SQL[] {
  const due = sql`${now.toISOString()}::timestamptz`
  const { pending, in_progress, completed, overdue } = stored
  if (status === 'completed') return [completed]
  if (status !== 'overdue') return [sql`${stored[status]} and ${dueOrNever} >= ${due}`]
  return [overdue, sql`${pending} and ${dueOrNever} < ${due}`, sql`${in_progress} and ${dueOrNever} < ${due}`]
}

export type Totals = Record<Status, number>

/** Counts are grouped by a number (0 for none). Its SQL, for the stored counts and for the tasks themselves. */
interface Grouping {
  name: string
  ofCounts: SQL
  ofTasks: SQL
}
const together: Grouping = { name: 'together', ofCounts: sql`0`, ofTasks: sql`0` }
/** The group of the tasks that were completed in a span. */
const COMPLETED = -1
const byDepartment: Grouping = {
  name: 'by department',
  ofCounts: sql`${taskCounts.departmentId}`,
  ofTasks: sql`coalesce(${tasks.departmentId}, 0)`,
}

/**
 * Counts the tasks of a selection by the status that people see. Without filters it adds up the stored counts and only
 * looks for tasks past their due date. With filters it counts the tasks.
 */
export async function totalsOf(ctx: Context, selection: Selection) {
  return (await countParts(ctx, selection, together)).get(0) ?? noTotals()
}

/** The same counts, and how many tasks were completed in the span, as they are at one and the same moment. */
export async function totalsAndCompleted(ctx: Context, selection: Selection, span: Span) {
  const grouping = { ...together, name: `together, completed from ${span.from} to ${span.to}` }
  const groups = await countParts(ctx, selection, grouping, (condition) =>
    allOf([active, condition, completedWithin(span)]),
  )
  return { totals: groups.get(0) ?? noTotals(), completed: groups.get(COMPLETED)?.completed ?? 0 }
}

/** The same counts for each department that has tasks. Department 0 stands for none. */
export const totalsByDepartment = (ctx: Context, selection: Selection) => countParts(ctx, selection, byDepartment)

const noTotals = () => Object.fromEntries(statuses.map((status) => [status, 0])) as Totals

async function countParts(
  ctx: Context,
  { scopes, filters, counting = filters, view, among = active }: Selection,
  grouping: Grouping,
  completed?: (condition: SQL) => SQL,
) {
  const query = () => {
    const parts = scopes.map((scope) =>
      scope.counted && filters.length === 0
        ? storedCounts(ctx, scope.condition, scope.counted, grouping)
        : countTasks(ctx, { scope, filters: counting, among }, grouping),
    )
    for (const { condition } of completed ? scopes : []) {
      parts.push(
        sql`select ${COMPLETED}::int, 'completed', false, count(*)::int from ${tasks} where ${completed?.(condition)}`,
      )
    }
    // One row more, so that there is a snapshot when there are no tasks.
    return sql`select counted.*, pg_current_snapshot()::text as snapshot
      from (${sql.join(parts, sql` union all `)} union all select 0, 'pending', false, 0) as counted`
  }
  type Row = { grouping: number; status: Status; late: boolean; tasks: number; snapshot: string }
  const rows = await read<Row>(ctx, query, filters.length === 0 && `totals ${grouping.name} ${view}`)
  ctx.snapshot ??= rows[0]?.snapshot
  const totalsByGroup = new Map<number, Totals>()
  for (const { grouping, status, late, tasks } of rows) {
    if (tasks === 0) continue
    const totals = totalsByGroup.get(grouping) ?? noTotals()
    totals[late ? 'overdue' : status] += tasks
    totalsByGroup.set(grouping, totals)
  }
  return totalsByGroup
}

/** Not completed, as a list of statuses: an index that begins with the status can then skip completed tasks. */
export const open = fixed(sql`${tasks.status} in ('pending', 'in_progress', 'overdue')`)
const pastDue = (ctx: Context) => sql`${tasks.dueOrNever} < ${ctx.now.toISOString()}::timestamptz`

/**
 * The tasks that are overdue now, as two conditions that exclude each other: open tasks past their due date, and tasks
 * that were marked overdue and have a later due date or none. It states the same rule as `shownStatus`.
 */
export const overdueNow = (ctx: Context) => ({
  pastDue: sql`${open} and ${pastDue(ctx)}`,
  marked: sql`${stored.overdue} and not ${pastDue(ctx)}`,
})

function countTasks(
  ctx: Context,
  { scope, filters, among }: { scope: AccessScope; filters: SQL[]; among: SQL },
  grouping: Grouping,
) {
  const late = sql`(${tasks.status} <> 'completed' and ${pastDue(ctx)})`
  return sql`select ${grouping.ofTasks} as grouping, ${tasks.status} as status, ${late} as late, count(*)::int as tasks
    from ${tasks} where ${allOf([among, scope.condition, ...filters])} group by 1, 2, 3`
}

/** The stored counts by stored status, then tasks past their due date: off their status, onto overdue. */
function storedCounts(ctx: Context, condition: SQL, counted: SQL, grouping: Grouping) {
  return sql`
    select ${grouping.ofCounts} as grouping, ${taskCounts.status} as status, false as late, sum(${taskCounts.tasks})::int as tasks
    from ${taskCounts} where ${counted} group by 1, 2
    union all
    select past.grouping, past.status, moved.late, case when moved.late then past.tasks else -past.tasks end
    from (
      select ${grouping.ofTasks} as grouping, ${tasks.status} as status, count(*)::int as tasks from ${tasks}
      where ${allOf([active, overdueNow(ctx).pastDue, condition])} group by 1, 2
    ) as past, (values (true), (false)) as moved (late)`
}

/** A condition on tasks: somebody has reported them. As the indexes say it. */
export const isProblem = sql`${tasks.kind} = 'problem'`
