import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { msg } from '../../../shared/message.ts'
import { HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { users } from '../../db/tables/people.ts'

/** Throws 409 when another account has this e-mail address, whatever its case. `exceptId` is the account that may have it. */
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
