import { fold } from '../../shared/words/fold.ts'
import type { GroupRule } from '../base/group-rules.ts'
import type { OpenContext } from '../core/context.ts'
import { departments } from '../db/tables/departments.ts'

/** The departments that groups name and Muster does not have. */
export async function missingDepartments(db: OpenContext['db'], groups: readonly GroupRule[] = []): Promise<string[]> {
  const named = [...new Set(groups.flatMap(({ department }) => department ?? []))]
  const known = new Set((await db.select({ name: departments.foldedName }).from(departments)).map(({ name }) => name))
  return named.filter((name) => !known.has(fold(name)))
}

/** Says the consequence in a sentence. */
export const describeMissing = (names: readonly string[]): string =>
  `OIDC_GROUPS names ${names.length === 1 ? 'a department' : 'departments'} that Muster does not have: ${names.map((name) => `"${name}"`).join(', ')}. Their people keep the one that they have. Correct the name, or make the department.`
