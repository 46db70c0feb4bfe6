import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../db/tables/users.ts'

/**
 * The name by which a person says which account is theirs, in small letters: an e-mail address or a user name. Every
 * address has an `@`, and no user name has one. So no text is the address of one person and the user name of another.
 */
export interface SignInName {
  field: 'email' | 'username'
  value: string
}

export const byEmail = (email: string): SignInName => ({ field: 'email', value: email.toLowerCase() })

/** The name in a request. Its contract lets one of the two be there. */
export const typedName = ({ email, username }: { email?: string | undefined; username?: string | undefined }) =>
  email === undefined ? { field: 'username' as const, value: (username ?? '').toLowerCase() } : byEmail(email)

/** The name under which the attempts on a person's account are counted once it is known who they are. */
export const signInNameOf = ({ email, username }: { email: string | null; username?: string | null | undefined }) =>
  email === null ? { field: 'username' as const, value: username ?? '' } : byEmail(email)

/** A condition on users: the account that a name means. */
export const hasSignInName = ({ field, value }: SignInName): SQL | undefined =>
  and(field === 'email' ? eq(sql`lower(${users.email})`, value) : eq(users.username, value), isNull(users.deletedAt))
