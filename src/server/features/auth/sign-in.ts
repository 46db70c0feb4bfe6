import type { authApi, Viewer } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Config } from '../../base/config.ts'
import { HttpError } from '../../base/errors.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { viewerReply } from '../../core/people/viewer.ts'
import { withdrawAttempt } from '../../credentials/attempts.ts'
import { knownDevice } from '../../credentials/devices.ts'
import { endSession } from '../../credentials/end-session.ts'
import { maySignInByPassword, signInAtProvider } from '../../credentials/password-allowed.ts'
import { secondStepsOf } from '../../credentials/second-step.ts'
import { type SignInName, typedName } from '../../credentials/sign-in-name.ts'
import { inSignInQueue } from '../../credentials/sign-in-queue.ts'
import { askForStep } from '../../credentials/sign-in-steps.ts'
import { completeSignIn, secondStepNeeded, wrongCredentials } from './complete-sign-in.ts'
import { accountOfPassword } from './right-password.ts'

/** The viewer, with the deployment's facts about itself. */
export const readSession = (ctx: Context): Promise<Viewer> => viewerReply(ctx, ctx.viewer, ctx.session)

/**
 * Signs in. The account's owner is notified of repeated failures and of a new browser.
 *
 * Throws 401 for an unknown e-mail address or user name, a wrong password and a closed account: the message and the
 * time that it takes are the same. Throws 401 `second_step` after a right password of somebody who has a second step;
 * then the browser is asked for it. With `OIDC_ONLY` the password of nobody but a god is right. Throws 429 after too
 * many failed attempts: from this network address for this account, from it altogether, or for this account from
 * browsers that are not known. Throws 503 when too many sign-ins are queued.
 */
export async function signIn(ctx: OpenContext, { body }: Input<typeof authApi.login>): Promise<Viewer> {
  const name = typedName(body)
  const device = await knownDevice(ctx, name)
  return inSignInQueue(ctx.origin.ipAddress, device, () => signInNow(ctx, name, body.password, device))
}

async function signInNow(ctx: OpenContext, name: SignInName, password: string, device: string | null): Promise<Viewer> {
  const { config } = ctx.services
  const { account, attemptId } = await accountOfPassword(
    ctx,
    { name, password, device },
    {
      refusal: () => (config.provider?.only ? passwordsOff(config) : wrongCredentials(name.field)),
      counts: (user) => maySignInByPassword(config, user),
    },
  )
  const { id: userId } = account.user
  const secondSteps = await secondStepsOf(ctx, userId)
  if (secondSteps.length === 0)
    return completeSignIn(ctx, account, { hasSecondStep: false, finish: (tx) => withdrawAttempt(tx, attemptId) })
  await inTransaction(ctx, async (tx) => {
    await withdrawAttempt(tx, attemptId)
    await askForStep(tx, 'second-step', { userId, data: {} })
  })
  throw secondStepNeeded(secondSteps)
}

/** 401 for every password but a right one of a god: that it is right is told nobody else. */
const passwordsOff = (config: Config) => new HttpError(401, 'wrong_credentials', signInAtProvider(config))

/** Ends the browser's session; without one it does nothing. */
export const signOut = (ctx: OpenContext): Promise<void> => endSession(ctx)
