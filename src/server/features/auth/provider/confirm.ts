import type { Viewer } from '../../../../shared/auth.ts'
import type { Input } from '../../../../shared/endpoint.ts'
import { msg } from '../../../../shared/message.ts'
import type { providerApi } from '../../../../shared/provider.ts'
import { HttpError } from '../../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownDevice } from '../../../credentials/devices.ts'
import { secondStepsOf } from '../../../credentials/second-steps.ts'
import { inSignInQueue } from '../../../credentials/sign-in-queue.ts'
import { askForStep, endStep, stepOf } from '../../../credentials/steps.ts'
import { completeSignIn, secondStepNeeded } from '../complete-sign-in.ts'
import { accountOfPassword } from '../right-password.ts'

/** The same for a wrong password, an address without an account, and a closed account. */
const wrongPassword = () => new HttpError(401, 'wrong_credentials', msg('This is not the password of your account'))

/**
 * Joins the account that has the e-mail address which the provider named, by its password. From then on the provider is enough. Throws
 * 401 `step_over` if the browser does not come from the provider, 401 `wrong_credentials`, 401 `second_step` if the person has one, and 429
 * after too many wrong passwords.
 */
export async function confirmByPassword(
  ctx: OpenContext,
  { body: { password } }: Input<typeof providerApi.confirm>,
): Promise<Viewer> {
  const { data } = await stepOf(ctx, 'provider-password')
  const { email, provider } = data
  const device = await knownDevice(ctx, email)
  return inSignInQueue(ctx.origin.ipAddress, device, async () => {
    const given = { email, password, device }
    const rules = { refusal: wrongPassword, counts: () => true }
    const { account, attemptId } = await accountOfPassword(ctx, given, rules)
    const { id: userId } = account.user
    const finish = async (tx: OpenContext) => {
      await withdrawAttempt(tx, attemptId)
      await endStep(tx, 'provider-password')
    }
    const secondSteps = await secondStepsOf(ctx, userId)
    if (secondSteps.length === 0) return completeSignIn(ctx, account, { hasSecondStep: false, finish, provider })
    await inTransaction(ctx, async (tx) => {
      await finish(tx)
      await askForStep(tx, 'second-step', { userId, data: { provider } })
    })
    throw secondStepNeeded(secondSteps)
  })
}
