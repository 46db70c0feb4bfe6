import { eq } from 'drizzle-orm'
import type { Context, OpenContext } from '../../../core/context.ts'
import { enqueueAnew, jobKind } from '../../../core/jobs/jobs.ts'
import { peopleOnDuty } from '../../../core/people/duty.ts'
import { departments } from '../../../db/tables/departments.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { notify } from '../../notifications/notify.ts'

/** Problems that nobody takes: managers learn of them, once. */

interface Waiting {
  taskId: number
  /** How long it has waited when the job is due. */
  minutes: number
}

/**
 * Tells managers of a problem if it still waits. All of it is done in one transaction, so that they are told exactly
 * once. The row goes with it: the problem may wait again.
 */
export const problemWaitingJob = jobKind<Waiting>(
  'problem-waiting',
  (_ctx, payload, { complete }) => complete((tx) => tellManagers(tx, payload)),
  { isForgotten: true },
)

/** Begins the time in which somebody should take these problems. It begins anew for one that waits already. */
export async function startWaiting(ctx: Context, taskIds: number[]) {
  const { claimMinutes: minutes } = ctx.services.config
  if (minutes === 0) return
  const runAt = new Date(ctx.now.getTime() + minutes * 60_000)
  await enqueueAnew(
    ctx,
    problemWaitingJob,
    taskIds.map((taskId) => ({ payload: { taskId, minutes }, key: String(taskId), runAt })),
  )
}

async function tellManagers(ctx: OpenContext, { taskId, minutes }: Waiting) {
  // Not locked: a call that changes the problem may wait for this job's row.
  const [problem] = await ctx.db
    .select({
      title: tasks.title,
      place: tasks.place,
      departmentId: tasks.departmentId,
      department: departments.name,
      ...{ assigneeId: tasks.assigneeId, status: tasks.status, deletedAt: tasks.deletedAt },
    })
    .from(tasks)
    .leftJoin(departments, eq(departments.id, tasks.departmentId))
    .where(eq(tasks.id, taskId))
  if (!problem || problem.assigneeId !== null || problem.status === 'completed' || problem.deletedAt !== null) return
  const managers = await peopleOnDuty(ctx, { from: 'manager' })
  const own = managers.filter(({ departmentId }) => departmentId !== null && departmentId === problem.departmentId)
  const recipients = (own.length > 0 ? own : managers).map(({ id }) => id)
  const { title, place, department } = problem
  await notify(ctx, recipients, {
    kind: 'problem-waiting',
    params: { title, place, department, minutes },
    subject: { type: 'task', id: taskId },
  })
}
