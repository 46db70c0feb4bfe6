import { sql } from 'drizzle-orm'
import { type analyticsApi, MAX_OVERDUE_TASKS, type OverdueTask } from '../../../shared/analytics.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { daysBetween } from '../../../shared/time/time.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { active, allOf, overdueNow } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

interface Row {
  id: number
  title: string
  department_name: string | null
  assignee_name: string | null
  due_date: string | null
}

/**
 * Tasks that are overdue now, the longest overdue first. Tasks that somebody marked as overdue before their due date,
 * or without one, come last. Throws 403 for a department that the viewer may not look into.
 */
export async function listOverdue(ctx: Context, { query }: Input<typeof analyticsApi.overdue>): Promise<OverdueTask[]> {
  const scope = seesTasks(ctx, query.departmentId)
  // Each part has an index of its own, which gives it in order.
  const parts = Object.values(overdueNow(ctx)).map(
    (part) => sql`(
      select ${tasks.id}, ${tasks.title}, ${tasks.departmentId}, ${tasks.assigneeId}, ${tasks.dueDate}, ${tasks.dueOrNever}
      from ${tasks} where ${allOf([active, scope, part])} order by ${tasks.dueOrNever}, ${tasks.id} limit ${MAX_OVERDUE_TASKS})`,
  )
  const rows = await read<Row>(
    ctx,
    sql`select late.id, late.title, late.due_date, ${departments.name} as department_name,
        ${users.firstName} || ' ' || ${users.lastName} as assignee_name
      from (${sql.join(parts, sql` union all `)}) as late
      left join ${departments} on ${departments.id} = late.department_id
      left join ${users} on ${users.id} = late.assignee_id
      order by late.due_or_never, late.id limit ${MAX_OVERDUE_TASKS}`,
    false,
  )
  const { timeZone } = ctx.services.config
  return rows.map((row) => {
    const dueDate = row.due_date
    return {
      id: row.id,
      title: row.title,
      departmentName: row.department_name,
      assigneeName: row.assignee_name,
      dueDate,
      daysOverdue: dueDate === null ? 0 : Math.max(0, daysBetween(Date.parse(dueDate), ctx.now.getTime(), timeZone)),
    }
  })
}
