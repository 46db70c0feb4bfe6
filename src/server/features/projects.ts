import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../shared/fields.ts'
import type { Project, projectsApi } from '../../shared/projects.ts'
import { mustBeAllowed, projectFor, tasksOfProject, visibleProjects } from '../core/access.ts'
import { departmentNamedFor } from '../core/access-people.ts'
import type { Context } from '../core/context.ts'
import { living } from '../core/task-counts.ts'
import { insert, remove, update, updateWhere } from '../core/write.ts'
import { departments } from '../db/tables/people.ts'
import { projects } from '../db/tables/projects.ts'
import { tasks } from '../db/tables/tasks.ts'

/** Projects that the viewer may see, newest first, a page at a time. */
export const listProjects = (ctx: Context, { query }: Input<typeof projectsApi.list>): Promise<Project[]> =>
  projectsWhere(ctx, visibleProjects(ctx), query)

/**
 * Creates a project. If a manager names no department, the project goes to their own, as with tasks. Throws 400 for a department
 * that does not exist, 403 where the viewer may not create.
 */
export async function createProject(ctx: Context, { body }: Input<typeof projectsApi.create>): Promise<Project> {
  const ownDepartment = ctx.viewer.role === 'manager' ? ctx.viewer.departmentId : null
  const values = { ...body, departmentId: body.departmentId === undefined ? ownDepartment : body.departmentId }
  mustBeAllowed(ctx, 'project:create', values)
  if (values.departmentId) await departmentNamedFor(ctx, values.departmentId, 'departmentId')
  const { id } = await insert(ctx, projects, { ...values, ownerId: ctx.viewer.id })
  return projectWithNames(ctx, id)
}

/** Changes the fields sent. If the project moves to another department, the viewer must be allowed to edit there too. */
export async function updateProject(
  ctx: Context,
  { params, body }: Input<typeof projectsApi.update>,
): Promise<Project> {
  const project = await projectFor(ctx, params.id, 'project:update')
  mustBeAllowed(ctx, 'project:update', { ...project, ...body })
  if (body.departmentId && body.departmentId !== project.departmentId)
    await departmentNamedFor(ctx, body.departmentId, 'departmentId')
  await update(ctx, projects, project, body)
  return projectWithNames(ctx, project.id)
}

/**
 * Deletes a project. Its tasks stay and lose the project, also deleted tasks: a restored one must not point to a project that is
 * gone.
 */
export async function deleteProject(ctx: Context, { params }: Input<typeof projectsApi.remove>): Promise<void> {
  const project = await projectFor(ctx, params.id, 'project:delete')
  await updateWhere(ctx, tasks, tasksOfProject(project.id), { projectId: null })
  await remove(ctx, projects, project)
}

async function projectWithNames(ctx: Context, id: number): Promise<Project> {
  const [project] = await projectsWhere(ctx, eq(projects.id, id))
  if (!project) throw new Error(`Project ${id} is gone`)
  return project
}

const newestFirst = [desc(projects.createdAt), desc(projects.id)]

function projectsWhere(
  { db }: Context,
  condition: SQL,
  { limit = MAX_PAGE_SIZE, offset = 0 }: Input<typeof projectsApi.list>['query'] = {},
): Promise<Project[]> {
  const page = db
    .select({ id: projects.id })
    .from(projects)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  // An index by project has all columns that this needs.
  const counts = db
    .select({
      projectId: tasks.projectId,
      total: sql<number>`count(*)::int`.as('total'),
      done: sql<number>`(count(*) filter (where ${tasks.status} = 'completed'))::int`.as('done'),
    })
    .from(tasks)
    .where(and(living, inArray(tasks.projectId, page)))
    .groupBy(tasks.projectId)
    .as('counts')
  return db
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
      tasks: {
        done: sql<number>`coalesce(${counts.done}, 0)`,
        total: sql<number>`coalesce(${counts.total}, 0)`,
      },
    })
    .from(projects)
    .leftJoin(departments, eq(departments.id, projects.departmentId))
    .leftJoin(counts, eq(counts.projectId, projects.id))
    .where(inArray(projects.id, page))
    .orderBy(...newestFirst)
}
