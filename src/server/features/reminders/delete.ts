import type { Input } from '../../../shared/endpoint.ts'
import type { remindersApi } from '../../../shared/reminders.ts'
import { reminderFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { remove } from '../../core/write/write.ts'
import { reminders } from '../../db/tables/reminders.ts'

/** Deletes a reminder. Its person may do that, and anyone who may manage it. */
export async function deleteReminder(ctx: Context, { params }: Input<typeof remindersApi.remove>): Promise<void> {
  await remove(ctx, reminders, await reminderFor(ctx, params.id, 'reminder:delete'))
}
