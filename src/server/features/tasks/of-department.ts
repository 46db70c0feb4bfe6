import { type SQL, sql } from 'drizzle-orm'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, isProblem, open, overdueNow } from '../../core/counts/task-counts.ts'
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
  const { pastDue, marked } = overdueNow(ctx)
  const other = (part: SQL) => allOf([here, part, sql`not ${isUntaken}`])
  const problems = { parts: [allOf([here, isUntaken])], by: asReported }
  const [first, [counts]] = await Promise.all([
    readFirstTasks(ctx, { problems, overdue: { parts: [other(pastDue), other(marked)] } }, limit),
    read<{ problems: number[]; past_due: number[]; marked: number[] }>(
      ctx,
      sql`select
        ${countsOf(allOf([here, open, isUntaken]), [isNew(since), pastDue, fellDueAfter(since, pastDue)])} as problems,
        ${countsOf(allOf([here, pastDue]), [fellDueAfter(since, pastDue)])} as past_due,
        ${countsOf(other(marked), [])} as marked`,
      true,
    ),
  ])
  if (!counts) throw new Error('A count without a row')
  const [untaken = 0, newProblems = 0, lateProblems = 0, newlyLateProblems = 0] = counts.problems
  const [late = 0, newlyLate = 0] = counts.past_due
  const overdue = late - lateProblems + (counts.marked[0] ?? 0)
  const jsonOf = (name: string, total: number) => ['{"tasks":[', listOf(first.get(name) ?? []), `],"total":${total}}`]
  return {
    problems: jsonOf('problems', untaken),
    overdue: jsonOf('overdue', overdue),
    unread: newProblems + newlyLate - newlyLateProblems,
  }
}

const isNew = (since: string) => sql`${tasks.updatedAt} > ${since}`
const fellDueAfter = (since: string, pastDue: SQL) => sql`(${pastDue} and ${tasks.dueOrNever} > ${since})`

/**
 * How many tasks meet a condition, and how many of these each of the others too. The untaken problems among those past
 * due are counted apart, so that an index alone counts the many.
 */
const countsOf = (condition: SQL, others: SQL[]) => {
  const counts = [sql`count(*)::int`, ...others.map((other) => sql`(count(*) filter (where ${other}))::int`)]
  return sql`(select array[${sql.join(counts, sql`, `)}] from ${tasks} where ${allOf([active, condition])})`
}
