import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_REMINDERS, type Reminder } from '../../../shared/reminders.ts'
import type { Context } from '../../core/context.ts'
import { personColumns } from '../../db/person-columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'

const creators = alias(users, 'creators')

/** Reminders with names: active ones first, the next to fire in front, then the finished ones, the latest in front. */
export const remindersWithNames = ({ db }: Context, condition: SQL): Promise<Reminder[]> =>
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
        ...personColumns,
        email: users.email,
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
    .limit(MAX_REMINDERS)

/** The reminder as replies carry it. The caller has found it through `access`. */
export async function reminderWithNames(ctx: Context, id: number): Promise<Reminder> {
  const [reminder] = await remindersWithNames(ctx, eq(reminders.id, id))
  if (!reminder) throw new Error(`Reminder ${id} is gone`)
  return reminder
}
