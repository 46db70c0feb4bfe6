import { lt } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Step, stepsApi } from '../../../shared/steps.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import { stepFor, stepsFor } from '../../core/access/steps.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { recount } from '../../core/tasks/contents.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { update } from '../../core/write/write.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { mustBeFew } from './limits.ts'
import { restorePhotoOf } from './photo.ts'
import { stepOfTask } from './rows.ts'

/** Restores a deleted step with its entry, at its place. Throws 404 after 30 days, 400 for too many steps. */
export async function restoreStep(ctx: Context, { params }: Input<typeof stepsApi.restore>): Promise<Step> {
  const { step, task } = await stepFor(ctx, params.id, 'task:update', true)
  if ((step.deletedAt ?? '') < restoreLimit(ctx.now)) throw notFound(msg('There is no such step'))
  const { steps } = await stepsFor(ctx, task.id, 'task:update')
  mustBeFew(steps.length + 1)
  await restorePhotoOf(ctx, step)
  await update(ctx, taskSteps, step, { deletedAt: null }, 'restore')
  await recount(ctx, task.id)
  return stepOfTask(ctx, task, step.id)
}

/** Removes steps with their entries, 30 days after their deletion. */
export const purgeDeletedSteps = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, taskSteps, lt(taskSteps.deletedAt, restoreLimit(now)), signal)
