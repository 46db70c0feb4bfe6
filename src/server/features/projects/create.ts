import type { Input } from '../../../shared/endpoint.ts'
import type { Project, projectsApi } from '../../../shared/projects.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write/write.ts'
import { projects } from '../../db/tables/projects.ts'
import { projectWithNames } from './rows.ts'

/**
 * Creates a project. If a manager names no department, the project goes to their own, as with tasks. Throws 400 for a
 * department that does not exist, 403 where the viewer may not create.
 */
export async function createProject(ctx: Context, { body }: Input<typeof projectsApi.create>): Promise<Project> {
  const ownDepartment = ctx.viewer.role === 'manager' ? ctx.viewer.departmentId : null
  const values = { ...body, departmentId: body.departmentId === undefined ? ownDepartment : body.departmentId }
  mustBeAllowed(ctx, 'project:create', values)
  if (values.departmentId) await departmentNamedFor(ctx, values.departmentId, 'departmentId')
  const { id } = await insert(ctx, projects, { ...values, ownerId: ctx.viewer.id })
  return projectWithNames(ctx, id)
}
