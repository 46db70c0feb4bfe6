import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { may, mayAnywhere, type Permission, rankOf } from '../../shared/permissions.ts'
import { forbidden, invalid, notFound } from '../base/errors.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { departments, users } from '../db/tables/people.ts'
import { projects } from '../db/tables/projects.ts'
import { reminders } from '../db/tables/reminders.ts'
import { sops } from '../db/tables/sops.ts'
import { taskCounts, tasks } from '../db/tables/tasks.ts'
import type { Context } from './context.ts'

/**
 * The only way to a row: to find is to authorise. Conditions say what a viewer may see, `…For` gives the one row, or 404
 * when the viewer may not see it and 403 when they see it but may not do this.
 */

const seesAllDepartments = (ctx: Context) => rankOf(ctx.viewer.role) >= rankOf('manager')

export interface Scope {
  condition: SQL
  /** Which rows of `task_counts` count these tasks. */
  counted?: SQL
  /** What one person has elsewhere: few of all tasks. */
  personal?: true
}

/**
 * What the viewer may see of the tasks, as parts that exclude each other. A list reads each in order from its own index and
 * merges them, which one condition with "or" would make a sort over all.
 *
 * With `departmentId` only that department's; 403 when the viewer may not look into it.
 */
export function visibleTasks(ctx: Context, departmentId?: number): Scope[] {
  if (departmentId !== undefined) {
    if (!seesAllDepartments(ctx) && departmentId !== ctx.viewer.departmentId)
      throw forbidden('You may only see your own department')
    return [tasksOf(departmentId)]
  }
  if (seesAllDepartments(ctx)) return [{ condition: sql`true`, counted: sql`${taskCounts.personId} is null` }]
  const { id, departmentId: own } = ctx.viewer
  const outside = own === null ? sql`true` : sql`${tasks.departmentId} is distinct from ${own}`
  const countedOutside = sql`${taskCounts.personId} = ${id} and ${own === null ? sql`true` : sql`${taskCounts.departmentId} <> ${own}`}`
  return [
    ...(own === null ? [] : [tasksOf(own)]),
    {
      condition: sql`${tasks.assigneeId} = ${id} and ${outside}`,
      counted: sql`${countedOutside} and ${taskCounts.assigned}`,
      personal: true,
    },
    {
      condition: sql`${tasks.creatorId} = ${id} and ${tasks.assigneeId} is distinct from ${id} and ${outside}`,
      counted: sql`${countedOutside} and not ${taskCounts.assigned}`,
      personal: true,
    },
  ]
}

/** All that `visibleTasks` goes by, as text: the same text, the same parts. */
export const viewOf = ({ viewer }: Context, departmentId?: number) =>
  `${viewer.id} ${viewer.role} ${viewer.departmentId} ${departmentId}`

const tasksOf = (departmentId: number): Scope => ({
  condition: sql`${tasks.departmentId} = ${departmentId}`,
  counted: sql`${taskCounts.personId} is null and ${taskCounts.departmentId} = ${departmentId}`,
})

/** One task, locked for the rest of the transaction when it is to be changed. */
export async function taskFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.id, id), isNull(tasks.deletedAt)))
  const [task] = await (permission === 'task:read' ? found : found.for('update'))
  if (!task || !may(ctx.viewer, 'task:read', task)) throw notFound('task')
  if (!may(ctx.viewer, permission, task)) throw forbidden()
  return task
}

/** Many tasks, locked; one that is missing, unseen or not allowed refuses all. */
export async function tasksFor(ctx: Context, ids: number[], permission: Permission) {
  const found = await ctx.db
    .select()
    .from(tasks)
    .where(and(inArray(tasks.id, ids), isNull(tasks.deletedAt)))
    .orderBy(tasks.id)
    .for('update')
  const seen = found.filter((task) => may(ctx.viewer, 'task:read', task))
  if (seen.length < ids.length) throw notFound('task')
  if (!seen.every((task) => may(ctx.viewer, permission, task))) throw forbidden()
  return seen
}

/** The deleted tasks that the viewer may bring back, as far as departments go. */
export function restorableTasks(ctx: Context): SQL {
  if (rankOf(ctx.viewer.role) >= rankOf('admin')) return sql`true`
  return sql`(${tasks.departmentId} is null or ${tasks.departmentId} = ${ctx.viewer.departmentId})`
}

