import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import type { Project, projectsApi } from '../../../shared/projects.ts'
import type { Context } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { isUnfinished } from '../../core/jobs/jobs.ts'
import { departments } from '../../db/tables/departments.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { deleteProjectJob } from './delete.ts'

/** One project as the API gives it. Throws if it is gone. */
export async function projectWithNames(ctx: Context, id: number): Promise<Project> {
  const [project] = await projectsWhere(ctx, eq(projects.id, id))
  if (!project) throw new Error(`Project ${id} is gone`)
  return project
}

const newestFirst = [desc(projects.createdAt), desc(projects.id)]

/** The projects that meet a condition, newest first, a page at a time. */
export function projectsWhere(
  { db }: Pick<Context, 'db'>,
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
    .where(and(active, inArray(tasks.projectId, page)))
    .groupBy(tasks.projectId)
    .as('counts')
  const deletions = db
    .select({ key: jobs.key, progress: jobs.progress, payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, deleteProjectJob.name), isUnfinished))
    .as('deletions')
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
      deletion: sql<Project['deletion']>`case when ${deletions.key} is not null then
        coalesce(${deletions.progress}, jsonb_build_object('done', 0, 'total', ${deletions.payload} -> 'total')) end`,
    })
    .from(projects)
    .leftJoin(departments, eq(departments.id, projects.departmentId))
    .leftJoin(counts, eq(counts.projectId, projects.id))
    .leftJoin(deletions, eq(deletions.key, sql`${projects.id}::text`))
    .where(inArray(projects.id, page))
    .orderBy(...newestFirst)
}
