import { eq, type SQL, sql } from 'drizzle-orm'
import { may, type Permission, rankOf } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { mustBeAllowed, mustSeeDepartment } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { absences } from '../../db/tables/absences.ts'
import { users } from '../../db/tables/users.ts'

/**
 * The only way to absences. People find their own, managers the absences of their department's people, administrators
 * all. Nobody else learns that there is one.
 */

export type AbsenceRow = typeof absences.$inferSelect

/** A person with the facts that decide about their absences. */
export interface AbsentPerson {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  departmentId: number | null
}

const person = {
  ...{ id: users.id, firstName: users.firstName, lastName: users.lastName },
  ...{ profileImageUrl: users.profileImageUrl, departmentId: users.departmentId },
}

/** The viewer's own absences, as a condition. */
export const ownAbsences = (ctx: Context): SQL => sql`${absences.userId} = ${ctx.viewer.id}`

/** One person's absences, as a condition. Throws 404 if the viewer may not read them. */
export async function absencesOf(ctx: Context, userId: string): Promise<SQL> {
  const { departmentId } = users
  const [found] = await ctx.db.select({ departmentId }).from(users).where(eq(users.id, userId))
  if (!found || !may(ctx.viewer, 'absence:read', { userId, ...found })) throw notFound(msg('There is no such person'))
  return sql`${absences.userId} = ${userId}`
}

/**
 * The absences of a department's people, as a condition. Without a department it is one's own, or for administrators
 * everybody. Throws 403 for people who are not among its managers.
 */
export function absencesOfDepartment(ctx: Context, wanted?: number): SQL {
  const departmentId = wanted ?? ctx.viewer.departmentId
  if (wanted === undefined && rankOf(ctx.viewer.role) >= rankOf('admin')) return doesShifts
  if (departmentId === null) throw forbidden()
  mustSeeDepartment(ctx, departmentId)
  mustBeAllowed(ctx, 'absence:decide', { departmentId })
  return sql`(${users.departmentId} = ${departmentId} and ${doesShifts})`
}

/**
 * Finds an absence and its person. It locks nothing: the caller locks the person and reads the absence again. Throws
 * 404 if the viewer may not read it, and 403 without the permission.
 */
export async function absenceFor(ctx: Context, id: number, permission: Permission) {
  const [found] = await ctx.db
    .select({ absence: absences, person })
    .from(absences)
    .innerJoin(users, eq(users.id, absences.userId))
    .where(eq(absences.id, id))
  const subject = found && { userId: found.person.id, departmentId: found.person.departmentId }
  if (!found || !subject || !may(ctx.viewer, 'absence:read', subject)) throw notFound(msg('There is no such absence'))
  if (permission === 'absence:decide' && found.person.id === ctx.viewer.id)
    throw forbidden(msg('Nobody decides about their own absence'))
  mustBeAllowed(ctx, permission, subject)
  return found
}

/** Reads an absence again and locks it, after its person was locked. */
export async function lockedAbsence({ db }: Context, id: number): Promise<AbsenceRow> {
  const [absence] = await db.select().from(absences).where(eq(absences.id, id)).for('update')
  if (!absence) throw notFound(msg('There is no such absence'))
  return absence
}

/**
 * Finds the person of a new absence: the viewer, or a person whose absences the viewer decides about. Throws 404 for
 * others, and for people who do no shifts.
 */
export async function absentPersonFor(ctx: Context, id: string): Promise<AbsentPerson> {
  const [found] = await ctx.db.select(person).from(users).where(sql`${users.id} = ${id} and ${doesShifts}`)
  const isOwn = id === ctx.viewer.id
  const subject = { userId: id, departmentId: found?.departmentId ?? null }
  if (!found || !may(ctx.viewer, isOwn ? 'roster:own' : 'absence:decide', subject))
    throw notFound(msg('There is no such person'))
  return found
}
