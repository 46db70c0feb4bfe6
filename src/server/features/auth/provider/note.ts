import { eq } from 'drizzle-orm'
import { audit } from '../../../core/audit.ts'
import type { OpenContext } from '../../../core/context.ts'
import { update } from '../../../core/write.ts'
import { noteIdentity, type ProviderSignIn } from '../../../credentials/identities.ts'
import { departmentOf } from '../../../db/departments.ts'
import { accessChanged } from '../../../db/events.ts'
import { users } from '../../../db/tables/people.ts'
import { endShiftOf } from '../../notifications/end-shift.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import type { Account } from '../accounts.ts'
import { departmentIdOf } from './department.ts'

/** Of notices that an account was joined: whoever knows its password must not flood its owner. */
const NOTICES = { maxPerDay: 10, minIntervalMs: 0 }

/**
 * Notes a sign-in at the provider, in the transaction that begins the session: by which account there the person is known, and the role
 * and department of their groups. Whoever is a god stays one: groups neither make gods nor take the role away. The owner of an account
 * that is joined is told, unless the provider has just made it. Returns the account as it is then.
 */
export async function noteProviderSignIn(
  ctx: OpenContext,
  userId: string,
  { grant, isNewAccount, ...key }: ProviderSignIn,
): Promise<Account> {
  const isJoined = await noteIdentity(ctx, userId, key)
  if (isJoined) {
    const about = { resourceType: 'user', resourceId: userId, userId }
    await audit(ctx, { action: 'user.link-provider', ...about, details: { issuer: key.issuer } })
  }
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user) throw new Error('The account is gone')
  if (isJoined && !isNewAccount) {
    const params = { name: ctx.services.provider?.name ?? key.issuer, at: ctx.now.toISOString() }
    await notifyOfSecurity(ctx, user, { kind: 'provider-linked', params, subject: null }, NOTICES)
  }
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
  // A person who can no longer clock out must not stay on the clock.
  if (role === 'guest') await endShiftOf(ctx, user.id)
  ctx.outbox.push(...accessChanged(user.id))
  return current
}
