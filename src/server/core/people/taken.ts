import { eq } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import { users } from '../../db/tables/users.ts'
import type { Context } from '../context.ts'

/** 409 `taken` with the person who was faster. */
export async function takenAlready({ db }: Pick<Context, 'db'>, assigneeId: string) {
  const { id, firstName, lastName } = users
  const [assignee] = await db.select({ id, firstName, lastName }).from(users).where(eq(id, assigneeId))
  if (!assignee) throw new Error(`Person ${assigneeId} is gone`)
  const name = `${assignee.firstName} ${assignee.lastName}`
  return new HttpError(409, 'taken', msg('{name} has taken this already', { name }), { assignee })
}