/** What the viewer may see of the projects. */
export function visibleProjects(ctx: Context): SQL {
  if (seesAllDepartments(ctx)) return sql`true`
  return sql`(${projects.departmentId} = ${ctx.viewer.departmentId} or ${projects.ownerId} = ${ctx.viewer.id})`
}

/** One project, locked for the rest of the transaction when it is to be changed. Its owner counts as who created it. */
export async function projectFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db.select().from(projects).where(eq(projects.id, id))
  const [project] = await (permission === 'project:read' ? found : found.for('update'))
  const subject = project && { ...project, creatorId: project.ownerId }
  if (!subject || !may(ctx.viewer, 'project:read', subject)) throw notFound('project')
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
  return project
}

/** Every task of a project that the viewer has been given to delete: living and deleted, of any department. */
export const tasksOfProject = (projectId: number): SQL => eq(tasks.projectId, projectId)

/**
 * The people, besides the viewer, whose hours the viewer may see, as a condition on users; 403 for a department they may not
 * look into.
 */
export function othersOnTheClock(ctx: Context, departmentId?: number): SQL {
  const others = sql`${users.id} <> ${ctx.viewer.id}`
  const isBound = rankOf(ctx.viewer.role) < rankOf('admin')
  if (isBound && departmentId !== undefined && departmentId !== ctx.viewer.departmentId)
    throw forbidden('You may only see the hours of your own department')
  if (!isBound && departmentId === undefined) return others
  return sql`${others} and ${users.departmentId} = ${departmentId ?? ctx.viewer.departmentId}`
}

/**
 * Somebody whose hours the viewer may see, locked for the rest of the transaction when they are to be changed; 403 for those
 * whose hours they may not. Closed accounts keep theirs.
 */
export async function personOnTheClockFor(ctx: Context, id: string, permission: Permission) {
  const found = ctx.db.select().from(users).where(eq(users.id, id))
  const [person] = await (permission === 'clock:read-others' ? found : found.for('no key update'))
  if (!person) throw notFound('person')
  mustBeAllowed(ctx, permission, { userId: person.id, departmentId: person.departmentId })
  return person
}

/**
 * A clock session, locked together with the person whose it is, so that one's sessions are corrected one after the other.
 * The department that counts is the one the person is in now.
 */
export async function clockSessionFor(ctx: Context, id: number, permission: Permission) {
  const [found] = await ctx.db
    .select({ session: clockSessions, departmentId: users.departmentId })
    .from(clockSessions)
    .innerJoin(users, eq(users.id, clockSessions.userId))
    .where(eq(clockSessions.id, id))
    .for('no key update')
  if (!found) throw notFound('clock session')
  const { session, departmentId } = found
  const subject = { userId: session.userId, departmentId }
  if (!may(ctx.viewer, 'clock:use', subject) && !may(ctx.viewer, 'clock:read-others', subject))
    throw notFound('clock session')
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
  return session
}

/**
 * What the viewer may see of the reminders: personal ones that they get, or made for people whom they still manage, those that
 * reach them, and those of what they manage. The same as `reminder:read` says of one; a test holds the two against each other.
 */
export function visibleReminders({ viewer }: Context): SQL {
  const { userId, departmentId, createdBy } = reminders
  const isAdmin = rankOf(viewer.role) >= rankOf('admin')
  const ofDepartments = isAdmin ? sql`is not null` : sql`= ${viewer.departmentId}`
  const colleagues = sql`${userId} in (select id from users where department_id = ${viewer.departmentId})`
  const managesPerson = isAdmin
    ? sql`true`
    : mayAnywhere(viewer.role, 'reminder:personal-others')
      ? colleagues
      : sql`false`
  return sql`(${userId} = ${viewer.id}
    or (${createdBy} = ${viewer.id} and ${userId} is not null and ${managesPerson})
    or (${userId} is null and ${departmentId} ${ofDepartments})
    or (${userId} is null and ${departmentId} is null))`
}

