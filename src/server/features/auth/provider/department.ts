import { eq } from 'drizzle-orm'
import { fold } from '../../../../shared/words/fold.ts'
import { throttledWarning } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'
import { departments } from '../../../db/tables/departments.ts'

const warnMissing = throttledWarning('OIDC_GROUPS names a department that Muster does not have')

/** The id of the department that a group names. Null for no group, and for an unknown name, which the log warns of. */
export async function departmentIdOf({ db, services }: OpenContext, name: string | null): Promise<number | null> {
  if (name === null) return null
  const isNamed = eq(departments.foldedName, fold(name))
  const [found] = await db.select({ id: departments.id }).from(departments).where(isNamed)
  if (!found) warnMissing(services.log, new Error(name))
  return found?.id ?? null
}
