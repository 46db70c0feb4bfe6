import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '../../../shared/time/time.ts'
import { fixed, read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { ownTasks } from '../access/access.ts'
import type { Context } from '../context.ts'
import { active, allOf, isProblem } from './task-counts.ts'

/** The viewer's own tasks that are not completed, by when they are due. */

/** Not completed, worded as in the indexes of each person's tasks, so that PostgreSQL uses them. */
export const notCompleted = fixed(sql`${tasks.status} <> 'completed'`)
const due = fixed(sql`${tasks.dueOrNever}`)
const marked = fixed(sql`${tasks.status} = 'overdue'`)

/** When the viewer's day ends, in the deployment's time zone. */
export const endOfToday = ({ now, services }: Context) =>
  new Date(startOfDay(now.getTime(), services.config.timeZone, 1)).toISOString()

/**
 * Conditions that exclude each other, on tasks that are not completed. `overdue` follows `shownStatus`. It has two
 * parts, each in the order of an index: tasks past due, and tasks marked as overdue with a later due date or none.
 */
export function byDueDate(ctx: Context): { overdue: SQL[]; dueToday: SQL[]; open: SQL[] } {
  const [now, end] = [sql`${ctx.now.toISOString()}`, sql`${endOfToday(ctx)}`]
  return {
    overdue: [sql`${due} < ${now}`, sql`${due} >= ${now} and ${marked}`],
    dueToday: [sql`${due} >= ${now} and ${due} < ${end} and not ${marked}`],
    open: [sql`${due} >= ${end} and not ${marked}`],
  }
}

/** As `isBegun` of `shared/waiting.ts`. */
export const begun = fixed(sql`(${tasks.status} = 'in_progress' or ${isProblem})`)

/** Kinds of own open tasks, by `kindOfTask` of `shared/waiting.ts`: conditions that exclude each other. */
export function byWaiting(ctx: Context): Record<'now' | 'received' | 'overdue' | 'dueToday' | 'open', SQL[]> {
  const { overdue, dueToday, open } = byDueDate(ctx)
  const others = (parts: SQL[]) => parts.map((part) => allOf([part, sql`not ${begun} and not ${tasks.isReceived}`]))
  return {
    now: [begun],
    received: [sql`${tasks.isReceived} and not ${begun}`],
    ...{ overdue: others(overdue), dueToday: others(dueToday), open: others(open) },
  }
}

/** Counts the viewer's open tasks by these conditions, and unassigned tasks by others; all at one moment. */
export async function countOpen<Own extends string, Others extends string = never>(
  ctx: Context,
  own: Record<Own, SQL[]>,
  others?: { where: SQL; parts: Record<Others, SQL[]> },
): Promise<Record<Own | Others, number>> {
  const counts = (parts: Record<string, SQL[]>) =>
    sql.join(
      Object.entries(parts).map(
        ([name, conditions]) =>
          sql`${sql.raw(`'${name}'`)}, count(*) filter (where ${sql.join(conditions, sql` or `)})`,
      ),
      sql`, `,
    )
  const countsOf = (where: SQL, parts: Record<string, SQL[]>) =>
    sql`(select json_build_object(${counts(parts)}) from ${tasks} where ${allOf([active, notCompleted, where])})`
  const [row] = await read<{ own: Record<Own, number>; others: Record<Others, number> | null; snapshot: string }>(
    ctx,
    sql`select ${countsOf(ownTasks(ctx), own)} as own, ${others ? countsOf(others.where, others.parts) : sql`null`} as others,
      pg_current_snapshot()::text as snapshot`,
    true,
  )
  if (!row) throw new Error('A count without a row')
  ctx.snapshot ??= row.snapshot
  return { ...row.own, ...row.others } as Record<Own | Others, number>
}
