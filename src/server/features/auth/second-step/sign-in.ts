import { eq } from 'drizzle-orm'
import type { Viewer } from '../../../../shared/auth.ts'
import type { Input } from '../../../../shared/endpoint.ts'
import type { secondStepApi } from '../../../../shared/second-step.ts'
import { msg } from '../../../../shared/words/message.ts'
import { HttpError } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'
import { countAttempt } from '../../../credentials/attempts.ts'
import { knownDevice } from '../../../credentials/devices.ts'
import { signInNameOf } from '../../../credentials/sign-in-name.ts'
import { endStep, stepOf } from '../../../credentials/sign-in-steps.ts'
import { users } from '../../../db/tables/users.ts'
import { readAccounts } from '../accounts.ts'
import { completeSignIn, wrongCredentials } from '../complete-sign-in.ts'
import { noteWrongCode, useCodeOf } from './use-code.ts'

const wrongCode = () => new HttpError(401, 'wrong_code', msg('The code is wrong, or was used already'))

/**
 * Finishes a sign-in after a right password, with a one-time code or a recovery code. The account's owner is notified
 * of repeated wrong codes, and of each recovery code that is used. Throws 401 `step_over` if this browser has not given
 * a password lately, 401 `wrong_code`, and 429 after too many wrong codes.
 */
export async function signInWithCode(ctx: OpenContext, { body }: Input<typeof secondStepApi.signIn>): Promise<Viewer> {
  const { userId } = await stepOf(ctx, 'second-step')
  const [account] = await readAccounts(ctx).where(eq(users.id, userId))
  if (!account?.user.isActive || account.user.deletedAt) throw wrongCredentials()
  const { user } = account
  const name = signInNameOf(user)
  const attempt = await countAttempt(ctx, 'code', name.value, await knownDevice(ctx, name))
  const finish = async (tx: OpenContext) => {
    await useCodeOf(tx, user, body.code, { attempt, wrongCode })
    await endStep(tx, 'second-step')
  }
  try {
    return await completeSignIn(ctx, account, { hasSecondStep: true, finish })
  } catch (error) {
    if (error instanceof HttpError && error.code === 'wrong_code') await noteWrongCode(ctx, user, attempt)
    throw error
  }
}
