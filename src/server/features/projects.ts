import { desc, eq } from 'drizzle-orm'
import type { Project } from '../../shared/projects.ts'
import { visibleProjects } from '../access.ts'
import type { Context } from '../context.ts'
import { departments } from '../db/tables/people.ts'
import { projects } from '../db/tables/projects.ts'

/** Projects that the viewer may see, newest first. */
export const listProjects = (ctx: Context): Promise<Project[]> =>
  ctx.db
    .select({
      id: projects.id,
      name: projects.name,
      description: projects.description,
      status: projects.status,
      departmentId: projects.departmentId,
      ownerId: projects.ownerId,
      createdAt: projects.createdAt,
      updatedAt: projects.updatedAt,
      department: { id: departments.id, name: departments.name },
    })
    .from(projects)
    .leftJoin(departments, eq(departments.id, projects.departmentId))
    .where(visibleProjects(ctx))
    .orderBy(desc(projects.createdAt), desc(projects.id))
