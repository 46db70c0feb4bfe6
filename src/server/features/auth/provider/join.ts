import { msg } from '../../../../shared/words/message.ts'
import { conflict } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'
import { audit } from '../../../core/write/audit.ts'
import { addIdentity, identityOf, knownAs, type ProviderSignIn } from '../../../credentials/identities.ts'
import { personOfInvitation } from '../../../credentials/invitations.ts'
import { isLinkedWithin } from '../../../credentials/password-allowed.ts'
import { signInOver } from '../../../credentials/sign-in-steps.ts'
import type { users } from '../../../db/tables/users.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'

/** Limits notices that an account was linked: a person who knows its password must not flood its owner. */
const NOTICES = { maxPerDay: 10, minIntervalMs: 0 }

type User = typeof users.$inferSelect

/** Whether the provider's word for the address is enough. After an earlier link it may be a successor's address. */
export async function mayJoinByEmail(ctx: OpenContext, user: User, issuer: string): Promise<boolean> {
  if (!ctx.services.config.provider?.linkByEmail || !user.isActive || isLinkedWithin(user)) return false
  return !(await identityOf(ctx, user.id, issuer))
}

/**
 * Throws 401 unless an account of the provider may be joined to this one. It is asked in the transaction that joins it:
 * the role may have changed, the invitation ended, and another account been linked, since the person was sent to the
 * provider.
 */
export async function mustBeJoinable(
  ctx: OpenContext,
  user: User,
  { joinedBy, issuer }: Pick<ProviderSignIn, 'joinedBy' | 'issuer'>,
): Promise<void> {
  if (joinedBy === 'creation') return
  if (typeof joinedBy === 'object') {
    if ((await personOfInvitation(ctx, joinedBy.invitation))?.id === user.id) return
  } else if (!isLinkedWithin(user)) {
    if (joinedBy === 'password' || (joinedBy === 'email' && (await mayJoinByEmail(ctx, user, issuer)))) return
  }
  throw signInOver()
}

/**
 * Joins an account of the provider to this one, which is locked. Its owner is told, unless the provider has just made
 * it. Throws 409 `provider_taken` if somebody else is known by that account.
 */
export async function joinAccount(
  ctx: OpenContext,
  user: User,
  key: Pick<ProviderSignIn, 'issuer' | 'subject'>,
  { isNewAccount = false }: { isNewAccount?: boolean } = {},
): Promise<void> {
  const name = ctx.services.provider?.name ?? key.issuer
  const known = await knownAs(ctx, key)
  if (known && known.id !== user.id && known.deletedAt === null)
    throw conflict('provider_taken', msg('This account at {name} is linked to somebody else in Muster.', { name }))
  await addIdentity(ctx, user.id, key)
  const about = { resourceType: 'user', resourceId: user.id, userId: user.id }
  await audit(ctx, { action: 'user.link-provider', ...about, details: { issuer: key.issuer } })
  if (isNewAccount) return
  const params = { name, at: ctx.now.toISOString() }
  await notifyOfSecurity(ctx, user, { kind: 'provider-linked', params, subject: null }, NOTICES)
}
