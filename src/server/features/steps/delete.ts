import type { Input } from '../../../shared/endpoint.ts'
import type { stepsApi } from '../../../shared/steps.ts'
import { stepFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { recount } from '../../core/tasks/contents.ts'
import { remove } from '../../core/write/write.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { deletePhotoOf } from './photo.ts'

/** Deletes a step with its entry. It can be restored for 30 days. */
export async function deleteStep(ctx: Context, { params }: Input<typeof stepsApi.remove>): Promise<void> {
  const { step, task } = await stepFor(ctx, params.id, 'task:update')
  await deletePhotoOf(ctx, step)
  await remove(ctx, taskSteps, step)
  await recount(ctx, task.id)
}
