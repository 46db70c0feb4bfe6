import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '../../../shared/time/time.ts'
import { fixed, read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { ownTasks } from '../access/access.ts'
import type { Context } from '../context.ts'
import { allOf, living } from './task-counts.ts'

/** The viewer's own tasks that are not completed, by when they are due. */

/** Not completed, as the indexes of what each person has to do say it. */
export const notCompleted = fixed(sql`${tasks.status} <> 'completed'`)
const due = fixed(sql`${tasks.dueOrNever}`)
const marked = fixed(sql`${tasks.status} = 'overdue'`)

/** When the viewer's day ends, in the deployment's time zone. */
export const endOfToday = ({ now, services }: Context) =>
  new Date(startOfDay(now.getTime(), services.config.timeZone, 1)).toISOString()

/**
 * Conditions that exclude each other, on tasks that are not completed. `overdue` is that of `shownStatus`, in two parts that are
 * each in the order of an index: past due, and marked as overdue with a later due date or none.
 */
export function byDueDate(ctx: Context): { overdue: SQL[]; dueToday: SQL[]; open: SQL[] } {
  const [now, end] = [sql`${ctx.now.toISOString()}`, sql`${endOfToday(ctx)}`]
  return {
    overdue: [sql`${due} < ${now}`, sql`${due} >= ${now} and ${marked}`],
    dueToday: [sql`${due} >= ${now} and ${due} < ${end} and not ${marked}`],
    open: [sql`${due} >= ${end} and not ${marked}`],
  }
}

/** How many tasks the viewer has to do, and how many nobody has taken. */
export interface ToDoCounts {
  overdue: number
  dueToday: number
  open: number
  unassigned: number
}

/** Counts what the viewer has to do, and the open tasks that meet another condition, all at one moment. */
export async function countToDo(ctx: Context, unassigned: SQL | null): Promise<ToDoCounts> {
  const { overdue, dueToday, open } = byDueDate(ctx)
  const countOf = (parts: SQL[]) => sql`(count(*) filter (where ${sql.join(parts, sql` or `)}))::int`
  const others = unassigned
    ? sql`(select count(*)::int from ${tasks} where ${allOf([living, notCompleted, unassigned])})`
    : sql`0`
  const [counts] = await read<ToDoCounts & { snapshot: string }>(
    ctx,
    sql`select ${countOf(overdue)} as overdue, ${countOf(dueToday)} as "dueToday", ${countOf(open)} as open,
        ${others} as unassigned, pg_current_snapshot()::text as snapshot
      from ${tasks} where ${allOf([living, notCompleted, ownTasks(ctx)])}`,
    true,
  )
  if (!counts) throw new Error('A count without a row')
  const { snapshot, ...toDo } = counts
  ctx.snapshot ??= snapshot
  return toDo
}
