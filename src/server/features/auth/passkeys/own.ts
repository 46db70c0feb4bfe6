import { and, asc, eq } from 'drizzle-orm'
import type { Input, Reply } from '../../../../shared/endpoint.ts'
import type { Passkey, passkeysApi } from '../../../../shared/passkeys.ts'
import { msg } from '../../../../shared/words/message.ts'
import { notFound } from '../../../base/errors.ts'
import type { Context } from '../../../core/context.ts'
import { audit } from '../../../core/write/audit.ts'
import { lockOwnAccount } from '../../../credentials/second-step.ts'
import { sessionsChanged } from '../../../db/events/events.ts'
import { passkeys } from '../../../db/tables/passkeys.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import { keepSecondStep } from '../second-step/keep.ts'

export const passkeyReply = ({ id, name, isSynced, createdAt, lastUsedAt }: Passkey): Passkey => ({
  ...{ id, name, isSynced, createdAt, lastUsedAt },
})

/** The viewer's passkeys, the oldest first. */
export async function listPasskeys({ db, viewer }: Context): Promise<Reply<typeof passkeysApi.list>> {
  const own = await db.select().from(passkeys).where(eq(passkeys.userId, viewer.id)).orderBy(asc(passkeys.id))
  return own.map(passkeyReply)
}

const isOwn = ({ viewer }: Context, id: number) => and(eq(passkeys.userId, viewer.id), eq(passkeys.id, id))
const noSuchPasskey = () => notFound(msg('This passkey no longer exists'))

/** Renames one of the viewer's passkeys. Throws 404. */
export async function renamePasskey(ctx: Context, { params, body }: Input<typeof passkeysApi.rename>): Promise<void> {
  const [before] = await ctx.db
    .select({ passkey: passkeys.name })
    .from(passkeys)
    .where(isOwn(ctx, params.id))
    .for('update')
  if (!before) throw noSuchPasskey()
  await ctx.db.update(passkeys).set({ name: body.name }).where(isOwn(ctx, params.id))
  await logPasskey(ctx, 'user.rename-passkey', { before, after: { passkey: body.name } })
}

/**
 * Removes one of the viewer's passkeys. With the last second step the recovery codes go too. Throws 404, and 409 if the
 * viewer's role must have a second step and they have no other.
 */
export async function removePasskey(ctx: Context, { params }: Input<typeof passkeysApi.remove>): Promise<void> {
  const { role } = await lockOwnAccount(ctx)
  const [gone] = await ctx.db.delete(passkeys).where(isOwn(ctx, params.id)).returning({ name: passkeys.name })
  if (!gone) throw noSuchPasskey()
  await keepSecondStep(ctx, role)
  await logPasskey(ctx, 'user.remove-passkey', { passkey: gone.name })
  const words = { at: ctx.now.toISOString(), name: gone.name }
  await notifyOfSecurity(ctx, ctx.viewer, { kind: 'passkey-removed', params: words, subject: null })
}

/** Logs the viewer's change of a passkey, and has open pages read them again. */
export async function logPasskey(ctx: Context, action: string, details: object): Promise<void> {
  const { id } = ctx.viewer
  await audit(ctx, { action, resourceType: 'user', resourceId: id, details })
  ctx.outbox.push(sessionsChanged(id))
}
