import { eq } from 'drizzle-orm'
import type { Role } from '../../../../shared/permissions.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict } from '../../../base/errors.ts'
import type { Context } from '../../../core/context.ts'
import { isSecondStepRequired, secondStepsOf } from '../../../credentials/second-step.ts'
import { recoveryCodes } from '../../../db/tables/second-step.ts'

/**
 * After the viewer has removed a second step, in the same transaction: without another one the recovery codes go too.
 * Returns whether there is another. Throws 409 if there is none and the viewer's role of now must have one, so that
 * nothing is removed.
 */
export async function keepSecondStep(ctx: Context, role: Role): Promise<boolean> {
  const left = await secondStepsOf(ctx, ctx.viewer.id)
  if (left.length > 0) return true
  if (isSecondStepRequired(ctx.services.config, role))
    throw conflict('second_step_required', msg('Your role needs a second step. Set up another one first.'))
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, ctx.viewer.id))
  return false
}
