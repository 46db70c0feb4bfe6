import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { may, mayAtAll, type Permission, rankOf } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { readRow } from '../../db/rows.ts'
import type { comments } from '../../db/tables/comments.ts'
import { photos } from '../../db/tables/photos.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { savedViews } from '../../db/tables/saved-views.ts'
import { sops, sopVersions } from '../../db/tables/sops.ts'
import type { taskSteps } from '../../db/tables/steps.ts'
import { taskCounts, tasks } from '../../db/tables/tasks.ts'
import { threadMessages, threadPhotos, threads } from '../../db/tables/threads.ts'
import { users } from '../../db/tables/users.ts'
import type { Context } from '../context.ts'
import { visibleThreads } from './threads.ts'

/**
 * The only way to a row: the functions that find it also check the permission. `visible…` functions return a condition
 * for all rows that the viewer may see. `…For` functions return one row. They throw 404 when the viewer may not see the
 * row, and 403 when the viewer may see it but lacks the permission.
 */

/** Whether the viewer may look into all departments. */
export const seesAllDepartments = (ctx: Context) => rankOf(ctx.viewer.role) >= rankOf('manager')

/** Throws 403 for a department that the viewer may not look into. */
export function mustSeeDepartment(ctx: Context, departmentId: number) {
  if (!seesAllDepartments(ctx) && departmentId !== ctx.viewer.departmentId)
    throw forbidden(msg('You can only see your own department'))
}

export interface AccessScope {
  condition: SQL
  /** The rows of `task_counts` that count these tasks. */
  counted?: SQL
  /** Only if these are one person's few tasks in other departments: the condition for all of that person's tasks. */
  ofPerson?: SQL
}

/**
 * The tasks that the viewer may see, as scopes that exclude each other. A list reads each scope in order from its own
 * index and merges them. One condition with "or" would need a sort over all tasks.
 *
 * With `departmentId`, only the tasks of that department. Throws 403 when the viewer may not see that department.
 */
export function visibleTasks(ctx: Context, departmentId?: number): AccessScope[] {
  if (departmentId !== undefined) {
    mustSeeDepartment(ctx, departmentId)
    return [tasksOf(departmentId)]
  }
  if (seesAllDepartments(ctx)) return [{ condition: sql`true`, counted: sql`${taskCounts.personId} is null` }]
  const { id, departmentId: own } = ctx.viewer
  const outside = own === null ? sql`true` : sql`${tasks.departmentId} is distinct from ${own}::int`
  const [assigned, created] = [sql`${tasks.assigneeId} = ${id}::uuid`, sql`${tasks.creatorId} = ${id}::uuid`]
  const countedOutside = sql`${taskCounts.personId} = ${id}::uuid and ${own === null ? sql`true` : sql`${taskCounts.departmentId} <> ${own}::int`}`
  return [
    ...(own === null ? [] : [tasksOf(own)]),
    {
      condition: sql`${assigned} and ${outside}`,
      counted: sql`${countedOutside} and ${taskCounts.assigned}`,
      ofPerson: assigned,
    },
    {
      condition: sql`${created} and ${tasks.assigneeId} is distinct from ${id}::uuid and ${outside}`,
      counted: sql`${countedOutside} and not ${taskCounts.assigned}`,
      ofPerson: created,
    },
  ]
}

/** The department of the sums that cover all tasks (`core/counts/task-sums.ts`). */
export const ALL_TASKS = -1

/** The department whose sums cover the viewer's visible tasks, or one department's. Throws as `visibleTasks`. */
export function visibleSums(ctx: Context, departmentId = ALL_TASKS): number {
  mustSeeDepartment(ctx, departmentId)
  return departmentId
}

/** A text for the values that `visibleTasks` depends on. The same text means the same scopes. */
export const viewOf = ({ viewer }: Context, departmentId?: number) =>
  `${viewer.id} ${viewer.role} ${viewer.departmentId} ${departmentId}`

const tasksOf = (departmentId: number): AccessScope => ({
  condition: sql`${tasks.departmentId} = ${departmentId}::int`,
  counted: sql`${taskCounts.personId} is null and ${taskCounts.departmentId} = ${departmentId}::int`,
})

