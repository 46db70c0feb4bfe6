import { eq } from 'drizzle-orm'
import { type Message, msg } from '../../shared/words/message.ts'
import { HttpError, invalid } from '../base/errors.ts'
import { isPassword } from '../base/passwords.ts'
import type { Context } from '../core/context.ts'
import { users } from '../db/tables/users.ts'
import { countAttempt, withdrawAttempt } from './attempts.ts'
import { signInNameOf } from './sign-in-name.ts'
import { inSignInQueue } from './sign-in-queue.ts'

/**
 * Checks the viewer's current password and returns its hash. Throws 400 with the message `missing` if no password was
 * sent, and 400 if it is wrong. Attempts are counted for the session, so that an open session does not help to guess
 * the password, and other clients do not use up its attempts. Throws 401 or 409 if the session or the viewer's rights
 * have ended meanwhile. Never call it in a transaction: the refusal would roll the counted attempt back.
 */
export async function mustKnowCurrentPassword(ctx: Context, password: string | undefined, missing: Message) {
  if (password === undefined) throw invalid('currentPassword', missing)
  const { id } = ctx.viewer
  const budget = ctx.session.current && `session ${ctx.session.current}`
  const verifiedHash = await inSignInQueue(ctx.origin.ipAddress, budget, async () => {
    const counted = await countAttempt(ctx, 'password', signInNameOf(ctx.viewer).value, budget)
    const [own] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
    if (!own || !(await isPassword(own.passwordHash, password))) throw wrongPassword(id)
    await withdrawAttempt(ctx, counted.id)
    return own.passwordHash
  })
  await ctx.session.recheck()
  return verifiedHash
}

const WRONG = msg('Current password is incorrect')

/** 400 for a wrong current password of this person. It leaves an entry in the audit log. */
export const wrongPassword = (userId: string) =>
  new HttpError(400, 'invalid', WRONG, {
    issues: [{ path: 'currentPassword', message: WRONG }],
    auditEntry: { action: 'user.refuse-password', resourceType: 'user', resourceId: userId },
  })
