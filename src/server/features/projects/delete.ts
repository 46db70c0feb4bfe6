import { and, count, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { DELETED_AT_ONCE, type projectsApi } from '../../../shared/projects.ts'
import { projectFor, tasksOfProject } from '../../core/access/access.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { enqueue, forgetFailed, isUnfinished, jobKind } from '../../core/jobs/jobs.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { remove, updateMany, updateWhere } from '../../core/write/write.ts'
import type { NewEvent } from '../../db/events/events.ts'
import { departments } from '../../db/tables/departments.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

type ProjectRow = typeof projects.$inferSelect

/**
 * Deletes a project. Its tasks stay and lose the project, also deleted tasks: a restored one must not point to a
 * project that is gone. A job deletes a large project, which is listed with its progress until then.
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
/** Pages that show projects read them again each time. */
const TOLD_EVERY = 5 * BATCH

/**
 * Takes the tasks out batch by batch, each in its own transaction. The last transaction deletes the project as a small
 * one. Another attempt goes on where the last one ended.
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
      wantsExtraShifts: users.wantsExtraShifts,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, id))
  return found ?? null
}

/** Whether a job is deleting this project. */
export async function isBeingDeleted({ db }: Context, id: number) {
  const its = and(eq(jobs.kind, deleteProjectJob.name), eq(jobs.key, String(id)))
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(and(its, isUnfinished))
  return job !== undefined
}
