import { type SQL, sql } from 'drizzle-orm'
import { TODAY_ITEMS } from '../../../shared/today.ts'
import { ownTasks, unassignedTasks } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import { byDueDate, countToDo, notCompleted, type ToDoCounts } from '../../core/own-tasks.ts'
import { allOf, living } from '../../core/task-counts.ts'
import { asJson, taskColumns } from '../../core/task-rows.ts'
import { read } from '../../db/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** A section of Today as the text of the contract's JSON. */
type SectionText = string

const isProblem = sql`${tasks.kind} = 'problem'`
/** By what the tasks of a section are ordered: a problem that nobody has taken stands before whatever is due. */
const place = sql`case when ${isProblem} and ${tasks.assigneeId} is null then '-infinity'::timestamptz else ${tasks.dueOrNever} end`

/** The first tasks of each section: what is due first stands in front. A section's parts are each read from an index, in order. */
function firstTasks(sections: Record<string, SQL[]>) {
  const parts = Object.entries(sections).flatMap(([name, conditions]) =>
    conditions.map(
      (condition) => sql`(
        select ${sql.raw(`'${name}'`)} as section, ${place} as due, ${taskColumns} from ${tasks}
        where ${allOf([living, notCompleted, condition])} order by ${tasks.dueOrNever}, ${tasks.id} limit ${TODAY_ITEMS})`,
    ),
  )
  const page = sql.join(parts, sql` union all `)
  return sql`${asJson(page, sql`, page.section`)} order by page.due, page.id`
}

/** What the viewer has to do, by when it is due, and what nobody has taken yet, problems first; null if they see no department. */
export async function readToDo(
  ctx: Context,
): Promise<Record<'overdue' | 'dueToday' | 'open', SectionText> & { unassigned: SectionText | null }> {
  const unassigned = unassignedTasks(ctx)
  const own = (parts: SQL[]) => parts.map((part) => allOf([ownTasks(ctx), part]))
  const { overdue, dueToday, open } = byDueDate(ctx)
  const sections: Partial<Record<keyof ToDoCounts, SQL[]>> = {
    ...{ overdue: own(overdue), dueToday: own(dueToday), open: own(open) },
    ...(unassigned && {
      unassigned: [sql`${isProblem}`, sql`not ${isProblem}`].map((part) => allOf([unassigned, part])),
    }),
  }
  const [rows, counts] = await Promise.all([
    read<{ section: string; task: string }>(ctx, firstTasks(sections), true),
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
