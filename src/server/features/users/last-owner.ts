import { and, eq } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { users } from '../../db/tables/users.ts'

/** The fields of an account after the change. */
interface AccountAfter {
  role?: string | undefined
  isActive?: boolean | undefined
}

/**
 * Keeps one active god. Nobody can take the role from themselves, so only two gods who take it from each other at once
 * could leave none. All active gods are locked in the same order: the second of the two then finds that they are no
 * active god any more, and gets 409.
 */
export async function keepLastOwner({ db, viewer }: Context, id: string, { role, isActive }: AccountAfter) {
  const takesRole = (role !== undefined && role !== 'god') || isActive === false
  if (!takesRole || viewer.role !== 'god' || id === viewer.id) return
  const isActiveGod = and(eq(users.role, 'god'), isActivePerson)
  const gods = await db.select({ id: users.id }).from(users).where(isActiveGod).orderBy(users.id).for('no key update')
  if (gods.some((god) => god.id === viewer.id)) return
  throw conflict('last_god', msg('You are no longer an active god'))
}
