import type { Input } from '../../../shared/endpoint.ts'
import type { Project, projectsApi } from '../../../shared/projects.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed, projectFor } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { projects } from '../../db/tables/projects.ts'
import { isBeingDeleted } from './delete.ts'
import { projectWithNames } from './rows.ts'

/** Changes the fields sent. To move the project, the viewer must be allowed to edit in the new department too. */
export async function updateProject(
  ctx: Context,
  { params, body }: Input<typeof projectsApi.update>,
): Promise<Project> {
  const project = await projectFor(ctx, params.id, 'project:update')
  if (await isBeingDeleted(ctx, project.id)) throw conflict('being_deleted', msg('This project is being deleted'))
  mustBeAllowed(ctx, 'project:update', { ...project, ...body })
  if (body.departmentId && body.departmentId !== project.departmentId)
    await departmentNamedFor(ctx, body.departmentId, 'departmentId')
  await update(ctx, projects, project, body)
  return projectWithNames(ctx, project.id)
}
