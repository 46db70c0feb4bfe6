import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '../../../shared/permissions.ts'
import { MAX_REMINDERS, type Reminder } from '../../../shared/reminders.ts'
import type { Context, Services } from '../../core/context.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { toLiveRows } from '../../core/write/live-rows.ts'
import type { Audience } from '../../db/events/events.ts'
import { departments } from '../../db/tables/departments.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'

const creators = alias(users, 'creators')

/**
 * Reminders with the names of their people and departments, and with the facts that decide who may see them. Active
 * reminders come first, the next to fire in front; then the finished ones, the latest in front.
 */
const remindersWhere = ({ db }: Pick<Context, 'db'>, condition: SQL, most: number) =>
  db
    .select({
      id: reminders.id,
      title: reminders.title,
      description: reminders.description,
      userId: reminders.userId,
      departmentId: reminders.departmentId,
      cronRule: reminders.cronRule,
      nextRun: reminders.nextRun,
      createdBy: reminders.createdBy,
      isActive: reminders.isActive,
      lastTriggered: reminders.lastTriggered,
      createdAt: reminders.createdAt,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        profileImageUrl: users.profileImageUrl,
        departmentId: users.departmentId,
      },
      department: { id: departments.id, name: departments.name },
      creator: {
        id: creators.id,
        firstName: creators.firstName,
        lastName: creators.lastName,
        email: creators.email,
        profileImageUrl: creators.profileImageUrl,
      },
      userRole: users.role,
      creatorRole: creators.role,
      creatorDepartmentId: creators.departmentId,
    })
    .from(reminders)
    .innerJoin(creators, eq(creators.id, reminders.createdBy))
    .leftJoin(users, eq(users.id, reminders.userId))
    .leftJoin(departments, eq(departments.id, reminders.departmentId))
    .where(condition)
    .orderBy(
      desc(reminders.isActive),
      sql`case when ${reminders.isActive} then ${reminders.nextRun} end`,
      desc(reminders.nextRun),
      desc(reminders.id),
    )
    .limit(most)

type Found = Awaited<ReturnType<typeof remindersWhere>>[number]

const replyOf = ({ userRole: _, creatorRole: __, creatorDepartmentId: ___, ...reminder }: Found): Reminder => reminder

/** Reminders as replies carry them: those to come first, the next in front. */
export const remindersWithNames = async (ctx: Context, condition: SQL): Promise<Reminder[]> =>
  (await remindersWhere(ctx, condition, MAX_REMINDERS)).map(replyOf)

/** Reminders as pages that follow changes receive them. */
export async function liveReminders({ database }: Services, ids: number[]) {
  const named = sql`${reminders.id} = any(${sql.param(ids)}::int[])`
  const found = await remindersWhere({ db: database.orm }, named, ids.length)
  const audiences = new Map(found.map((row) => [row.id, audienceOf(reminders, row, peopleOf(row))]))
  return toLiveRows(found.map(replyOf), ({ id }) => audiences.get(id) as Audience)
}

/** The people whose present role and department decide who may see a reminder. */
function peopleOf({ user, userRole, creator, creatorRole, creatorDepartmentId }: Found) {
  const people: Actor[] = [{ id: creator.id, role: creatorRole, departmentId: creatorDepartmentId }]
  if (user && userRole) people.push({ id: user.id, role: userRole, departmentId: user.departmentId })
  return new Map(people.map((person) => [person.id, person]))
}

/** The reminder as replies carry it. The caller has found it through `access`. */
export async function reminderWithNames(ctx: Context, id: number): Promise<Reminder> {
  const [reminder] = await remindersWithNames(ctx, eq(reminders.id, id))
  if (!reminder) throw new Error(`Reminder ${id} is gone`)
  return reminder
}
