import type { Input } from '../../../shared/endpoint.ts'
import type { Reminder, remindersApi } from '../../../shared/reminders.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { mustBeBelowReminderLimit, mustRepeatSlowly } from './limits.ts'
import { checkRecipients } from './recipients.ts'
import { reminderWithNames } from './rows.ts'

/**
 * Creates a reminder. If the body names neither a person nor a department, the reminder is for the viewer; if both are
 * null, it is for everyone. Throws 403 for people that the viewer may not remind, 400 for a person or department that
 * does not exist and for a personal reminder that repeats too fast, 409 when the viewer has too many reminders.
 */
export async function createReminder(ctx: Context, { body }: Input<typeof remindersApi.create>): Promise<Reminder> {
  const isForEveryone = body.userId === null && body.departmentId === null
  const isPersonal = body.departmentId == null && !isForEveryone
  const recipients = {
    userId: body.userId ?? (isPersonal ? ctx.viewer.id : null),
    departmentId: body.departmentId ?? null,
  }
  await checkRecipients(ctx, recipients)
  mustRepeatSlowly({ ...recipients, cronRule: body.cronRule ?? null })
  await mustBeBelowReminderLimit(ctx)
  const { id } = await insert(ctx, reminders, { ...body, ...recipients, createdBy: ctx.viewer.id })
  return reminderWithNames(ctx, id)
}
