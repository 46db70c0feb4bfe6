import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PAGE_SIZE } from '../../../shared/fields.ts'
import { DELETED_AT_ONCE, type Project, type projectsApi } from '../../../shared/projects.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed, projectFor, tasksOfProject, visibleProjects } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import { type Context, inTransaction, type OpenContext, type Services } from '../../core/context.ts'
import { living } from '../../core/counts/task-counts.ts'
import { enqueue, forgetFailed, isOpen, jobKind } from '../../core/jobs/jobs.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { toLiveRows } from '../../core/write/live-rows.ts'
import { insert, remove, update, updateMany, updateWhere } from '../../core/write/write.ts'
import type { NewEvent } from '../../db/events/events.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { departments, users } from '../../db/tables/people.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'

type ProjectRow = typeof projects.$inferSelect

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
  if (await isBeingDeleted(ctx, project.id)) throw conflict('being_deleted', msg('This project is being deleted'))
  mustBeAllowed(ctx, 'project:update', { ...project, ...body })
  if (body.departmentId && body.departmentId !== project.departmentId)
    await departmentNamedFor(ctx, body.departmentId, 'departmentId')
  await update(ctx, projects, project, body)
  return projectWithNames(ctx, project.id)
}

/**
 * Deletes a project. Its tasks stay and lose the project, also deleted tasks: a restored one must not point to a project that is
 * gone. A job deletes a large project, which is listed with its progress until then.
 */
export async function deleteProject(ctx: Context, { params }: Input<typeof projectsApi.remove>): Promise<void> {
  const project = await projectFor(ctx, params.id, 'project:delete')
  const total = await countTasks(ctx, project.id)
  if (total <= DELETED_AT_ONCE) return deleteNow(ctx, project)
  const key = String(project.id)
  await forgetFailed(ctx, deleteProjectJob, key)
  await enqueue(ctx, deleteProjectJob, { id: project.id, total }, { key, requestedBy: ctx.viewer.id })
  announce(ctx, project, ctx.origin.tab)
}

async function deleteNow(ctx: OpenContext, project: ProjectRow) {
  await updateWhere(ctx, tasks, tasksOfProject(project.id), { projectId: null })
  await remove(ctx, projects, project)
}

const countTasks = async ({ db }: OpenContext, id: number) =>
  (await db.select({ total: count() }).from(tasks).where(tasksOfProject(id)))[0]?.total ?? 0

const BATCH = 1_000
/** Whoever shows projects reads them again each time. */
const TOLD_EVERY = 5 * BATCH

/**
 * Takes the tasks out batch by batch, each in its own transaction. The last transaction does what is left as a small project is
 * deleted. Another attempt goes on where the last one ended.
 */
export const deleteProjectJob = jobKind<{ id: number /** How many tasks it had. */; total: number }>(
  'project-delete',
  async (jobCtx, { id, total }, { requestedBy, signal, progress, complete }) => {
    const viewer = await personWhoAsked(jobCtx, requestedBy)
    const ctx: OpenContext = { ...jobCtx, viewer }
    const ids = await idsOfTasks(ctx, id)
    for (let from = 0; from < ids.length; from += BATCH) {
      signal.throwIfAborted()
      const batch = ids.slice(from, from + BATCH)
      await inTransaction(ctx, (tx) => takeOut(tx, id, batch))
      await progress(total - ids.length + from + batch.length, total)
      if (from % TOLD_EVERY === 0) await tellOfProgress(ctx, id)
    }
    await complete(async (tx) => {
      const [project] = await tx.db.select().from(projects).where(eq(projects.id, id)).for('update')
      tx.outbox.push(tasksChanged)
      if (project) await deleteNow({ ...tx, viewer }, project)
    })
  },
  { isLong: true },
)

/** Boards are read again once, at the end, and not with every batch. */
const tasksChanged: NewEvent = {
  type: 'change',
  change: { resource: 'tasks', id: null },
  audience: { fromRole: 'guest', departments: [], users: [] },
  tab: null,
}

/** As one value: a row for each would take ten times the memory. */
async function idsOfTasks({ db }: OpenContext, id: number) {
  const ids = sql<number[] | null>`array_agg(${tasks.id} order by ${tasks.id})`
  const [found] = await db.select({ ids }).from(tasks).where(tasksOfProject(id))
  return found?.ids ?? []
}

async function takeOut(ctx: OpenContext, id: number, batch: number[]) {
  const still = and(tasksOfProject(id), sql`${tasks.id} = any(${sql.param(batch)})`)
  const rows = await ctx.db.select().from(tasks).where(still).orderBy(tasks.id).for('update')
  await updateMany(ctx, tasks, rows, { projectId: null })
  ctx.outbox.take()
}

async function tellOfProgress(ctx: OpenContext, id: number) {
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, id))
  if (!project) return
  const change = { resource: 'projects', id } as const
  ctx.services.bus.publish([{ type: 'news', change, audience: audienceOf(projects, project) }])
}

/** How far its deletion is has changed, which is no change of the row. */
const announce = ({ outbox }: Pick<OpenContext, 'outbox'>, project: ProjectRow, tab: string | null) =>
  outbox.push({
    type: 'change',
    change: { resource: 'projects', id: project.id },
    audience: audienceOf(projects, project),
    tab,
  })

/** As they would ask themselves, so that the audit log names them. */
async function personWhoAsked({ db }: OpenContext, id: string | null): Promise<OpenContext['viewer']> {
  if (id === null) return null
  const [found] = await db
    .select({
      ...{ id: users.id, role: users.role, email: users.email, firstName: users.firstName, lastName: users.lastName },
      ...{ departmentId: users.departmentId, department: { id: departments.id, name: departments.name } },
      ...{ isActive: users.isActive, profileImageUrl: users.profileImageUrl, createdAt: users.createdAt },
      ...{ language: users.language, startScreen: users.startScreen, notify: users.notify },
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, id))
  return found ?? null
}

async function isBeingDeleted({ db }: Context, id: number) {
  const its = and(eq(jobs.kind, deleteProjectJob.name), eq(jobs.key, String(id)))
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(and(its, isOpen))
  return job !== undefined
}

async function projectWithNames(ctx: Context, id: number): Promise<Project> {
  const [project] = await projectsWhere(ctx, eq(projects.id, id))
  if (!project) throw new Error(`Project ${id} is gone`)
  return project
}

/** Projects as pages that follow changes receive them. */
export async function liveProjects({ database }: Services, ids: number[]) {
  const named = sql`${projects.id} = any(${sql.param(ids)}::int[])`
  const found = await projectsWhere({ db: database.orm }, named, { limit: ids.length })
  return toLiveRows(found, (project) => audienceOf(projects, project))
}

const newestFirst = [desc(projects.createdAt), desc(projects.id)]

function projectsWhere(
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
    .where(and(living, inArray(tasks.projectId, page)))
    .groupBy(tasks.projectId)
    .as('counts')
  const deletions = db
    .select({ key: jobs.key, progress: jobs.progress, payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.kind, deleteProjectJob.name), isOpen))
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
