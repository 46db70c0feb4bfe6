import type { Input } from '../../../shared/endpoint.ts'
import type { Step, stepsApi } from '../../../shared/steps.ts'
import { invalidFields } from '../../base/errors.ts'
import { stepFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { recount } from '../../core/tasks/contents.ts'
import { faultsOfStep } from '../../core/tasks/step-faults.ts'
import { searchTextOf } from '../../core/write/search-text.ts'
import { update } from '../../core/write/write.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { deletePhotoOf } from './photo.ts'
import { stepOfTask } from './rows.ts'

/**
 * Changes the fields of a step. Another kind clears the entry, and a kind without a unit and limits clears these.
 * Throws 400 for a unit or limits that do not fit.
 */
export async function updateStep(ctx: Context, { params, body }: Input<typeof stepsApi.update>): Promise<Step> {
  const { step, task } = await stepFor(ctx, params.id, 'task:update')
  const isOtherKind = body.kind !== undefined && body.kind !== step.kind
  const ofNumber = isOtherKind && body.kind !== 'number' ? { unit: null, min: null, max: null } : {}
  const values = { ...ofNumber, ...body }
  const faults = faultsOfStep({ ...step, ...values })
  if (faults.length > 0) throw invalidFields(faults)
  if (isOtherKind) await deletePhotoOf(ctx, step)
  await update(ctx, taskSteps, step, {
    ...values,
    ...(body.text !== undefined && { searchText: searchTextOf(body.text) }),
    ...(isOtherKind && cleared),
  })
  if (isOtherKind && step.doneAt !== null) await recount(ctx, task.id)
  return stepOfTask(ctx, task, step.id)
}

/** The columns of a step that is open. */
export const cleared = { value: null, photoId: null, doneBy: null, doneAt: null }
