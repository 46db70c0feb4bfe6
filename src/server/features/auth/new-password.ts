import { and, eq, gt } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { userFor } from '../../access.ts'
import { type Context, inTransaction, type OpenContext } from '../../context.ts'
import { accessChanged } from '../../db/bus.ts'
import { endSessionsOf } from '../../db/sessions.ts'
import { passwordResets, users } from '../../db/tables/people.ts'
import { invalid, Refusal } from '../../errors.ts'
import { hashPassword, isPassword } from '../../passwords.ts'
import { update } from '../../write.ts'
import { countTry, takeBack } from './tries.ts'
import { inTurn } from './turns.ts'

/**
 * Sets a new password: one's own by the current one, somebody else's by who may manage them. Ends that person's other
 * sessions; one's own change keeps the session that it was made in.
 */
export async function setPassword(ctx: Context, { params, body }: Input<typeof usersApi.setPassword>): Promise<void> {
  const isOwn = params.id === ctx.viewer.id
  const known = isOwn && (await inTurn(ctx.origin.ipAddress, () => mustKnowCurrent(ctx, body.currentPassword)))
  if (!isOwn) await inTransaction(ctx, (within) => userFor(within, params.id, 'user:manage'))
  const passwordHash = await hashPassword(body.newPassword)
  await inTransaction(ctx, async (within) => {
    const user = await userFor(within, params.id, isOwn ? 'profile:own' : 'user:manage')
    // Set meanwhile by somebody else, who may have done so because this one is known too well.
    if (isOwn && user.passwordHash !== known) throw wrongPassword()
    const keep = isOwn ? within.session.current : null
    await giveNewPassword(within, user, passwordHash, { verb: 'set-password', keep })
  })
}

/** The hash of the current password, or 400; tries count as those to sign in, so that an open session is no way to guess it. */
async function mustKnowCurrent(ctx: Context, currentPassword: string | undefined) {
  if (currentPassword === undefined) throw invalid('currentPassword', 'Current password is required')
  const { id, email } = ctx.viewer
  const tryId = await countTry(ctx, 'password', email.toLowerCase())
  const [own] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
  if (!(await isPassword(own?.passwordHash ?? null, currentPassword))) throw wrongPassword()
  await takeBack(ctx, tryId)
  return own?.passwordHash
}

const WRONG = 'Current password is incorrect'
const wrongPassword = () =>
  new Refusal(400, 'invalid', WRONG, { issues: [{ path: 'currentPassword', message: WRONG }] })

interface How {
  /** As the audit log names it. */
  verb: 'set-password' | 'reset-password'
  /** The session that goes on. */
  keep?: string | null
}

/** The one place where a password changes: links to a new one and sessions end with it. */
export async function giveNewPassword(
  ctx: OpenContext,
  user: typeof users.$inferSelect,
  passwordHash: string,
  { verb, keep = null }: How,
) {
  await endLinksOf(ctx, user.id)
  await endSessionsOf(ctx.db, user.id, keep)
  await update(ctx, users, user, { passwordHash }, verb)
  ctx.outbox.push(...accessChanged(user.id))
}

/** Before every request: one that came a moment earlier than what ended a link must find it ended, too. */
const LONG_AGO = new Date(0).toISOString()

/** No link to a new password that this person was sent works any more. */
export const endLinksOf = ({ db }: OpenContext, userId: string) =>
  db
    .update(passwordResets)
    .set({ expire: LONG_AGO })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expire, LONG_AGO)))
