import type { Input } from '../../../shared/endpoint.ts'
import { usersApi } from '../../../shared/users.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { userFor } from '../../core/access-people.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { update } from '../../core/write.ts'
import { mustKnowCurrentPassword, wrongPassword } from '../../credentials/current-password.ts'
import { deleteDevicesOf } from '../../credentials/devices.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { accessChanged } from '../../db/bus.ts'
import { endSessionsOf } from '../../db/sessions.ts'
import { users } from '../../db/tables/people.ts'

/**
 * Sets a new password: one's own by the current one, somebody else's by who may manage them. Ends that person's other
 * sessions; one's own change keeps the session that it was made in.
 * A password that is too easily guessed is refused.
 */
export async function setPassword(ctx: Context, { params, body }: Input<typeof usersApi.setPassword>): Promise<void> {
  const isOwn = params.id === ctx.viewer.id
  const known = isOwn && (await mustKnowCurrentPassword(ctx, body.currentPassword, 'Current password is required'))
  const person = isOwn ? ctx.viewer : await inTransaction(ctx, (within) => userFor(within, params.id, 'user:manage'))
  await mustBeGoodPassword(ctx.services.config, body.newPassword, person)
  const passwordHash = await hashInQueue(ctx, body.newPassword)
  await inTransaction(ctx, async (within) => {
    await mustKeepLimit(within, usersApi.setPassword)
    const user = await userFor(within, params.id, isOwn ? 'profile:own' : 'user:manage')
    // Set meanwhile by somebody else, who may have done so because this one is known too well.
    if (isOwn && user.passwordHash !== known) throw wrongPassword(user.id)
    const keep = isOwn ? within.session : undefined
    await setNewPassword(within, user, passwordHash, { verb: 'set-password', keep })
  })
}

interface How {
  /** As the audit log names it. */
  verb: 'set-password' | 'reset-password'
  /** The session that goes on, and the browser that stays known. */
  keep?: { current: string | null; device: string | null } | undefined
}

/** The one place where a password changes: links to a new one and sessions end with it, and other browsers are known no more. */
export async function setNewPassword(
  ctx: OpenContext,
  user: typeof users.$inferSelect,
  passwordHash: string,
  { verb, keep }: How,
) {
  await endLinksOf(ctx, user.id)
  await endSessionsOf(ctx.db, user.id, keep?.current)
  await deleteDevicesOf(ctx, user.id, keep?.device ?? null)
  await update(ctx, users, user, { passwordHash }, verb)
  ctx.outbox.push(...accessChanged(user.id))
}