/** The message that shows a photo, if any. */
const ofMessage = sql`from ${threadPhotos} as shown where shown.photo_id = ${photos.id}`

/** A condition on photos: they hang on nothing yet. */
export const isLoosePhoto: SQL = sql`(${photos.taskId} is null and not exists (select ${ofMessage}))`

/**
 * The photos that the viewer may see: photos of visible tasks and of visible threads, and the viewer's own uploads that
 * hang on nothing yet. Deleted photos are visible to nobody.
 */
export function visiblePhotos(ctx: Context): SQL {
  const inThread = sql`exists (select from ${threadPhotos} as shown join ${threadMessages} as link on link.message_id = shown.message_id
    join ${threads} on ${threads.id} = link.thread_id where shown.photo_id = ${photos.id} and ${visibleThreads(ctx)})`
  return sql`(${photos.deletedAt} is null and case
    when ${isLoosePhoto} then ${photos.createdBy} = ${ctx.viewer.id}
    when ${photos.taskId} is null then ${inThread}
    else exists (select from ${tasks} where ${tasks.id} = ${photos.taskId} and ${tasks.deletedAt} is null and ${seesTasks(ctx)}) end)`
}

/** The viewer's photos that hang on nothing yet. */
export const ownLoosePhotos = ({ viewer }: Context): SQL =>
  sql`(${photos.createdBy} = ${viewer.id} and ${isLoosePhoto} and ${photos.deletedAt} is null)`

/** The tasks that are assigned to the viewer. Assignees may see their tasks. */
export const ownTasks = ({ viewer }: Context): SQL => sql`${tasks.assigneeId} = ${viewer.id}`

/**
 * The tasks without an assignee in the viewer's department. Managers and above without a department get those tasks of
 * all departments. Null for people who see no department at all.
 */
export function unassignedTasks(ctx: Context): SQL | null {
  const { departmentId } = ctx.viewer
  if (departmentId !== null) return sql`${tasks.assigneeId} is null and ${tasks.departmentId} = ${departmentId}`
  return seesAllDepartments(ctx) ? sql`${tasks.assigneeId} is null` : null
}

/** Locks the task before its comment or step: so do all who change its contents. Undefined if either is gone. */
export async function lockTaskOf({ db }: Context, table: typeof comments | typeof taskSteps, id: number) {
  const [task] = await db
    .select(getTableColumns(tasks))
    .from(table)
    .innerJoin(tasks, eq(tasks.id, table.taskId))
    .where(and(eq(table.id, id), isNull(tasks.deletedAt)))
    .for('update', { of: tasks })
  return task
}

/** Finds one task. Locks it until the end of the transaction unless the permission is to read. */
export async function taskFor(ctx: Context, id: number, permission: Permission) {
  const task = await readRow(ctx.db, tasks, id, { lock: permission !== 'task:read' })
  if (!task || task.deletedAt || !may(ctx.viewer, 'task:read', task)) throw notFound(msg('There is no such task'))
  if (!may(ctx.viewer, permission, task)) throw forbidden()
  return task
}

/** Closed tasks are left out: they are changed one by one, through endpoints that may open them again. */
const lockTasks = (ctx: Context, ids: number[]) =>
  ctx.db
    .select()
    .from(tasks)
    .where(and(inArray(tasks.id, ids), isNull(tasks.deletedAt), isNull(tasks.closedAt)))
    .orderBy(tasks.id)
    .for('update')

/** Finds and locks many tasks. Throws 404 if one is missing or not visible, and 403 if one is not allowed. */
export async function tasksFor(ctx: Context, ids: number[], permission: Permission) {
  const found = await lockTasks(ctx, ids)
  const visible = found.filter((task) => may(ctx.viewer, 'task:read', task))
  if (visible.length < ids.length) throw notFound(msg('There is no such task'))
  if (!visible.every((task) => may(ctx.viewer, permission, task))) throw forbidden()
  return visible
}

/** Finds and locks the tasks among `ids` that the viewer has the permission for. The others are left out. */
export async function tasksAmong(ctx: Context, ids: number[], permission: Permission) {
  const found = await lockTasks(ctx, ids)
  return found.filter((task) => may(ctx.viewer, 'task:read', task) && may(ctx.viewer, permission, task))
}

