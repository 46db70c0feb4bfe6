import { type SQL, sql } from 'drizzle-orm'
import { TODAY_ITEMS, type Today } from '../../../shared/today.ts'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { ownTasks, unassignedTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { byWaiting, countOpen } from '../../core/counts/own-tasks.ts'
import { allOf, isProblem } from '../../core/counts/task-counts.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { type FirstTasksSection, readFirstTasks } from './first-tasks.ts'

type Name = Extract<keyof Today, 'now' | 'received' | 'problems' | 'overdue' | 'dueToday' | 'open' | 'unassigned'>

/** Urgent problems come first, then the oldest. There are few unassigned problems, so no index is needed. */
export const asReported = sql`case when ${tasks.priority} = 'high' then '-infinity' else ${tasks.createdAt} end`

/**
 * The tasks that wait for the viewer, by when they are due, and those that nobody has, as the contract's JSON; the
 * latter null if the viewer sees no department.
 */
export async function readToDo(ctx: Context): Promise<Record<Name, Json | null>> {
  const free = unassignedTasks(ctx)
  const own = byWaiting(ctx)
  const others = { problems: [isProblem], unassigned: [sql`not ${isProblem}`] }
  const sections: Partial<Record<Name, FirstTasksSection>> = {}
  const put = (name: Name, where: SQL, parts: SQL[], by?: SQL) => {
    sections[name] = { parts: parts.map((part) => allOf([where, part])), ...(by && { by }) }
  }
  for (const name of ['now', 'received', 'overdue', 'dueToday', 'open'] as const) put(name, ownTasks(ctx), own[name])
  if (free) {
    put('problems', free, others.problems, asReported)
    put('unassigned', free, others.unassigned)
  }
  const [first, counts] = await Promise.all([
    readFirstTasks(ctx, sections, TODAY_ITEMS),
    countOpen(ctx, own, free ? { where: free, parts: others } : undefined),
  ])
  const jsonOf = (name: Name, more = '') => [
    '{"tasks":[',
    listOf(first.get(name) ?? []),
    `],"total":${counts[name]}${more}}`,
  ]
  const { department } = ctx.viewer
  return {
    now: jsonOf('now'),
    received: jsonOf('received'),
    problems: free && jsonOf('problems'),
    overdue: jsonOf('overdue'),
    dueToday: jsonOf('dueToday'),
    open: jsonOf('open'),
    unassigned: free && jsonOf('unassigned', `,"department":${JSON.stringify(department)}`),
  }
}
