import type { Input } from '../../../shared/endpoint.ts'
import type { StepList, stepsApi } from '../../../shared/steps.ts'
import { invalidFields } from '../../base/errors.ts'
import { stepsFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { recount } from '../../core/tasks/contents.ts'
import { insertSteps } from '../../core/tasks/insert-steps.ts'
import { faultsOfStep } from '../../core/tasks/step-faults.ts'
import { mustBeFew } from './limits.ts'
import { stepsOf } from './rows.ts'

/**
 * Adds steps at the end of a task's list, all or none, and returns the whole list. Throws 400 beyond 100 steps, and for
 * a unit or limits that do not fit.
 */
export async function createSteps(ctx: Context, { params, body }: Input<typeof stepsApi.create>): Promise<StepList> {
  const faults = body.steps.flatMap((step, at) => faultsOfStep(step, `steps.${at}.`))
  if (faults.length > 0) throw invalidFields(faults)
  const { task, steps } = await stepsFor(ctx, params.id, 'task:update')
  mustBeFew(steps.length + body.steps.length, 'steps')
  const last = steps.at(-1)?.position ?? 0
  await insertSteps(ctx, task.id, body.steps, last)
  await recount(ctx, task.id)
  return { steps: await stepsOf(ctx, task) }
}
