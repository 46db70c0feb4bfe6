import { eq } from 'drizzle-orm'
import { fold } from '../../../../shared/words/fold.ts'
import { throttledWarning } from '../../../base/errors.ts'
import type { GroupRule } from '../../../base/group-rules.ts'
import type { OpenContext } from '../../../core/context.ts'
import { departments } from '../../../db/tables/departments.ts'

const warnMissing = throttledWarning('OIDC_GROUPS names a department that Muster does not have')

/** The departments that groups name and Muster does not have. */
export async function missingDepartments(db: OpenContext['db'], groups: readonly GroupRule[] = []): Promise<string[]> {
  const named = [...new Set(groups.flatMap(({ department }) => department ?? []))]
  const known = new Set((await db.select({ name: departments.foldedName }).from(departments)).map(({ name }) => name))
  return named.filter((name) => !known.has(fold(name)))
}

/** Says the consequence in a sentence. */
export const describeMissing = (names: readonly string[]): string =>
  `OIDC_GROUPS names ${names.length === 1 ? 'a department' : 'departments'} that Muster does not have: ${names.map((name) => `"${name}"`).join(', ')}. Their people keep the one that they have. Correct the name, or make the department.`

/** The id of the department that a group names. Null for no group, and for an unknown name, which the log warns of. */
export async function departmentIdOf({ db, services }: OpenContext, name: string | null): Promise<number | null> {
  if (name === null) return null
  const isNamed = eq(departments.foldedName, fold(name))
  const [found] = await db.select({ id: departments.id }).from(departments).where(isNamed)
  if (!found) warnMissing(services.log, new Error(name))
  return found?.id ?? null
}
