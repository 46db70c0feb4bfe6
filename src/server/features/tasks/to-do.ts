import { type SQL, sql } from 'drizzle-orm'
import { TODAY_ITEMS } from '../../../shared/today.ts'
import { ownTasks, unassignedTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { byDueDate, countToDo, type ToDoCounts } from '../../core/counts/own-tasks.ts'
import { allOf, isProblem } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { firstTasks, type TaskSection } from './first-tasks.ts'

/** A section of Today as the text of the contract's JSON. */
type SectionText = string

/** By what the tasks of a section are ordered: a problem that nobody has taken stands before whatever is due. */
const place = sql`case when ${isProblem} and ${tasks.assigneeId} is null then '-infinity'::timestamptz else ${tasks.dueOrNever} end`

/** What the viewer has to do, by when it is due, and what nobody has taken yet, problems first; null if they see no department. */
export async function readToDo(
  ctx: Context,
): Promise<Record<'overdue' | 'dueToday' | 'open', SectionText> & { unassigned: SectionText | null }> {
  const unassigned = unassignedTasks(ctx)
  const sectionOf = (condition: SQL, parts: SQL[]): TaskSection => ({
    parts: parts.map((part) => allOf([condition, part])),
    place,
  })
  const own = (parts: SQL[]) => sectionOf(ownTasks(ctx), parts)
  const { overdue, dueToday, open } = byDueDate(ctx)
  const sections: Partial<Record<keyof ToDoCounts, TaskSection>> = {
    ...{ overdue: own(overdue), dueToday: own(dueToday), open: own(open) },
    ...(unassigned && {
      unassigned: sectionOf(unassigned, [isProblem, sql`not ${isProblem}`]),
    }),
  }
  const [rows, counts] = await Promise.all([
    read<{ section: string; task: string }>(ctx, firstTasks(sections, TODAY_ITEMS), true),
    countToDo(ctx, unassigned),
  ])
  const textOf = (name: keyof ToDoCounts) => {
    const first = rows.filter(({ section }) => section === name).slice(0, TODAY_ITEMS)
    return `"tasks":[${first.map(({ task }) => task).join()}],"total":${counts[name]}`
  }
  return {
    overdue: `{${textOf('overdue')}}`,
    dueToday: `{${textOf('dueToday')}}`,
    open: `{${textOf('open')}}`,
    unassigned: unassigned && `{${textOf('unassigned')},"department":${JSON.stringify(ctx.viewer.department)}}`,
  }
}
