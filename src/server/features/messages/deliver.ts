import type { SentMessage } from '../../../shared/messages.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write/write.ts'
import { messages } from '../../db/tables/messages.ts'
import { fullName, notify } from '../notifications/notify.ts'
import type { Recipient } from './recipients.ts'

/**
 * Stores a message and notifies its recipients. A message with a reason is urgent: it also rings for people off duty.
 */
export async function deliver(
  ctx: Context,
  { text, reason, departmentId }: { text: string; reason: string | null; departmentId: number | null },
  recipients: Recipient[],
): Promise<SentMessage> {
  const values = {
    ...{ senderId: ctx.viewer.id, text, reason, departmentId, recipients: recipients.length },
    offDuty: recipients.filter(({ wasOnDuty }) => !wasOnDuty).length,
  }
  const { id, createdAt } = await insert(ctx, messages, values, reason === null ? 'send' : 'send-urgent')
  await notify(
    ctx,
    recipients.map((person) => person.id),
    {
      kind: 'message',
      params: { by: fullName(ctx.viewer), text, ...(reason !== null && { reason }) },
      subject: { type: 'message', id },
    },
    reason === null ? 'normal' : 'urgent',
  )
  return { ...{ id, text, reason, createdAt }, recipients: recipients.map(({ departmentId: _, ...person }) => person) }
}
