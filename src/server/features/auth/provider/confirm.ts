import type { Viewer } from '../../../../shared/auth.ts'
import type { Input } from '../../../../shared/endpoint.ts'
import type { providerApi } from '../../../../shared/provider.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict, HttpError } from '../../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownDevice } from '../../../credentials/devices.ts'
import { isLinkedWithin, maySignInByPassword } from '../../../credentials/password-allowed.ts'
import { secondStepsOf } from '../../../credentials/second-step.ts'
import { byEmail } from '../../../credentials/sign-in-name.ts'
import { inSignInQueue } from '../../../credentials/sign-in-queue.ts'
import { askForStep, endStep, stepOf } from '../../../credentials/sign-in-steps.ts'
import { completeSignIn, secondStepNeeded } from '../complete-sign-in.ts'
import { accountOfPassword } from '../right-password.ts'

/** The same for a wrong password, an address without an account, and a closed account. */
const wrongPassword = () => new HttpError(401, 'wrong_credentials', msg('This is not the password of your account'))

/** People who manage others link their account where they are signed in. Without a password, an invitation does. */
const linkWithin = ({ services }: OpenContext, user: Parameters<typeof isLinkedWithin>[0]) =>
  conflict(
    'link_within',
    maySignInByPassword(services.config, user)
      ? msg('Sign in with your password, and link your account in your profile, under Sign-in and security.')
      : msg('Ask an administrator for an invitation. It links your account.'),
  )

/**
 * Joins the account that has the e-mail address which the provider named, by its password. From then on the provider is
 * enough. Throws 401 `step_over` if the browser does not come from the provider, 401 `wrong_credentials`, 401
 * `second_step` if the person has one, 409 `link_within` for admins and gods, and 429 after too many wrong passwords.
 */
export async function confirmByPassword(
  ctx: OpenContext,
  { body: { password } }: Input<typeof providerApi.confirm>,
): Promise<Viewer> {
  const { data } = await stepOf(ctx, 'provider-password')
  const { email, provider } = data
  const device = await knownDevice(ctx, byEmail(email))
  return inSignInQueue(ctx.origin.ipAddress, device, async () => {
    const given = { name: byEmail(email), password, device }
    const rules = { refusal: wrongPassword, counts: () => true }
    const { account, attemptId } = await accountOfPassword(ctx, given, rules)
    const { id: userId } = account.user
    if (isLinkedWithin(account.user)) {
      await withdrawAttempt(ctx, attemptId)
      throw linkWithin(ctx, account.user)
    }
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
