import type { HttpError } from '../../base/errors.ts'
import { isPassword } from '../../base/passwords.ts'
import type { OpenContext } from '../../core/context.ts'
import { auditApart, auditLimited } from '../../core/write/audit.ts'
import { countAttempt } from '../../credentials/attempts.ts'
import { hasSignInName, type SignInName } from '../../credentials/sign-in-name.ts'
import type { users } from '../../db/tables/users.ts'
import { type Account, readAccounts } from './accounts.ts'
import { notifyOfFailures } from './notices.ts'

/**
 * The account of this name if the password is right and counts, and the attempt, which still
 * counts. The account's owner is notified of repeated failures. Throws `refusal` for everything that is not right,
 * after the same time, and 429 after too many attempts. Call it in the queue of sign-ins.
 *
 * @param device the request's browser, if the account has signed in there before
 */
export async function accountOfPassword(
  ctx: OpenContext,
  { name, password, device }: { name: SignInName; password: string; device: string | null },
  { refusal, counts }: { refusal: () => HttpError; counts: (user: typeof users.$inferSelect) => boolean },
): Promise<{ account: Account; attemptId: number }> {
  const attempt = await countAttempt(ctx, 'password', name.value, device)
  const [found] = await readAccounts(ctx).where(hasSignInName(name))
  const isRight = await isPassword(found?.user.passwordHash ?? null, password)
  if (!found || !isRight || !found.user.isActive || !counts(found.user)) {
    await logRefusal(ctx, name, found?.user.id)
    if (attempt.isLast && found?.user.isActive) await notifyOfFailures(ctx, found.user)
    throw refusal()
  }
  return { account: found, attemptId: attempt.id }
}

/** Logs a refused sign-in. Unknown names share one limit, because a stranger can invent any number of them. */
const logRefusal = (ctx: OpenContext, { field, value }: SignInName, userId: string | undefined) =>
  auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', userId ?? 'strangers', {
      action: 'session.refuse',
      resourceType: 'session',
      resourceId: null,
      userId,
      // A text without @ may be a password that was typed into the wrong field.
      details: field === 'email' && value.includes('@') ? { email: value } : {},
    }),
  )
