import { type SQL, sql } from 'drizzle-orm'
import { type Status, statuses } from '../../shared/tasks.ts'
import { oneOf } from '../db/columns.ts'
import { fixed, read } from '../db/connect.ts'
import { taskCounts, tasks } from '../db/tables/tasks.ts'
import { type Scope, viewOf, visibleTasks } from './access.ts'
import type { Context } from './context.ts'

/** What a task counts as, and how many there are: one definition for columns, lists, badges and figures. */

/** Deleted tasks are in no list and no figure. */
export const living = fixed(sql`${tasks.deletedAt} is null`)

/** Completed between two instants, the second excluded. */
export const completedWithin = ({ from, to }: Span) =>
  sql`${tasks.completedAt} >= ${isoOf(from)} and ${tasks.completedAt} < ${isoOf(to)}`

/** Created between two instants, the second excluded; named by status too, which the indexes begin with. */
export const createdWithin = ({ from, to }: Span) =>
  sql`${oneOf(tasks.status, statuses)} and ${tasks.createdAt} >= ${isoOf(from)} and ${tasks.createdAt} < ${isoOf(to)}`

/** From one instant up to another, in milliseconds. */
export interface Span {
  from: number
  to: number
}
const isoOf = (time: number) => new Date(time).toISOString()

export const allOf = (conditions: SQL[]) => sql.join(conditions, sql` and `)

/** Which tasks a list or a figure covers: filters that all must hold, over scopes that exclude each other. */
export interface Selection {
  scopes: Scope[]
  filters: SQL[]
  /** What tells the scopes apart (`viewOf`). Without filters the statements are few, and kept. */
  view: string
  /** Few tasks match, so that an index of the filter serves better than one of the order. */
  narrow: boolean
}

/** All that the viewer may see, or all of one department; throws 403 for a department they may not look into. */
export const everything = (ctx: Context, departmentId?: number): Selection => ({
  scopes: visibleTasks(ctx, departmentId),
  filters: [],
  view: viewOf(ctx, departmentId),
  narrow: false,
})

/** The status that people see; the counterpart in SQL of `shownStatus` in the contract. */
export const shownStatus = (now: Date) =>
  sql`case when ${tasks.status} <> 'completed' and ${tasks.dueOrNever} < ${now.toISOString()} then 'overdue' else ${tasks.status} end`

const dueOrNever = fixed(sql`${tasks.dueOrNever}`)
/** The conditions that a task is stored with a status. */
export const stored = Object.fromEntries(
  statuses.map((status) => [status, fixed(sql`${tasks.status} = ${sql.raw(`'${status}'`)}`)]),
) as Record<Status, SQL>

/** Tasks shown with a status, as conditions that exclude each other and that an index of its own can answer each. */
export function shownAs(status: Status, now: Date): SQL[] {
  const due = sql`${now.toISOString()}`
  const { pending, in_progress, completed, overdue } = stored
  if (status === 'completed') return [completed]
  if (status !== 'overdue') return [sql`${stored[status]} and ${dueOrNever} >= ${due}`]
  return [overdue, sql`${pending} and ${dueOrNever} < ${due}`, sql`${in_progress} and ${dueOrNever} < ${due}`]
}

export type Totals = Record<Status, number>

/** What is counted apart: a number, 0 for none, of the kept counts and of the tasks themselves. */
interface Grouping {
  name: string
  ofCounts: SQL
  ofTasks: SQL
}
const together: Grouping = { name: 'together', ofCounts: sql`0`, ofTasks: sql`0` }
const byDepartment: Grouping = {
  name: 'by department',
  ofCounts: sql`${taskCounts.departmentId}`,
  ofTasks: sql`coalesce(${tasks.departmentId}, 0)`,
}

/**
 * How many tasks of a selection are shown with each status. Scopes are summed up from the kept counts, of which only what is
 * past due must be looked up; what is filtered is counted.
 */
export async function totalsOf(ctx: Context, selection: Selection) {
  return (await countParts(ctx, selection, together)).get(0) ?? noTotals()
}

/** The same for each department that has any; 0 stands for none. */
export const totalsByDepartment = (ctx: Context, selection: Selection) => countParts(ctx, selection, byDepartment)

const noTotals = () => Object.fromEntries(statuses.map((status) => [status, 0])) as Totals

async function countParts(ctx: Context, { scopes, filters, view }: Selection, grouping: Grouping) {
  const query = () => {
    const parts = scopes.map((scope) =>
      scope.counted && filters.length === 0
        ? storedCounts(ctx, scope.condition, scope.counted, grouping)
        : countedNow(ctx, { scope, filters }, grouping),
    )
    return sql.join(parts, sql` union all `)
  }
  type Row = { grouping: number; status: Status; late: boolean; tasks: number }
  const rows = await read<Row>(ctx, query, filters.length === 0 && `totals ${grouping.name} ${view}`)
  const found = new Map<number, Totals>()
  for (const { grouping, status, late, tasks } of rows) {
    const totals = found.get(grouping) ?? noTotals()
    totals[late ? 'overdue' : status] += tasks
    found.set(grouping, totals)
  }
  return found
}

/** As a list, so that an index with the status in front can skip what is completed. */
export const open = fixed(sql`${tasks.status} in ('pending', 'in_progress', 'overdue')`)
export const pastDue = (ctx: Context) => sql`${tasks.dueOrNever} < ${ctx.now.toISOString()}`

/**
 * What is overdue now, as two conditions that exclude each other: open past its due date, and marked overdue before its due date
 * or without one. All that counts or lists what is overdue says the same as `shownStatus`.
 */
export const overdueNow = (ctx: Context) => ({
  pastDue: sql`${open} and ${pastDue(ctx)}`,
  marked: sql`${stored.overdue} and not ${pastDue(ctx)}`,
})

function countedNow(
  ctx: Context,
  { scope, filters }: { scope: Scope; filters: Selection['filters'] },
  grouping: Grouping,
) {
  const late = sql`(${tasks.status} <> 'completed' and ${pastDue(ctx)})`
  return sql`select ${grouping.ofTasks} as grouping, ${tasks.status} as status, ${late} as late, count(*)::int as tasks
    from ${tasks} where ${allOf([living, scope.condition, ...filters])} group by 1, 2, 3`
}

/** The kept counts by stored status, and what is past due twice: taken from its stored status, and added as late. */
function storedCounts(ctx: Context, condition: SQL, counted: SQL, grouping: Grouping) {
  return sql`
    select ${grouping.ofCounts} as grouping, ${taskCounts.status} as status, false as late, sum(${taskCounts.tasks})::int as tasks
    from ${taskCounts} where ${counted} group by 1, 2
    union all
    select past.grouping, past.status, moved.late, case when moved.late then past.tasks else -past.tasks end
    from (
      select ${grouping.ofTasks} as grouping, ${tasks.status} as status, count(*)::int as tasks from ${tasks}
      where ${allOf([living, overdueNow(ctx).pastDue, condition])} group by 1, 2
    ) as past, (values (true), (false)) as moved (late)`
}
