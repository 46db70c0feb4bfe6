import { and, eq, or } from 'drizzle-orm'
import type { Role } from '../../shared/permissions.ts'
import type { OpenContext } from '../core/context.ts'
import { identities } from '../db/tables/provider.ts'
import { users } from '../db/tables/users.ts'

/**
 * Accounts at the provider of single sign-on, by which people are known here. Their key is the issuer with its name for
 * the person (`sub`), because an e-mail address may become another person's. A person has one of each issuer.
 */

/**
 * The proof that links an account of the provider to one here: the account has just been made for it; its password; a
 * link that invites its person, by the hash of its token; or the provider's word for the e-mail address
 * (`OIDC_LINK_BY_EMAIL`).
 */
export type Joining = 'creation' | 'password' | { invitation: string } | 'email'

/** A sign-in at the provider, from its return until the session begins. */
export interface ProviderSignIn {
  issuer: string
  subject: string
  /** Role and department from their groups (`OIDC_GROUPS`); null if no rule names one. */
  grant: { role: Role; department: string | null } | null
  /** Absent for a known person: then nothing is linked. */
  joinedBy?: Joining
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

/** Notes that a person has come with the key by which they are known. Returns whether they are known by it. */
export async function noteKnown({ db, now }: OpenContext, userId: string, key: Key): Promise<boolean> {
  const { rowCount } = await db
    .update(identities)
    .set({ lastUsedAt: now.toISOString() })
    .where(and(isKey(key), eq(identities.userId, userId)))
  return Boolean(rowCount)
}

/** Makes a person known by this key. It takes the place of an earlier one at the issuer. */
export async function addIdentity({ db, now }: OpenContext, userId: string, key: Key): Promise<void> {
  const at = now.toISOString()
  const isOther = and(eq(identities.issuer, key.issuer), eq(identities.userId, userId))
  await db.delete(identities).where(or(isKey(key), isOther))
  const { issuer, subject } = key
  const values = { userId, createdAt: at, lastUsedAt: at }
  await db
    .insert(identities)
    .values({ issuer, subject, ...values })
    // Another sign-in with the same key may have been faster.
    .onConflictDoUpdate({ target: [identities.issuer, identities.subject], set: values })
}

/** Unlinks a person's accounts: somebody who linked one with the old password must know the new one. */
export const endIdentitiesOf = ({ db }: Pick<OpenContext, 'db'>, userId: string) =>
  db.delete(identities).where(eq(identities.userId, userId))
