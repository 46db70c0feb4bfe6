import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Step } from '../../../shared/steps.ts'
import { activeStepsOf } from '../../core/access/steps.ts'
import type { Context, Services } from '../../core/context.ts'
import { seesStepTimes } from '../../core/tasks/step-times.ts'
import { audienceOfTask } from '../../core/write/audiences.ts'
import type { LiveRow } from '../../core/write/live-rows.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * The steps of a task as replies give them. When a step was done is shown to those who may update the task, unless the
 * deployment does not want that (`STEP_TIMES`), and to the person who did it.
 */
async function stepsWhere(ctx: Context, task: TaskRow, condition: SQL | undefined): Promise<Step[]> {
  const { id, position, text, kind, required, unit, min, max, value, photoId, doneAt } = taskSteps
  const rows = await ctx.db
    .select({
      ...{ id, position, text, kind, required, unit, min, max, value, photoId, doneAt },
      doneBy: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(taskSteps)
    .leftJoin(users, eq(users.id, taskSteps.doneBy))
    .where(condition)
    .orderBy(asc(position), asc(id))
  const seesTimes = seesStepTimes(ctx, task)
  return rows.map(({ photoId, ...step }) => ({
    ...step,
    // An open step keeps the id of a photo that was removed, until it comes back or another takes its place.
    photoId: step.doneAt && photoId,
    value: (step.doneAt && photoId) ?? step.value,
    doneAt: seesTimes || step.doneBy?.id === ctx.viewer.id ? step.doneAt : null,
  }))
}

/** The steps of a task in their order. The caller has found the task through `access`. */
export const stepsOf = (ctx: Context, task: TaskRow): Promise<Step[]> => stepsWhere(ctx, task, activeStepsOf(task.id))

/** One step of a task. The caller has found it through `access`. */
export async function stepOfTask(ctx: Context, task: TaskRow, id: number): Promise<Step> {
  const [step] = await stepsWhere(ctx, task, and(activeStepsOf(task.id), eq(taskSteps.id, id)))
  if (!step) throw new Error(`Step ${id} is gone`)
  return step
}

/** Steps as pages that follow changes receive them, with their task's id. Not everybody may see when they were done. */
export async function liveSteps({ database }: Services, ids: number[]) {
  const { departmentId, assigneeId, creatorId } = tasks
  const rows = await database.orm
    .select({ id: taskSteps.id, taskId: taskSteps.taskId, task: { departmentId, assigneeId, creatorId } })
    .from(taskSteps)
    .innerJoin(tasks, eq(tasks.id, taskSteps.taskId))
    .where(and(inArray(taskSteps.id, ids), isNull(taskSteps.deletedAt), isNull(tasks.deletedAt)))
  return new Map<number, LiveRow>(
    rows.map(({ id, taskId, task }) => [id, { json: JSON.stringify({ id, taskId }), audience: audienceOfTask(task) }]),
  )
}
