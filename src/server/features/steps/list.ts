import type { Input } from '../../../shared/endpoint.ts'
import type { StepList, stepsApi } from '../../../shared/steps.ts'
import { taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { stepsOf } from './rows.ts'

/** The steps of a task in their order. Throws 404 when the viewer may not see the task. */
export async function listSteps(ctx: Context, { params }: Input<typeof stepsApi.list>): Promise<StepList> {
  return { steps: await stepsOf(ctx, await taskFor(ctx, params.id, 'task:read')) }
}
