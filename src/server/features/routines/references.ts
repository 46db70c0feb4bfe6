import { type Message, msg } from '../../../shared/words/message.ts'
import { type Issue, invalidFields } from '../../base/errors.ts'
import { sopPagesAmong } from '../../core/access/access.ts'
import { activePeopleAmong, departmentsAmong } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'

interface References {
  departmentId?: number | null | undefined
  assigneeId?: string | null | undefined
  sopId?: number | null | undefined
  sopPage?: number | null | undefined
}
/** The references of a routine, before and after. The path of its fields begins with `path`. */
interface Naming {
  after: References
  before?: References
  path?: string
}

/**
 * Checks the departments, people and procedures that routines are given, in a statement for each kind. References that
 * a routine has already are not checked again. Throws 400 with the paths of references that do not exist, or that the
 * viewer may not see.
 */
export async function checkRoutineReferences(ctx: Context, namings: Naming[]) {
  const isNew = ({ after, before }: Naming, name: keyof References) =>
    after[name] != null && after[name] !== before?.[name]
  const newOnes = <K extends keyof References>(name: K) =>
    namings.flatMap((naming) => (isNew(naming, name) ? (naming.after[name] as NonNullable<References[K]>) : []))
  const sopIdOf = ({ after, before }: Naming) => (after.sopId === undefined ? before?.sopId : after.sopId) ?? null
  const withProcedure = namings.filter((naming) => isNew(naming, 'sopId') || isNew(naming, 'sopPage'))

  const departments = await departmentsAmong(ctx, newOnes('departmentId'))
  const people = await activePeopleAmong(ctx, newOnes('assigneeId'))
  const pagesOf = await sopPagesAmong(ctx, present(withProcedure.map(sopIdOf)))

  const issues = namings.flatMap((naming) => {
    const { after, path = '' } = naming
    const found: Issue[] = []
    const fault = (name: keyof References, message: Message) => found.push({ path: `${path}${name}`, message })
    if (isNew(naming, 'departmentId') && !departments.has(after.departmentId as number))
      fault('departmentId', msg('There is no such department'))
    if (isNew(naming, 'assigneeId') && !people.has(after.assigneeId as string))
      fault('assigneeId', msg('There is no such active person'))
    if (withProcedure.includes(naming)) found.push(...faultsOfProcedure(sopIdOf(naming), after.sopPage, pagesOf, path))
    return found
  })
  if (issues.length > 0) throw invalidFields(issues)
}

/** A procedure that the viewer may see, and a page that it has. */
function faultsOfProcedure(
  sopId: number | null,
  sopPage: number | null | undefined,
  pagesOf: ReadonlyMap<number, number>,
  path: string,
): Issue[] {
  if (sopId === null) return [{ path: `${path}sopPage`, message: msg('Choose a procedure first') }]
  const pages = pagesOf.get(sopId)
  if (pages === undefined) return [{ path: `${path}sopId`, message: msg('There is no such procedure') }]
  if (sopPage == null || sopPage <= pages) return []
  const message = msg('The procedure has {pages, plural, one {# page} other {# pages}}', { pages })
  return [{ path: `${path}sopPage`, message }]
}
