import { type SQL, sql } from 'drizzle-orm'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { allOf, isProblem, living, open, overdueNow } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { readFirstTasks } from './first-tasks.ts'
import { asReported } from './to-do.ts'

/** The waiting tasks of a department: each part as the contract's JSON, and how many of them are newer than a time. */
export interface DepartmentTasks {
  problems: Json
  overdue: Json
  unread: number
}

/**
 * The problems of a department that nobody has taken, and its other overdue tasks. A problem counts as new when
 * somebody has changed it, because it may have come from another department, or back from a person who had taken it.
 */
export async function readDepartmentTasks(
  ctx: Context,
  { departmentId, since, limit }: { departmentId: number; since: string; limit: number },
): Promise<DepartmentTasks> {
  const here = seesTasks(ctx, departmentId)
  const isUntaken = sql`(${isProblem} and ${tasks.assigneeId} is null)`
  const overdue = overdueNow(ctx)
  const [pastDue, marked] = [overdue.pastDue, overdue.marked].map((part) =>
    allOf([here, part, sql`not ${isUntaken}`]),
  ) as [SQL, SQL]
  const [first, [counts]] = await Promise.all([
    readFirstTasks(
      ctx,
      { problems: { parts: [allOf([here, isUntaken])], by: asReported }, overdue: { parts: [pastDue, marked] } },
      limit,
    ),
    read<{ problems: number[]; past_due: number[]; marked: number }>(
      ctx,
      sql`select
        ${countsOf(allOf([here, open, isUntaken]), sql`${tasks.updatedAt} > ${since}`)} as problems,
        ${countsOf(pastDue, sql`${tasks.dueOrNever} > ${since}`)} as past_due,
        (select count(*)::int from ${tasks} where ${allOf([living, marked])}) as marked`,
      true,
    ),
  ])
  if (!counts) throw new Error('A count without a row')
  const [problems = 0, newProblems = 0] = counts.problems
  const [past = 0, newPast = 0] = counts.past_due
  const jsonOf = (name: string, total: number) => ['{"tasks":[', listOf(first.get(name) ?? []), `],"total":${total}}`]
  return {
    problems: jsonOf('problems', problems),
    overdue: jsonOf('overdue', past + counts.marked),
    unread: newProblems + newPast,
  }
}

/** How many tasks meet a condition, and how many of these another one too. */
const countsOf = (condition: SQL, isNew: SQL) =>
  sql`(select array[count(*)::int, (count(*) filter (where ${isNew}))::int] from ${tasks} where ${allOf([living, condition])})`
