import { eq } from 'drizzle-orm'
import { HttpError, invalid } from '../base/errors.ts'
import { isPassword } from '../base/passwords.ts'
import type { Context } from '../core/context.ts'
import { users } from '../db/tables/people.ts'
import { countAttempt, withdrawAttempt } from './attempts.ts'
import { inSignInQueue } from './sign-in-queue.ts'

/**
 * The hash of the viewer's current password, or 400: with the words `missing` when none was sent, else when it is wrong. Attempts
 * are counted for the session that they are made in, so that an open session is no way to guess the password, and nobody
 * elsewhere gets in its way. It must run outside a transaction, which a refusal would take the count back with.
 */
export async function mustKnowCurrentPassword(ctx: Context, password: string | undefined, missing: string) {
  if (password === undefined) throw invalid('currentPassword', missing)
  const { id, email } = ctx.viewer
  const budget = ctx.session.current && `session ${ctx.session.current}`
  return inSignInQueue(ctx.origin.ipAddress, budget, async () => {
    const counted = await countAttempt(ctx, 'password', email.toLowerCase(), budget)
    const [own] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
    if (!own || !(await isPassword(own.passwordHash, password))) throw wrongPassword(id)
    await withdrawAttempt(ctx, counted.id)
    return own.passwordHash
  })
}

const WRONG = 'Current password is incorrect'
/** 400 for a wrong current password of this person, which the audit log is told of. */
export const wrongPassword = (userId: string) =>
  new HttpError(400, 'invalid', WRONG, {
    issues: [{ path: 'currentPassword', message: WRONG }],
    auditEntry: { action: 'user.refuse-password', resourceType: 'user', resourceId: userId },
  })
