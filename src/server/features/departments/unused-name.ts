import { and, eq, ne } from 'drizzle-orm'
import { fold } from '../../../shared/words/fold.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'

/** The folded name. Throws 409 when another department has it. */
export async function unusedName({ db }: Context, name: string, except?: number) {
  const foldedName = fold(name)
  const same = eq(departments.foldedName, foldedName)
  const [other] = await db
    .select({ id: departments.id })
    .from(departments)
    .where(except === undefined ? same : and(same, ne(departments.id, except)))
  if (!other) return foldedName
  const message = msg('There is a department of this name already')
  throw new HttpError(409, 'name_taken', message, { issues: [{ path: 'name', message }] })
}
