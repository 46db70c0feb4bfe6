import type { TaskChanges } from '../../../shared/tasks.ts'
import { projectNamedFor } from '../../core/access.ts'
import { activePersonFor, departmentNamedFor } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'

type References = Pick<TaskChanges, 'departmentId' | 'assigneeId' | 'projectId'>

/**
 * Checks the department, the assignee and the project that a task is given. One that it has already is not checked again: a
 * task may keep an assignee whose account is closed. Throws 400 with the field's path, which `pathPrefix` precedes.
 */
export async function checkReferences(ctx: Context, after: References, before: References = {}, pathPrefix = '') {
  const isNew = (name: keyof References) => after[name] !== undefined && after[name] !== before[name]
  const path = (name: keyof References) => `${pathPrefix}${name}`
  if (isNew('departmentId') && after.departmentId) {
    await departmentNamedFor(ctx, after.departmentId, path('departmentId'))
  }
  if (isNew('assigneeId') && after.assigneeId) await activePersonFor(ctx, after.assigneeId, path('assigneeId'))
  if (isNew('projectId') && after.projectId) await projectNamedFor(ctx, after.projectId, path('projectId'))
}
