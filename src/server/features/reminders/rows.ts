import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { readCronRule, shortestGap } from '../../../shared/cron-rule.ts'
import { MAX_REMINDERS, MIN_PERSONAL_INTERVAL_MINUTES, type Reminder } from '../../../shared/reminders.ts'
import type { Context } from '../../core/context.ts'
import { departments, users } from '../../db/tables/people.ts'
import { reminders } from '../../db/tables/reminders.ts'

const creators = alias(users, 'creators')

/** Whether a personal reminder's rule comes round faster than one may now; there may be some from before. */
export function repeatsTooFast({ userId, cronRule }: Pick<Reminder, 'userId' | 'cronRule'>) {
  if (userId === null || cronRule === null) return false
  const { rule } = readCronRule(cronRule)
  return rule !== undefined && shortestGap(rule) < MIN_PERSONAL_INTERVAL_MINUTES
}

/**
 * Reminders as replies carry them, with the names that belong to them: those to come by their time, then those that are over,
 * the latest first.
 */
export const remindersWithNames = (ctx: Context, condition: SQL): Promise<Reminder[]> =>
  ctx.db
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

/** The reminder as replies carry it; for one that the caller has found through `access`. */
export async function reminderWithNames(ctx: Context, id: number): Promise<Reminder> {
  const [reminder] = await remindersWithNames(ctx, eq(reminders.id, id))
  if (!reminder) throw new Error(`Reminder ${id} is gone`)
  return reminder
}
