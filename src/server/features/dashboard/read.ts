import { sql } from 'drizzle-orm'
import { ACTIVITIES, type Activity, type Due, type dashboardApi, type Metrics } from '../../../shared/dashboard.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { rankOf } from '../../../shared/permissions.ts'
import { boundsOf, lastDays } from '../../../shared/time/time.ts'
import { visibleTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { byDueDate, countOpen, endOfToday } from '../../core/counts/own-tasks.ts'
import { active, allOf, everything, totalsAndCompleted } from '../../core/counts/task-counts.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { STEP_TICKS } from '../../core/tasks/step-times.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { read } from '../../db/connect/connect.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/** The four figures over all visible tasks, or one department's. Throws 403 for another's department. */
export async function readMetrics(ctx: Context, { query }: Input<typeof dashboardApi.metrics>): Promise<Metrics> {
  const visible = everything(ctx, query.departmentId)
  const today = boundsOf(lastDays(ctx.now.getTime(), ctx.services.config.timeZone, 1))
  const [{ totals, completed: completedToday }, teamMembers] = await Promise.all([
    totalsAndCompleted(ctx, visible, today),
    countTeam(ctx, query.departmentId),
  ])
  return {
    activeTasks: totals.pending + totals.in_progress + totals.overdue,
    completedToday,
    overdueTasks: totals.overdue,
    teamMembers,
  }
}

/** The number of active people: of one department, of the viewer's own if they may see no other, or of all. */
async function countTeam({ db, viewer }: Context, departmentId?: number) {
  const counted = departmentId ?? (rankOf(viewer.role) < rankOf('manager') ? viewer.departmentId : undefined)
  const ofDepartment = counted === undefined ? sql`true` : sql`${users.departmentId} is not distinct from ${counted}`
  const { rows } = await db.execute<{ people: number }>(
    sql`select count(*)::int as people from ${users} where ${isActivePerson} and ${ofDepartment}`,
  )
  return rows[0]?.people ?? 0
}

interface ActivityRow {
  id: number
  kind: Activity['kind']
  task_id: number
  title: string
  first_name: string
  last_name: string
  created_at: string
}

/** Somebody has created or changed it. Untouched tasks from routines would hide the work of people. */
const touched = sql`(${tasks.kind} <> 'routine' or ${tasks.updatedAt} > ${tasks.createdAt})`

/**
 * The newest three changes of tasks that the viewer may see. Each change moves its task to the front, so that they are
 * among the newest entries of the three tasks that were changed last. Ticks of steps are left out: they move no task,
 * and not everybody may see their times.
 */
export async function readActivity(ctx: Context, { query }: Input<typeof dashboardApi.activity>): Promise<Activity[]> {
  const parts = visibleTasks(ctx, query.departmentId).map(
    ({ condition }) => sql`(
      select ${tasks.id}, ${tasks.title}, ${tasks.updatedAt} from ${tasks} where ${allOf([active, condition, touched])}
      order by ${tasks.updatedAt} desc limit ${ACTIVITIES})`,
  )
  const rows = await read<ActivityRow>(
    ctx,
    sql`select entry.id, entry.kind, task.id as task_id, task.title, ${users.firstName}, ${users.lastName}, entry.created_at
      from (${sql.join(parts, sql` union all `)}) as task
      cross join lateral (
        select ${auditLogs.id}, ${auditLogs.userId}, ${auditLogs.createdAt},
          case when ${auditLogs.details} -> 'after' ->> 'status' = 'completed' then 'completed'
            when ${auditLogs.action} = 'task.create' then 'created' else 'updated' end as kind
        from ${auditLogs}
        where ${auditLogs.resourceType} = 'task' and ${auditLogs.resourceId} = task.id::text
          and ${auditLogs.action} not in ${STEP_TICKS}
        order by ${auditLogs.id} desc limit ${ACTIVITIES}
      ) as entry
      join ${users} on ${users.id} = entry.user_id
      order by entry.created_at desc, entry.id desc limit ${ACTIVITIES}`,
    true,
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    taskId: row.task_id,
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    createdAt: isoFromPostgres(row.created_at),
  }))
}

/** How many of the viewer's own tasks are overdue, and due until the day ends. */
export async function readDue(ctx: Context): Promise<Due> {
  const { overdue, dueToday } = byDueDate(ctx)
  const counts = await countOpen(ctx, { overdue, dueToday })
  return { ...counts, dayEnds: endOfToday(ctx) }
}
