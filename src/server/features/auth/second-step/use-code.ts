import type { HttpError } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'
import { auditApart, auditLimited } from '../../../core/write/audit.ts'
import { type countAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { countRecoveryCodes, useCode } from '../../../credentials/codes.ts'
import { type AccountOwner, notifyOfSecurity } from '../../notifications/security.ts'
import { notifyOfFailures } from '../notices.ts'

type Attempt = Awaited<ReturnType<typeof countAttempt>>

/**
 * Uses a code of this person, and withdraws the attempt. They are notified of a recovery code. Throws `wrongCode` for a
 * code that is wrong or was used already. Call it in the transaction of the action that it allows, and `noteWrongCode`
 * after that has failed.
 */
export async function useCodeOf(
  tx: OpenContext,
  user: AccountOwner,
  code: string,
  { attempt, wrongCode }: { attempt: Attempt; wrongCode: () => HttpError },
): Promise<void> {
  const kind = await useCode(tx, user.id, code)
  if (kind === null) throw wrongCode()
  await withdrawAttempt(tx, attempt.id)
  if (kind === 'app') return
  const params = { at: tx.now.toISOString(), left: await countRecoveryCodes(tx, user.id) }
  await notifyOfSecurity(tx, user, { kind: 'recovery-code-used', params, subject: null })
}

/** Logs a wrong code, and notifies its person of repeated ones. Never call it in a transaction. */
export async function noteWrongCode(ctx: OpenContext, user: AccountOwner, attempt: Attempt): Promise<void> {
  await auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', user.id, {
      ...{ action: 'session.refuse-code', resourceType: 'session', resourceId: null, userId: user.id },
    }),
  )
  if (attempt.isLast) await notifyOfFailures(ctx, user)
}
