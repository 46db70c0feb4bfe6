import { and, eq, or } from 'drizzle-orm'
import type { Role } from '../../shared/permissions.ts'
import type { OpenContext } from '../core/context.ts'
import { users } from '../db/tables/people.ts'
import { identities } from '../db/tables/sign-in.ts'

/**
 * Accounts at the provider of single sign-on, by which people are known here. Their key is the issuer with its name for the person
 * (`sub`), because an e-mail address may become another person's. A person has one of each issuer.
 */

/** A sign-in at the provider, from its return until the session begins. */
export interface ProviderSignIn {
  issuer: string
  subject: string
  /** What their groups make of them (`OIDC_GROUPS`); null if none does. */
  grant: { role: Role; department: string | null } | null
  /** The provider has just made the account; absent if it was there. */
  isNewAccount?: true
}

type Key = Pick<ProviderSignIn, 'issuer' | 'subject'>

const isKey = ({ issuer, subject }: Key) => and(eq(identities.issuer, issuer), eq(identities.subject, subject))

/** The account that is known by this key; undefined for none. It may be closed or deleted. */
export async function knownAs({ db }: OpenContext, key: Key) {
  const [known] = await db
    .select({ id: users.id, isActive: users.isActive, deletedAt: users.deletedAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(isKey(key))
  return known
}

/** Since when a person is known at an issuer, or at any; undefined if they are not. */
export async function identityOf({ db }: Pick<OpenContext, 'db'>, userId: string, issuer?: string) {
  const [identity] = await db
    .select({ issuer: identities.issuer, since: identities.createdAt })
    .from(identities)
    .where(and(eq(identities.userId, userId), issuer === undefined ? undefined : eq(identities.issuer, issuer)))
    .limit(1)
  return identity
}

/** Notes that a person has come with this key. It takes the place of an earlier one at the issuer. Returns whether it is new. */
export async function noteIdentity({ db, now }: OpenContext, userId: string, key: Key): Promise<boolean> {
  const at = now.toISOString()
  const { rowCount } = await db
    .update(identities)
    .set({ lastUsedAt: at })
    .where(and(isKey(key), eq(identities.userId, userId)))
  if (rowCount) return false
  const isOther = and(eq(identities.issuer, key.issuer), eq(identities.userId, userId))
  await db.delete(identities).where(or(isKey(key), isOther))
  const { issuer, subject } = key
  const values = { userId, createdAt: at, lastUsedAt: at }
  await db
    .insert(identities)
    .values({ issuer, subject, ...values })
    // Another sign-in with the same key may have been faster.
    .onConflictDoUpdate({ target: [identities.issuer, identities.subject], set: values })
  return true
}

/** Forgets by which accounts a person is known: whoever has joined one with a password of theirs has to know the new one. */
export const endIdentitiesOf = ({ db }: Pick<OpenContext, 'db'>, userId: string) =>
  db.delete(identities).where(eq(identities.userId, userId))
