import { rankOf } from '../../shared/permissions.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Config } from '../base/config.ts'
import type { users } from '../db/tables/users.ts'

/**
 * Whether a password signs this person in. With `OIDC_ONLY` only a god's does: somebody has to get in when the provider
 * is down, was set up wrongly, or was taken over.
 */
export const maySignInByPassword = (
  { provider }: Pick<Config, 'provider'>,
  { role }: Pick<typeof users.$inferSelect, 'role'>,
): boolean => !provider?.only || role === 'god'

/** The message where passwords do not count. */
export const signInAtProvider = ({ provider }: Pick<Config, 'provider'>): Message =>
  msg('Passwords are not used here. Sign in with {name}.', { name: provider?.name ?? '' })

/**
 * Whether an account is linked to one at the provider in a session of its person alone, or by an invitation: a new
 * account there must never open one that manages others.
 */
export const isLinkedWithin = ({ role }: Pick<typeof users.$inferSelect, 'role'>): boolean =>
  rankOf(role) >= rankOf('admin')
