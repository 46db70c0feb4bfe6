import { and, eq, isNull } from 'drizzle-orm'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { users } from '../../db/tables/people.ts'

/** What would be left of an account. */
interface After {
  role?: string | undefined
  isActive?: boolean | undefined
}

/**
 * The last active god stays: nobody takes it from themselves, and from another only who still has it. All active gods are
 * locked in the same order, so that of two who would take it from each other the second finds that theirs is gone: 409.
 */
export async function keepLastOwner({ db, viewer }: Context, id: string, { role, isActive }: After) {
  const takes = (role !== undefined && role !== 'god') || isActive === false
  if (!takes || viewer.role !== 'god' || id === viewer.id) return
  const isActiveGod = and(eq(users.role, 'god'), eq(users.isActive, true), isNull(users.deletedAt))
  const gods = await db.select({ id: users.id }).from(users).where(isActiveGod).orderBy(users.id).for('no key update')
  if (gods.some((god) => god.id === viewer.id)) return
  throw conflict('last_god', 'You are no active god any more')
}
