import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { may, mayAtAll, type Permission, rankOf, roles } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, invalid, notFound } from '../../base/errors.ts'
import { isOneOf } from '../../db/columns.ts'
import { readRow } from '../../db/rows.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import type { Context } from '../context.ts'
import { doesShifts, isActivePerson } from '../people/active.ts'
import { mustBeAllowed } from './access.ts'

/** The only way to people, departments and hours, by the same rules as in `access.ts`. */

/** Finds and locks one person with an account. Viewers below managers find only themselves. */
export async function userFor(ctx: Context, id: string, permission: Permission) {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update')
  const isVisible = id === ctx.viewer.id || mayAtAll(ctx.viewer, 'person:list')
  if (!user || !isVisible) throw notFound(msg('There is no such person'))
  mustBeAllowed(ctx, permission, { ...user, userId: user.id })
  return user
}

/** Finds and locks many people with accounts. Throws 404 if one is missing, and 403 if one is not allowed. */
export async function usersFor(ctx: Context, ids: string[], permission: Permission) {
  const found = await ctx.db
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('no key update')
  if (found.length < new Set(ids).size) throw notFound(msg('There is no such person'))
  for (const user of found) mustBeAllowed(ctx, permission, { ...user, userId: user.id })
  return found
}

/** Finds and locks many departments. Throws 404 if one is missing. */
export async function departmentsFor(ctx: Context, ids: number[], permission: Permission) {
  mustBeAllowed(ctx, permission, {})
  const found = await ctx.db
    .select()
    .from(departments)
    .where(inArray(departments.id, ids))
    .orderBy(departments.id)
    .for('update')
  if (found.length < new Set(ids).size) throw notFound(msg('There is no such department'))
  return found
}

/** Finds and locks one department. */
export async function departmentFor(ctx: Context, id: number, permission: Permission) {
  const [department] = await ctx.db.select().from(departments).where(eq(departments.id, id)).for('update')
  if (!department) throw notFound(msg('There is no such department'))
  mustBeAllowed(ctx, permission, { departmentId: id })
  return department
}

/**
 * Finds a person with an active account, as an assignee. The lock keeps the account active until the end of the
 * transaction. Throws 400 at `path` if there is no such person.
 */
export async function activePersonFor(ctx: Context, id: string, path: string) {
  const [person] = await ctx.db
    .select({ id: users.id, role: users.role, departmentId: users.departmentId, isActive: users.isActive })
    .from(users)
    .where(and(eq(users.id, id), isActivePerson))
    .for('share')
  if (!person) throw invalid(path, msg('There is no such active person'))
  return person
}

/** The people among `ids` who can be assigned something. They are locked as `activePersonFor` does. */
export async function activePeopleAmong(ctx: Context, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), isActivePerson))
    .orderBy(users.id)
    .for('share')
  return new Set(found.map(({ id }) => id))
}

type Task = Pick<typeof tasks.$inferSelect, 'departmentId' | 'assigneeId' | 'creatorId'>

const managersAndAbove = roles.filter((role) => rankOf(role) >= rankOf('manager'))

/**
 * A condition on users: the active people who can see this task. It states the same rule as the permission `task:read`
 * and as `visibleTasks`, which asks it about one person's tasks; a test compares them.
 */
export const seesTask = ({ departmentId, assigneeId, creatorId }: Task): SQL =>
  sql`(${isActivePerson} and (${isOneOf(users.role, managersAndAbove)}
    or ${users.departmentId} = ${departmentId} or ${users.id} = ${assigneeId} or ${users.id} = ${creatorId}))`

/** The people among `ids` who can see a task. */
export async function peopleWhoSeeAmong(ctx: Context, task: Task, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), seesTask(task)))
  return new Set(found.map(({ id }) => id))
}

/** So many people can be named of those who see a task. */
const MAX_PEOPLE_OF_TASK = 1_000

/** The people who can see a task, by name; when they are too many, the people of its department before others. */
export async function peopleWhoSee(ctx: Context, task: Task) {
  const { id, firstName, lastName, profileImageUrl, foldedName, departmentId } = users
  const first = ctx.db
    .select({ id, firstName, lastName, profileImageUrl, foldedName })
    .from(users)
    .where(seesTask(task))
    .orderBy(sql`${departmentId} is not distinct from ${task.departmentId}::int desc`, foldedName, id)
    .limit(MAX_PEOPLE_OF_TASK)
    .as('first')
  return ctx.db
    .select({
      ...{ id: first.id, firstName: first.firstName, lastName: first.lastName },
      profileImageUrl: first.profileImageUrl,
    })
    .from(first)
    .orderBy(first.foldedName, first.id)
}

/** Checks that the department exists. Throws 400 at `path` otherwise. */
export async function departmentNamedFor(ctx: Context, id: number, path: string) {
  if (!(await readRow(ctx.db, departments, id))) throw invalid(path, msg('There is no such department'))
}

