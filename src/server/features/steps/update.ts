import type { Input } from '../../../shared/endpoint.ts'
import type { Step, stepsApi } from '../../../shared/steps.ts'
import { invalidFields } from '../../base/errors.ts'
import { stepFor } from '../../core/access-steps.ts'
import type { Context } from '../../core/context.ts'
import { searchTextOf } from '../../core/search-text.ts'
import { faultsOfStep } from '../../core/step-faults.ts'
import { recount } from '../../core/task-contents.ts'
import { update } from '../../core/write.ts'
import { taskSteps } from '../../db/tables/task-contents.ts'
import { deletePhotoOf } from './photo.ts'
import { stepOf } from './rows.ts'

/**
 * Changes what a step asks for. Another kind clears what was entered, and a kind without a unit and limits clears these. Throws 400
 * for a unit or limits that do not fit.
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
  return stepOf(ctx, task, step.id)
}

/** The columns of a step that is open. */
export const cleared = { value: null, photoId: null, doneBy: null, doneAt: null }
