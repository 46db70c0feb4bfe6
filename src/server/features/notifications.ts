import type { OpenContext } from '../context.ts'
import { notifications } from '../db/schema.ts'

/** Leaves a notification with each recipient, and sends it to their open screens once the transaction is committed. */
export async function notify(
  ctx: OpenContext,
  recipients: string[],
  content: { type: 'task' | 'reminder'; title: string; message: string | null; taskId?: number; reminderId?: number },
) {
  if (recipients.length === 0) return
  const rows = await ctx.db
    .insert(notifications)
    .values(recipients.map((userId) => ({ ...content, userId, createdAt: ctx.now.toISOString() })))
    .returning({ id: notifications.id, userId: notifications.userId })
  const { title, message, taskId = null } = content
  for (const { id, userId } of rows) {
    ctx.outbox.push({ type: 'notification', userIds: [userId], notification: { id, title, message, taskId } })
  }
}