/** The condition on the department of deleted tasks that the viewer may restore. */
export function restorableTasks(ctx: Context): SQL {
  if (rankOf(ctx.viewer.role) >= rankOf('admin')) return sql`true`
  return sql`(${tasks.departmentId} is null or ${tasks.departmentId} = ${ctx.viewer.departmentId})`
}

/** The projects that the viewer may see. */
export function visibleProjects(ctx: Context): SQL {
  if (seesAllDepartments(ctx)) return sql`true`
  return sql`(${projects.departmentId} = ${ctx.viewer.departmentId} or ${projects.ownerId} = ${ctx.viewer.id})`
}

/**
 * The projects among `ids` that the viewer may not know of. Deleted projects are hidden from everybody below managers.
 */
export async function projectsHiddenFrom(ctx: Context, ids: number[]) {
  if (ids.length === 0 || seesAllDepartments(ctx)) return new Set<number>()
  const visible = await visibleProjectsAmong(ctx, ids)
  return new Set(ids.filter((id) => !visible.has(id)))
}

/** Finds one project. Locks it unless the permission is to read. The owner counts as the project's creator. */
export async function projectFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db.select().from(projects).where(eq(projects.id, id))
  const [project] = await (permission === 'project:read' ? found : found.for('update'))
  const subject = project && { ...project, creatorId: project.ownerId }
  if (!subject || !may(ctx.viewer, 'project:read', subject)) throw notFound(msg('There is no such project'))
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
  return project
}

/** All tasks of a project, of any department and deleted ones too. Only if the viewer may delete the project. */
export const tasksOfProject = (projectId: number): SQL => eq(tasks.projectId, projectId)

/**
 * The reminders that the viewer may see: their own, the reminders they made for people they still manage, and the
 * reminders of their department or of everybody. Administrators see the reminders of every department. It states the
 * same rule as the permission `reminder:read`; a test compares the two.
 */
export function visibleReminders({ viewer }: Context): SQL {
  const { userId, departmentId, createdBy } = reminders
  const isAdmin = rankOf(viewer.role) >= rankOf('admin')
  const ofDepartments = isAdmin ? sql`is not null` : sql`= ${viewer.departmentId}`
  const colleagues = sql`${userId} in (select id from users where department_id = ${viewer.departmentId})`
  const managesPerson = isAdmin ? sql`true` : mayAtAll(viewer, 'reminder:personal-others') ? colleagues : sql`false`
  return sql`(${userId} = ${viewer.id}
    or (${createdBy} = ${viewer.id} and ${userId} is not null and ${managesPerson})
    or (${userId} is null and ${departmentId} ${ofDepartments})
    or (${userId} is null and ${departmentId} is null))`
}

/** Finds one reminder. Locks it unless the permission is to read. */
export async function reminderFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db
    .select({ reminder: reminders, user: { departmentId: users.departmentId } })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.userId))
    .where(eq(reminders.id, id))
  const [row] = await (permission === 'reminder:read' ? found : found.for('update', { of: reminders }))
  const subject = row && { ...row.reminder, user: row.user }
  if (!subject || !may(ctx.viewer, 'reminder:read', subject)) throw notFound(msg('There is no such reminder'))
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
  return row.reminder
}

/**
 * The tasks that the viewer may see as one condition, for figures, which need no order, and for reads that an index has
 * narrowed already; with `departmentId` the tasks of that department. Throws 403 for a department that the viewer may
 * not look into.
 */
