import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { users } from '../../db/tables/users.ts'

/** Throws 409 when another account has this e-mail address, in any case. `exceptId` may have it. */
export async function emailMustBeFree({ db }: Context, email: string, exceptId?: string) {
  const same = and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt))
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(exceptId ? and(same, ne(users.id, exceptId)) : same)
  if (!other) return
  const message = msg('Another account has this e-mail address')
  throw new HttpError(409, 'email_taken', message, { issues: [{ path: 'email', message }] })
}

/** The addresses among `emails` that have an account, in lower case. */
export async function emailsInUse({ db }: Context, emails: string[]): Promise<Set<string>> {
  const lowerEmail = sql<string>`lower(${users.email})`
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))]
  const taken = await db
    .select({ email: lowerEmail })
    .from(users)
    .where(and(inArray(lowerEmail, wanted), isNull(users.deletedAt)))
  return new Set(taken.map(({ email }) => email))
}
