import type { Input } from '../../../shared/endpoint.ts'
import { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { userFor } from '../../core/access/people.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { update } from '../../core/write/write.ts'
import { mustKnowCurrentPassword, wrongPassword } from '../../credentials/current-password.ts'
import { deleteDevicesOf } from '../../credentials/devices.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { endIdentitiesOf } from '../../credentials/identities.ts'
import { endInvitationsOf } from '../../credentials/invitations.ts'
import { mustBeProved } from '../../credentials/reauthentication.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { endStepsOf } from '../../credentials/sign-in-steps.ts'
import { accessChanged } from '../../db/events/events.ts'
import { endSessionsOf } from '../../db/sessions.ts'
import { users } from '../../db/tables/users.ts'

/**
 * Sets a new password: the viewer's own, which needs the current one, or one for a person they manage. It ends the
 * person's sessions, except the session in which they change their own password. Throws 400 for a wrong current
 * password and for a new one that is too easy to guess, 403 also without a recent proof for another person's, 404, and
 * 429 after too many changes.
 */
export async function setPassword(ctx: Context, { params, body }: Input<typeof usersApi.setPassword>): Promise<void> {
  const isOwn = params.id === ctx.viewer.id
  const verifiedHash =
    isOwn && (await mustKnowCurrentPassword(ctx, body.currentPassword, msg('Current password is required')))
  const person = isOwn ? ctx.viewer : await inTransaction(ctx, (tx) => userFor(tx, params.id, 'user:manage'))
  if (!isOwn) mustBeProved(ctx)
  await mustBeGoodPassword(ctx.services.config, body.newPassword, person)
  const passwordHash = await hashInQueue(ctx, body.newPassword)
  await inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, usersApi.setPassword)
    const user = await userFor(tx, params.id, isOwn ? 'profile:own' : 'user:manage')
    // An administrator may have set another one meanwhile, perhaps because a stranger knows the old one.
    if (isOwn && user.passwordHash !== verifiedHash) throw wrongPassword(user.id)
    const keep = isOwn ? tx.session : undefined
    await setNewPassword(tx, user, passwordHash, { verb: 'set-password', keep })
  })
}

interface SetPasswordOptions {
  /** The verb in the audit log. */
  verb: 'set-password' | 'reset-password' | 'accept-invitation'
  /** The session that does not end, and the browser that stays known. */
  keep?: { current: string | null; device: string | null } | undefined
}

/**
 * Stores a new password. It ends links to a new password, invitations, sign-ins that wait for a step, and sessions. It
 * forgets the person's other browsers, and their account at the provider of single sign-on: the new password joins it
 * again, once.
 */
export async function setNewPassword(
  ctx: OpenContext,
  user: typeof users.$inferSelect,
  passwordHash: string,
  { verb, keep }: SetPasswordOptions,
) {
  await endLinksOf(ctx, [user.id])
  await endStepsOf(ctx, [user.id])
  await endInvitationsOf(ctx, [user.id])
  await endIdentitiesOf(ctx, user.id)
  await endSessionsOf(ctx.db, [user.id], keep?.current)
  await deleteDevicesOf(ctx, user.id, keep?.device ?? null)
  await update(ctx, users, user, { passwordHash }, verb)
  ctx.outbox.push(...accessChanged(user.id))
}
