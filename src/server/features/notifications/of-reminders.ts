import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { enqueuePushes } from '../../core/notify/push.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'
import { MAX_PARAM_CHARACTERS, ownDevices, pairsOf, sendToPages } from './notify.ts'

interface ReminderRow extends Record<string, unknown> {
  id: number
  user_id: string
  reminder_id: number
  devices: number[] | null
}

/**
 * Stores the notifications of these reminders in one statement: one for the person, for each of the department's people
 * or for all people. People whose account is not active get none.
 */
export async function notifyOfReminders(ctx: OpenContext, due: (typeof reminders.$inferSelect)[]) {
  const { rows } = await ctx.db.execute<ReminderRow>(sql`
    insert into ${notifications} (user_id, kind, params, subject_type, subject_id, created_at)
    select recipient.id, 'reminder',
      jsonb_build_object('title', ${reminders.title}, 'description', left(${reminders.description}, ${MAX_PARAM_CHARACTERS})),
      'reminder', ${reminders.id}::text, ${ctx.now.toISOString()}::timestamptz
    from ${reminders} cross join lateral (
      select ${users.id} from ${users} where ${users.id} = ${reminders.userId} and ${isActivePerson}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${users.departmentId} = ${reminders.departmentId} and ${isActivePerson}
      union all
      select ${users.id} from ${users}
      where ${reminders.userId} is null and ${reminders.departmentId} is null and ${isActivePerson}
    ) as recipient
    where ${reminders.id} = any(${sql.param(due.map(({ id }) => id))}::int[])
    returning id, user_id, subject_id::int as reminder_id, ${ownDevices} as devices`)
  await enqueuePushes(ctx, pairsOf(rows))
  const byReminder = new Map(due.map(({ id }): [number, { id: number; userId: string }[]] => [id, []]))
  for (const { id, user_id: userId, reminder_id: reminderId } of rows) byReminder.get(reminderId)?.push({ id, userId })
  for (const { id, title, description } of due) {
    const sent = byReminder.get(id) ?? []
    const subject = { type: 'reminder', id } as const
    if (sent.length > 0) sendToPages(ctx, sent, { kind: 'reminder', params: { title, description }, subject })
  }
  await deleteOldest(
    ctx,
    due.filter(({ userId, cronRule }) => userId !== null && cronRule !== null).map(({ id }) => id),
  )
}

/** How many notifications of one repeating personal reminder stay, read or not. */
export const MAX_PER_REMINDER = 100

/** Deletes the oldest notifications of personal reminders: only their person could ever end such a reminder. */
async function deleteOldest({ db }: OpenContext, reminderIds: number[]) {
  if (reminderIds.length === 0) return
  await db.execute(sql`
    delete from ${notifications} where id = any(array(
      select old.id from unnest(${sql.param(reminderIds)}::int[]) as reminder (id) cross join lateral (
        select ${notifications.id} from ${notifications}
        where ${notifications.subjectType} = 'reminder' and ${notifications.subjectId} = reminder.id::text
        order by ${notifications.createdAt} desc, ${notifications.id} desc offset ${MAX_PER_REMINDER}
      ) as old
    ))`)
}
