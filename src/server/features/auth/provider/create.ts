import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Claims } from '../../../adapters/provider-claims.ts'
import { uuidv7 } from '../../../base/uuid.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { foldedName } from '../../../core/people/folded-name.ts'
import { insert } from '../../../core/write/write.ts'
import type { ProviderSignIn } from '../../../credentials/identities.ts'
import { users } from '../../../db/tables/users.ts'
import { departmentIdOf } from './department.ts'

/** Whether an account with this address was deleted here. That was a decision, so it is not made again by itself. */
export async function wasDeleted({ db }: OpenContext, email: string): Promise<boolean> {
  const isDeleted = and(eq(sql`lower(${users.email})`, email), isNotNull(users.deletedAt))
  const [deleted] = await db.select({ id: users.id }).from(users).where(isDeleted).limit(1)
  return deleted !== undefined
}

/** Makes the account of somebody whose group has a role here, without a password. Returns its id. */
export async function createByProvider(
  ctx: OpenContext,
  { email, firstName, lastName }: Claims,
  { role, department }: NonNullable<ProviderSignIn['grant']>,
): Promise<string> {
  const { id } = await inTransaction(ctx, async (tx) => {
    const departmentId = await departmentIdOf(tx, department)
    const name = { firstName, lastName, foldedName: foldedName({ firstName, lastName }) }
    const values = { id: uuidv7(tx.now), email: email ?? '', ...name, role, departmentId }
    return insert(tx, users, values, 'create-by-provider')
  })
  return id
}
