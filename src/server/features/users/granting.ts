import { type Role, rankOf } from '../../../shared/permissions.ts'
import type { Context } from '../../core/context.ts'
import { mustBeProved } from '../../credentials/reauthentication.ts'

/**
 * Throws 403 `proof_needed` if accounts with a role above `user` are made or opened without a recent proof: anyone who
 * finds an administrator's screen open could otherwise have an account that stays.
 */
export function mustBeProvedToGrant(ctx: Context, people: readonly { role: Role }[]): void {
  if (people.some(({ role }) => rankOf(role) > rankOf('user'))) mustBeProved(ctx)
}