/** The departments among `ids` that exist. */
export async function departmentsAmong(ctx: Context, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const found = await ctx.db.select({ id: departments.id }).from(departments).where(inArray(departments.id, ids))
  return new Set(found.map(({ id }) => id))
}

/** A condition: the other people whose hours the viewer may see. Throws 403 for another department. */
export function othersOnTheClock(ctx: Context, departmentId?: number): SQL {
  const others = sql`${users.id} <> ${ctx.viewer.id}`
  const isOwnDepartmentOnly = rankOf(ctx.viewer.role) < rankOf('admin')
  if (isOwnDepartmentOnly && departmentId !== undefined && departmentId !== ctx.viewer.departmentId)
    throw forbidden(msg('You can only see the hours of your own department'))
  if (!isOwnDepartmentOnly && departmentId === undefined) return others
  return sql`${others} and ${users.departmentId} = ${departmentId ?? ctx.viewer.departmentId}`
}

const readings: readonly Permission[] = ['clock:read-others', 'clock:record', 'contract:read']

/**
 * Finds a person whose hours or contracts the viewer may see, also one with a deleted account. Locks the person unless
 * the permission is to read. Viewers below managers find only themselves. Throws 403 without the permission.
 */
export async function personOnTheClockFor(ctx: Context, id: string, permission: Permission) {
  const found = ctx.db.select().from(users).where(eq(users.id, id))
  const [person] = await (readings.includes(permission) ? found : found.for('no key update'))
  const isVisible = id === ctx.viewer.id || rankOf(ctx.viewer.role) >= rankOf('manager')
  if (!person || !isVisible) throw notFound(msg('There is no such person'))
  mustBeAllowed(ctx, permission, { userId: person.id, departmentId: person.departmentId })
  return person
}

/**
 * Finds and locks many people as `personOnTheClockFor` does, always in the same order. Throws 404 if one is missing,
 * and 403 if one is not allowed.
 */
export async function peopleOnTheClockFor(ctx: Context, ids: string[], permission: Permission) {
  const found = await ctx.db
    .select({ id: users.id, departmentId: users.departmentId })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(users.id)
    .for('no key update')
  if (found.length < new Set(ids).size) throw notFound(msg('There is no such person'))
  for (const { id, departmentId } of found) mustBeAllowed(ctx, permission, { userId: id, departmentId })
  return found
}

/**
 * Finds and locks a clock session together with its person, so that two corrections of one person's sessions never run
 * at the same time. One of the permissions is enough; the person's current department decides about them.
 */
export async function clockSessionFor(ctx: Context, id: number, ...permissions: Permission[]) {
  const [found] = await ctx.db
    .select({ session: clockSessions, departmentId: users.departmentId })
    .from(clockSessions)
    .innerJoin(users, eq(users.id, clockSessions.userId))
    .where(eq(clockSessions.id, id))
    .for('no key update')
  if (!found) throw notFound(msg('There is no such clock session'))
  const { session, departmentId } = found
  const subject = { userId: session.userId, departmentId }
  const mayOneOf = (among: Permission[]) => among.some((permission) => may(ctx.viewer, permission, subject))
  if (!mayOneOf(['clock:use', 'clock:read-others'])) throw notFound(msg('There is no such clock session'))
  if (!mayOneOf(permissions)) throw forbidden()
  return session
}

/**
 * Finds a contract and locks it together with its person, so that two changes of one person's contracts never run at
 * the same time. Throws 404, or 403 without the permission.
 */
export async function contractFor(ctx: Context, id: number, permission: Permission) {
  const found = ctx.db
    .select({ contract: workContracts, departmentId: users.departmentId })
    .from(workContracts)
    .innerJoin(users, eq(users.id, workContracts.userId))
    .where(eq(workContracts.id, id))
  const [row] = await (readings.includes(permission) ? found : found.for('no key update'))
  if (!row) throw notFound(msg('There is no such contract'))
  mustBeAllowed(ctx, permission, { userId: row.contract.userId, departmentId: row.departmentId })
  return row.contract
}

/**
 * A condition on users: the people whose confirmations of an SOP the viewer may see. For a department's SOP these are
 * the people of the department. For a global SOP these are all people, or for a manager the people of their department.
 * Throws 403 if there are none.
 */
export function readersOf(ctx: Context, sop: { departmentId: number | null }): SQL {
  const departmentId = sop.departmentId ?? (rankOf(ctx.viewer.role) >= rankOf('admin') ? null : ctx.viewer.departmentId)
  if (sop.departmentId === null && departmentId === null) {
    mustBeAllowed(ctx, 'sop:readers', { departmentId: null })
    return doesShifts
  }
  mustBeAllowed(ctx, 'sop:readers', { departmentId })
  return sql`${doesShifts} and ${users.departmentId} = ${departmentId}`
}
