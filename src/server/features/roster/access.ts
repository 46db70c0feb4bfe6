import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { may, type Permission, rankOf } from '../../../shared/permissions.ts'
import { MAX_ROSTER_DAYS } from '../../../shared/roster/shapes.ts'
import { boundsOf, daysFromTo } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden, invalid, notFound } from '../../base/errors.ts'
import { mustBeAllowed, mustSeeDepartment } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { plannedShifts, shiftTemplates } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'

/**
 * The only way to planned shifts. Planners alone see drafts. All readers of the department's roster see published
 * shifts.
 */

export type Shift = typeof plannedShifts.$inferSelect
export type Template = typeof shiftTemplates.$inferSelect

/** Whether the viewer plans the department, and so sees its drafts. */
export const plans = (ctx: Context, departmentId: number) => may(ctx.viewer, 'roster:plan', { departmentId })

/** Days of a call with their bounds in ms. Throws 400 if they are too many, or the last one comes before the first. */
export function rosterDays({ services }: Context, { from, to }: { from: string; to: string }) {
  const tooMany = () =>
    invalid('to', msg('{count, plural, one {At most # day} other {At most # days}}', { count: MAX_ROSTER_DAYS }))
  if (to < from) throw invalid('to', msg('Must not be before the first day'))
  if (Date.parse(to) - Date.parse(from) >= MAX_ROSTER_DAYS * 86_400_000) throw tooMany()
  const days = daysFromTo(from, to, services.config.timeZone)
  return { days, ...boundsOf(days) }
}

/** Instants as SQL, from milliseconds. */
export const instantSql = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`

/**
 * A condition: the shifts of a department that begin between two instants (ms), in a copy that the viewer may see.
 * Throws 403 for a department that they may not look into.
 */
export function visibleShifts(ctx: Context, departmentId: number, { from, to }: { from: number; to: number }): SQL {
  mustSeeDepartment(ctx, departmentId)
  mustBeAllowed(ctx, 'roster:read', { departmentId })
  const { startTime, publishedStartTime } = plannedShifts
  const within = (start: SQL) => sql`(${start} >= ${instantSql(from)} and ${start} < ${instantSql(to)})`
  const published = within(sql`${publishedStartTime}`)
  const seen = plans(ctx, departmentId) ? sql`(${within(sql`${startTime}`)} or ${published})` : published
  return sql`(${plannedShifts.departmentId} = ${departmentId} and ${seen})`
}

const maySee = (ctx: Context, shift: Shift) =>
  plans(ctx, shift.departmentId) ||
  (shift.publishedVersion !== null && may(ctx.viewer, 'roster:read', shift)) ||
  shift.publishedUserId === ctx.viewer.id ||
  (shift.askedAt !== null && shift.userId === ctx.viewer.id)

/** Locks some shifts in the order in which everybody locks them. The caller says whether the viewer may see them. */
export async function shiftRows({ db }: Context, ids: number[]): Promise<Map<number, Shift>> {
  const found = await db
    .select()
    .from(plannedShifts)
    .where(inArray(plannedShifts.id, ids))
    .orderBy(plannedShifts.id)
    .for('update')
  return new Map(found.map((shift) => [shift.id, shift]))
}

/** Finds and locks some shifts. Those that do not exist, or that the viewer may not see, are absent. */
export async function lockedShifts(ctx: Context, ids: number[]): Promise<Map<number, Shift>> {
  const found = await shiftRows(ctx, ids)
  return new Map([...found].filter(([, shift]) => maySee(ctx, shift)))
}

/** Finds one shift without locking it. Throws 404 if the viewer may not see it. */
export async function visibleShift(ctx: Context, id: number): Promise<Shift> {
  const [shift] = await ctx.db.select().from(plannedShifts).where(eq(plannedShifts.id, id))
  if (!shift || !maySee(ctx, shift)) throw notFound(msg('There is no such shift'))
  return shift
}

async function lockedShift(ctx: Context, id: number): Promise<Shift> {
  const shift = (await lockedShifts(ctx, [id])).get(id)
  if (!shift) throw notFound(msg('There is no such shift'))
  return shift
}

/** Finds and locks one shift. Throws 404 if the viewer may not see it, and 403 if they may not do this. */
export async function shiftFor(ctx: Context, id: number, permission: Permission): Promise<Shift> {
  const shift = await lockedShift(ctx, id)
  mustBeAllowed(ctx, permission, shift)
  return shift
}

/** Finds and locks one of the viewer's published shifts. Throws 404 if they may not see it, 409 if it is not theirs. */
export async function ownShiftFor(ctx: Context, id: number): Promise<Shift> {
  const shift = await lockedShift(ctx, id)
  mustBeOwn(ctx, shift)
  return shift
}

/** Throws 409 if the published shift is not the viewer's. */
export function mustBeOwn(ctx: Context, { publishedUserId }: Shift) {
  if (publishedUserId !== ctx.viewer.id) throw conflict('not_yours', msg('This shift is not yours'))
  mustBeAllowed(ctx, 'roster:own', { userId: ctx.viewer.id })
}

/** Finds and locks many shifts that the viewer plans. Throws 404 if one is missing, 403 for another department's. */
export async function shiftsFor(ctx: Context, ids: number[]): Promise<Map<number, Shift>> {
  if (ids.length === 0) return new Map()
  const visible = await lockedShifts(ctx, ids)
  if (visible.size < new Set(ids).size) throw notFound(msg('There is no such shift'))
  if (![...visible.values()].every(({ departmentId }) => plans(ctx, departmentId))) throw forbidden()
  return visible
}

/** Finds and locks one template. Throws 404, or 403 if the viewer does not plan its department. */
export async function templateFor(ctx: Context, id: number): Promise<Template> {
  const [template] = await ctx.db.select().from(shiftTemplates).where(eq(shiftTemplates.id, id)).for('update')
  if (!template) throw notFound(msg('There is no such template'))
  mustBeAllowed(ctx, 'roster:plan', template)
  return template
}

/**
 * Finds a person whose wishes the viewer may see and change: themselves, and people that they plan. `locked` locks the
 * person, so that two changes of their wishes never run at the same time. Throws 404 to viewers below managers, and 403
 * for a person of another department.
 */
export async function wisherFor(ctx: Context, userId: string, lock?: 'locked'): Promise<void> {
  const found = ctx.db
    .select({ departmentId: users.departmentId })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  const [person] = await (lock ? found.for('no key update') : found)
  const isOwn = userId === ctx.viewer.id
  if (!person || !(isOwn || rankOf(ctx.viewer.role) >= rankOf('manager')))
    throw notFound(msg('There is no such person'))
  mustBeAllowed(ctx, isOwn ? 'roster:own' : 'roster:plan', { userId, departmentId: person.departmentId })
}
