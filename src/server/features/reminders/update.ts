import type { Input } from '../../../shared/endpoint.ts'
import type { Reminder, ReminderChanges, remindersApi } from '../../../shared/reminders.ts'
import { nextOccurrence } from '../../../shared/time/recurrence.ts'
import { reminderFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { mustBeBelowReminderLimit, mustRepeatSlowly } from './limits.ts'
import { checkRecipients } from './recipients.ts'
import { reminderWithNames } from './rows.ts'

/**
 * Changes the fields sent. If the reminder gets other recipients, the viewer must be allowed to remind these too.
 * Throws as `createReminder`, and 404 for a reminder that the viewer does not see.
 */
export async function updateReminder(
  ctx: Context,
  { params, body }: Input<typeof remindersApi.update>,
): Promise<Reminder> {
  const reminder = await reminderFor(ctx, params.id, 'reminder:update')
  const { userId, departmentId } = { ...reminder, ...body }
  const hasNewRecipients = userId !== reminder.userId || departmentId !== reminder.departmentId
  if (hasNewRecipients) await checkRecipients(ctx, { userId, departmentId })
  const cronRule = body.cronRule === undefined ? reminder.cronRule : body.cronRule
  if (hasNewRecipients || cronRule !== reminder.cronRule) mustRepeatSlowly({ userId, cronRule })
  const timing = timingOf(ctx, reminder, body)
  if (timing.isActive && !reminder.isActive && reminder.createdBy === ctx.viewer.id) await mustBeBelowReminderLimit(ctx)
  await update(ctx, reminders, reminder, { ...body, ...timing })
  return reminderWithNames(ctx, reminder.id)
}

/**
 * When the reminder fires after the change. With a new rule and no time, it next fires when the rule says. A one-time
 * reminder that has fired stays over until it gets another time: if only `isActive` is sent, it does not fire a second
 * time.
 */
function timingOf(ctx: Context, before: typeof reminders.$inferSelect, body: ReminderChanges) {
  const { timeZone } = ctx.services.config
  const hasNewRule = body.cronRule != null && body.cronRule !== before.cronRule
  const nextOfRule = hasNewRule && body.cronRule ? nextOccurrence(body.cronRule, ctx.now, timeZone) : null
  const nextRun = body.nextRun ?? nextOfRule?.toISOString() ?? before.nextRun
  const isOver = !before.isActive && before.cronRule === null && before.lastTriggered !== null
  if (!isOver) return { nextRun, isActive: body.isActive }
  const hasNewTime = nextRun !== before.nextRun || hasNewRule
  return { nextRun, isActive: hasNewTime && (body.isActive ?? true) }
}