export function seesTasks(ctx: Context, departmentId?: number): SQL {
  const conditions = visibleTasks(ctx, departmentId).map(({ condition }) => sql`(${condition})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The SOPs that the viewer may see, or only one department's. Throws 403 when the viewer may not see that department.
 */
export function visibleSops(ctx: Context, departmentId?: number): SQL {
  if (departmentId !== undefined) {
    mustSeeDepartment(ctx, departmentId)
    return sql`${sops.departmentId} = ${departmentId}`
  }
  if (seesAllDepartments(ctx)) return sql`true`
  const isOpened = sql`${sops.visibleTo} = 'everyone'`
  return sql`(${sops.departmentId} is null or ${sops.departmentId} = ${ctx.viewer.departmentId} or ${isOpened})`
}

/** The SOPs that the viewer is expected to read: global SOPs, and their department's. They may see all of these. */
export const sopsToRead = ({ viewer }: Context): SQL =>
  sql`(${sops.departmentId} is null or ${sops.departmentId} = ${viewer.departmentId})`

/** Finds one SOP. Locks it unless the permission is to read. */
export async function sopFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db.select().from(sops).where(eq(sops.id, id))
  const [sop] = await (permission === 'sop:read' ? found : found.for('update'))
  if (!sop || !may(ctx.viewer, 'sop:read', sop)) throw notFound(msg('There is no such procedure'))
  if (!may(ctx.viewer, permission, sop)) throw forbidden()
  return sop
}

/** The views that the viewer has saved. */
export const ownSavedViews = ({ viewer }: Context): SQL => eq(savedViews.userId, viewer.id)

/** The views that the viewer has saved, and those that are shared with their department. */
export const visibleSavedViews = ({ viewer }: Context): SQL | undefined =>
  viewer.departmentId === null
    ? eq(savedViews.userId, viewer.id)
    : or(eq(savedViews.userId, viewer.id), eq(savedViews.departmentId, viewer.departmentId))

/** Finds and locks one saved view. Throws 404 if the viewer may not see it, 403 without one of the permissions. */
export async function savedViewFor(ctx: Context, id: number, ...permissions: Permission[]) {
  const [view] = await ctx.db.select().from(savedViews).where(eq(savedViews.id, id)).for('update')
  const has = (permission: Permission) => view !== undefined && may(ctx.viewer, permission, view)
  const isPermitted = permissions.some(has)
  if (!view || !(isPermitted || has('saved-view:read'))) throw notFound(msg('There is no such view'))
  if (!isPermitted) throw forbidden()
  return view
}

/** Throws 403 unless the viewer has the permission for this subject, which may not be stored yet. */
export function mustBeAllowed(ctx: Context, permission: Permission, subject: Parameters<typeof may>[2]) {
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
}

/** Throws 403 unless the viewer's role has the permission for at least some subject. */
export function roleMustBeAllowed(ctx: Context, permission: Permission) {
  if (!mayAtAll(ctx.viewer, permission)) throw forbidden()
}

/** Checks that the project exists and the viewer may see it. Throws 400 at `path` otherwise. */
export async function projectNamedFor(ctx: Context, id: number, path: string) {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), visibleProjects(ctx)))
  if (!project) throw invalid(path, msg('There is no such project'))
}

/** The projects among `ids` that exist and that the viewer may see. */
export async function visibleProjectsAmong(ctx: Context, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const found = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, ids), visibleProjects(ctx)))
  return new Set(found.map(({ id }) => id))
}

/** Checks that the viewer may see an SOP, and returns the number of its pages. Throws 400 at `path` otherwise. */
export async function sopNamedFor(ctx: Context, id: number, path: string) {
  const pages = (await sopPagesAmong(ctx, [id])).get(id)
  if (pages === undefined) throw invalid(path, msg('There is no such procedure'))
  return pages
}

/** The number of pages, by id, of each of these SOPs that exists and that the viewer may see. */
export async function sopPagesAmong(ctx: Context, ids: number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const found = await ctx.db
    .select({ id: sops.id, pages: sopVersions.pages })
    .from(sops)
    .innerJoin(sopVersions, and(eq(sopVersions.sopId, sops.id), eq(sopVersions.revision, sops.revision)))
    .where(and(inArray(sops.id, ids), visibleSops(ctx)))
  return new Map(found.map(({ id, pages }) => [id, pages]))
}

/** The SOPs among `ids` that exist and that the viewer may see. */
export const visibleSopsAmong = async (ctx: Context, ids: number[]) => new Set((await sopPagesAmong(ctx, ids)).keys())

/** All tasks of an SOP, of any department and deleted ones too. Only if the viewer may delete the SOP. */
export const tasksOfSop = (sopId: number): SQL => eq(tasks.sopId, sopId)