/** One reminder, locked for the rest of the transaction when it is to be changed. */
export async function reminderFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db
    .select({ reminder: reminders, user: { departmentId: users.departmentId } })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.userId))
    .where(eq(reminders.id, id))
  const [row] = await (permission === 'reminder:read' ? found : found.for('update', { of: reminders }))
  const subject = row && { ...row.reminder, user: row.user }
  if (!subject || !may(ctx.viewer, 'reminder:read', subject)) throw notFound('reminder')
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
  return row.reminder
}

/** What the viewer may see of the SOPs; with `departmentId` only that department's. 403 when they may not look into it. */
export function visibleSops(ctx: Context, departmentId?: number): SQL {
  if (departmentId !== undefined) {
    if (!seesAllDepartments(ctx) && departmentId !== ctx.viewer.departmentId)
      throw forbidden('You may only see your own department')
    return sql`${sops.departmentId} = ${departmentId}`
  }
  if (seesAllDepartments(ctx)) return sql`true`
  return sql`(${sops.departmentId} is null or ${sops.departmentId} = ${ctx.viewer.departmentId})`
}

/** One SOP, locked for the rest of the transaction when it is to be changed. */
export async function sopFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db.select().from(sops).where(eq(sops.id, id))
  const [sop] = await (permission === 'sop:read' ? found : found.for('update'))
  if (!sop || !may(ctx.viewer, 'sop:read', sop)) throw notFound('SOP')
  if (!may(ctx.viewer, permission, sop)) throw forbidden()
  return sop
}

/**
 * Whose reading of an SOP the viewer may look into, as a condition on people: of a department's SOP its people, of a global
 * one everybody, or for a manager the people of their own department. 403 when nobody's.
 */
export function readersOf(ctx: Context, sop: { departmentId: number | null }): SQL {
  const departmentId = sop.departmentId ?? (rankOf(ctx.viewer.role) >= rankOf('admin') ? null : ctx.viewer.departmentId)
  const living = sql`${users.isActive} and ${users.deletedAt} is null and ${users.role} <> 'guest'`
  if (sop.departmentId === null && departmentId === null) {
    mustBeAllowed(ctx, 'sop:readers', { departmentId: null })
    return living
  }
  mustBeAllowed(ctx, 'sop:readers', { departmentId })
  return sql`${living} and ${users.departmentId} = ${departmentId}`
}

/** 403 unless the viewer may do this to such a thing: for things that are not there yet, or go somewhere else. */
export function mustBeAllowed(ctx: Context, permission: Permission, subject: Parameters<typeof may>[2]) {
  if (!may(ctx.viewer, permission, subject)) throw forbidden()
}

/** 403 unless the viewer's role may do this at all. */
export function roleMustBeAllowed(ctx: Context, permission: Permission) {
  if (!mayAnywhere(ctx.viewer.role, permission)) throw forbidden()
}

/** One person who has an account, locked for the rest of the transaction. Below managers nobody knows of others. */
export async function userFor(ctx: Context, id: string, permission: Permission) {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update')
  const isKnown = id === ctx.viewer.id || mayAnywhere(ctx.viewer.role, 'person:list')
  if (!user || !isKnown) throw notFound('person')
  mustBeAllowed(ctx, permission, { ...user, userId: user.id })
  return user
}

/** One department, locked for the rest of the transaction. */
export async function departmentFor(ctx: Context, id: number, permission: Permission) {
  const [department] = await ctx.db.select().from(departments).where(eq(departments.id, id)).for('update')
  if (!department) throw notFound('department')
  mustBeAllowed(ctx, permission, { departmentId: id })
  return department
}

/** Somebody who can be given something: an active account, which stays so meanwhile; else 400 at `path`. */
export async function activePersonFor(ctx: Context, id: string, path: string) {
  const [person] = await ctx.db
    .select({ id: users.id, departmentId: users.departmentId })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isActive, true), isNull(users.deletedAt)))
    .for('share')
  if (!person) throw invalid(path, 'There is no such active person')
  return person
}

/** A project that the viewer may see; else 400 at `path`. */
export async function projectNamedFor(ctx: Context, id: number, path: string) {
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), visibleProjects(ctx)))
  if (!project) throw invalid(path, 'There is no such project')
}

/** A department; else 400 at `path`. */
export async function departmentNamedFor(ctx: Context, id: number, path: string) {
  const [department] = await ctx.db.select({ id: departments.id }).from(departments).where(eq(departments.id, id))
  if (!department) throw invalid(path, 'There is no such department')
}
