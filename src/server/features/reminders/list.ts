import type { Input } from '../../../shared/endpoint.ts'
import type { Reminder, remindersApi } from '../../../shared/reminders.ts'
import { reminderFor, visibleReminders } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { remindersWithNames, reminderWithNames } from './rows.ts'

/** Reminders that the viewer gets or manages. */
export const listReminders = (ctx: Context): Promise<Reminder[]> => remindersWithNames(ctx, visibleReminders(ctx))

/** One reminder; 404 when the viewer neither gets nor manages it. */
export async function readReminder(ctx: Context, { params }: Input<typeof remindersApi.get>): Promise<Reminder> {
  return reminderWithNames(ctx, (await reminderFor(ctx, params.id, 'reminder:read')).id)
}
