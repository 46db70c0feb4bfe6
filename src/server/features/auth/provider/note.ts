import { eq } from 'drizzle-orm'
import type { OpenContext } from '../../../core/context.ts'
import { update } from '../../../core/write/write.ts'
import { noteKnown, type ProviderSignIn } from '../../../credentials/identities.ts'
import { endInvitationsOf } from '../../../credentials/invitations.ts'
import { applySecondStepRule } from '../../../credentials/second-step.ts'
import { endStepsOf } from '../../../credentials/sign-in-steps.ts'
import { departmentOf } from '../../../db/departments.ts'
import { accessChanged } from '../../../db/events/events.ts'
import { users } from '../../../db/tables/users.ts'
import { endShiftOf } from '../../notifications/end-shift.ts'
import { followRights } from '../../notifications/owners.ts'
import type { Account } from '../accounts.ts'
import { departmentIdOf } from './department.ts'
import { joinAccount, mustBeJoinable } from './join.ts'

/**
 * Notes a sign-in at the provider, in the transaction that begins the session: the person's account there, and the role
 * and department of their groups. A god stays a god: groups neither make gods nor take the role away. Returns the
 * account as it is then. Throws 401 if nothing may link the account any more, 409 `provider_taken`.
 */
export async function noteProviderSignIn(
  ctx: OpenContext,
  userId: string,
  { grant, joinedBy, ...key }: ProviderSignIn,
): Promise<Account> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user) throw new Error('The account is gone')
  if (!(await noteKnown(ctx, userId, key))) {
    await mustBeJoinable(ctx, user, { joinedBy, issuer: key.issuer })
    await joinAccount(ctx, user, key, { isNewAccount: joinedBy === 'creation' })
  }
  if (typeof joinedBy === 'object') await endInvitationsOf(ctx, [userId])
  const current = grant ? await applyGrant(ctx, user, grant) : user
  return { user: current, department: await departmentOf(ctx.db, current.departmentId) }
}

async function applyGrant(
  ctx: OpenContext,
  user: typeof users.$inferSelect,
  { role, department }: NonNullable<ProviderSignIn['grant']>,
) {
  if (user.role === 'god') return user
  const departmentId = (await departmentIdOf(ctx, department)) ?? user.departmentId
  const current = await update(ctx, users, user, { role, departmentId }, 'update-by-provider')
  if (current === user) return user
  // An earlier answer of the provider must not count again in another browser that waits for a second step.
  if (current.role !== user.role) await endStepsOf(ctx, [user.id])
  await followRights(ctx, [{ before: user, after: current }])
  // A person who can no longer clock out must not stay on the clock.
  if (role === 'guest') await endShiftOf(ctx, user.id)
  await applySecondStepRule(ctx, [{ id: user.id, role: current.role }])
  ctx.outbox.push(...accessChanged(user.id))
  return current
}
