import type { TaskChanges } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import { projectNamedFor, sopNamedFor } from '../../core/access/access.ts'
import { activePersonFor, departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'

type References = Pick<TaskChanges, 'departmentId' | 'assigneeId' | 'projectId' | 'sopId' | 'sopPage'>

/**
 * Checks the department, the assignee, the project and the procedure that a task is given. One that it has already is
 * not checked again: a task may keep an assignee whose account is closed. Throws 400 with the field's path, which
 * `pathPrefix` precedes.
 */
export async function checkReferences(ctx: Context, after: References, before: References = {}, pathPrefix = '') {
  const isNew = (name: keyof References) => after[name] !== undefined && after[name] !== before[name]
  const path = (name: keyof References) => `${pathPrefix}${name}`
  if (isNew('departmentId') && after.departmentId) {
    await departmentNamedFor(ctx, after.departmentId, path('departmentId'))
  }
  if (isNew('assigneeId') && after.assigneeId) await activePersonFor(ctx, after.assigneeId, path('assigneeId'))
  if (isNew('projectId') && after.projectId) await projectNamedFor(ctx, after.projectId, path('projectId'))
  if (isNew('sopId') || isNew('sopPage')) await checkProcedure(ctx, after, before, path)
}

/** Checks the procedure, and that it has the page at which it is to open. */
async function checkProcedure(
  ctx: Context,
  after: References,
  before: References,
  path: (name: keyof References) => string,
) {
  const sopId = after.sopId === undefined ? before.sopId : after.sopId
  const { sopPage } = after
  if (!sopId && sopPage) throw invalid(path('sopPage'), msg('Choose a procedure first'))
  if (!sopId) return
  const pages = await sopNamedFor(ctx, sopId, path('sopId'))
  if (sopPage && sopPage > pages)
    throw invalid(path('sopPage'), msg('The procedure has {pages, plural, one {# page} other {# pages}}', { pages }))
}
