import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { may, type Permission } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { photos } from '../../db/tables/photos.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import type { Context } from '../context.ts'
import { lockTaskOf, ownLoosePhotos, taskFor } from './access.ts'

/** The only way to steps, by the same rules as in `access.ts`: people who may see a task may see its steps. */

/**
 * Finds one step, or one that was deleted, and its task. Locks both until the end of the transaction, the task first:
 * so do all who change its contents. Throws 404 when the viewer may not see the task, 403 without the permission.
 */
export async function stepFor(ctx: Context, id: number, permission: Permission, isDeleted = false) {
  const task = await lockTaskOf(ctx, taskSteps, id)
  const isThere = isDeleted ? isNotNull(taskSteps.deletedAt) : isNull(taskSteps.deletedAt)
  const [step] = task
    ? await ctx.db
        .select()
        .from(taskSteps)
        .where(and(eq(taskSteps.id, id), isThere))
        .for('update')
    : []
  if (!task || !step || !may(ctx.viewer, 'task:read', task)) throw notFound(msg('There is no such step'))
  if (!may(ctx.viewer, permission, task)) throw forbidden()
  return { step, task }
}

/** Finds and locks a task and its steps, in their order, for a change of them. Throws 404 or 403 as `stepFor` does. */
export async function stepsFor(ctx: Context, taskId: number, permission: Permission) {
  const task = await taskFor(ctx, taskId, permission)
  const steps = await ctx.db
    .select()
    .from(taskSteps)
    .where(activeStepsOf(task.id))
    .orderBy(asc(taskSteps.position), asc(taskSteps.id))
    .for('update')
  return { task, steps }
}

/** The steps of a task that the viewer may see, without those that were deleted. */
export const activeStepsOf = (taskId: number) => and(eq(taskSteps.taskId, taskId), isNull(taskSteps.deletedAt))

/**
 * Finds and locks the photo that a step is to show: one that the viewer has uploaded and that hangs on nothing yet, or
 * the one that the step has. Undefined if it is neither.
 */
export async function photoForStep(ctx: Context, id: string, step: typeof taskSteps.$inferSelect) {
  const [photo] = await ctx.db
    .select()
    .from(photos)
    .where(
      sql`${photos.id} = ${id} and (${ownLoosePhotos(ctx)} or ${photos.id} = ${step.photoId} and ${photos.deletedAt} is null)`,
    )
    .for('update')
  return photo
}
