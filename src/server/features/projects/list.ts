import type { Input } from '../../../shared/endpoint.ts'
import type { Project, projectsApi } from '../../../shared/projects.ts'
import { visibleProjects } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { projectsWhere } from './rows.ts'

/** Projects that the viewer may see, newest first, a page at a time. */
export const listProjects = (ctx: Context, { query }: Input<typeof projectsApi.list>): Promise<Project[]> =>
  projectsWhere(ctx, visibleProjects(ctx), query)
