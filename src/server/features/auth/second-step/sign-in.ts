import { eq } from 'drizzle-orm'
import type { Viewer } from '../../../../shared/auth.ts'
import type { Input } from '../../../../shared/endpoint.ts'
import { msg } from '../../../../shared/message.ts'
import type { secondStepApi } from '../../../../shared/second-step.ts'
import { HttpError } from '../../../base/errors.ts'
import { auditApart, auditLimited } from '../../../core/audit.ts'
import type { OpenContext } from '../../../core/context.ts'
import { countAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { countRecoveryCodes, useCode } from '../../../credentials/codes.ts'
import { knownDevice } from '../../../credentials/devices.ts'
import { endStep, stepOf } from '../../../credentials/steps.ts'
import { users } from '../../../db/tables/people.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import { readAccounts } from '../accounts.ts'
import { completeSignIn, wrongCredentials } from '../complete-sign-in.ts'
import { notifyOfFailures } from '../notices.ts'

const wrongCode = () => new HttpError(401, 'wrong_code', msg('The code is wrong, or was used already'))

/**
 * Finishes a sign-in whose password was right, with a one-time code or a recovery code. The account's owner is notified of repeated wrong
 * codes, and of each recovery code that is used. Throws 401 `step_over` if this browser has not given a password lately, 401 `wrong_code`,
 * and 429 after too many wrong codes.
 */
export async function signInWithCode(ctx: OpenContext, { body }: Input<typeof secondStepApi.signIn>): Promise<Viewer> {
  const { userId } = await stepOf(ctx, 'second-step')
  const [account] = await readAccounts(ctx).where(eq(users.id, userId))
  if (!account?.user.isActive || account.user.deletedAt) throw wrongCredentials()
  const { user } = account
  const email = user.email.toLowerCase()
  const attempt = await countAttempt(ctx, 'code', email, await knownDevice(ctx, email))
  const finish = async (tx: OpenContext) => {
    const kind = await useCode(tx, userId, body.code)
    if (kind === null) throw wrongCode()
    await endStep(tx, 'second-step')
    await withdrawAttempt(tx, attempt.id)
    if (kind === 'app') return
    const params = { at: tx.now.toISOString(), left: await countRecoveryCodes(tx, userId) }
    await notifyOfSecurity(tx, user, { kind: 'recovery-code-used', params, subject: null })
  }
  try {
    return await completeSignIn(ctx, account, { hasSecondStep: true, finish })
  } catch (error) {
    if (error instanceof HttpError && error.code === 'wrong_code') {
      await auditApart(ctx, (tx) =>
        auditLimited(tx, 'session-refusal', userId, {
          ...{ action: 'session.refuse-code', resourceType: 'session', resourceId: null, userId },
        }),
      )
      if (attempt.isLast) await notifyOfFailures(ctx, user)
    }
    throw error
  }
}
