import type { SentMessage } from '../../../shared/messages.ts'
import type { Context } from '../../core/context.ts'
import { departmentName, postMessage, threadOfDepartment, threadsWith } from '../../core/threads/post.ts'
import { type Notice, notifyEach } from '../notifications/notify.ts'
import { factOfMessage, replaceEarlier } from '../notifications/of-messages.ts'
import type { Recipient } from './recipients.ts'

/**
 * Stores a message in its threads and notifies its recipients. To people it goes into the thread with each of them. To
 * a whole department it goes into the department's thread, or, from outside, to each recipient: the sender could not
 * read the answers in the thread of a department that is not theirs. A message with a reason is urgent: it also rings
 * for people off duty.
 */
export async function deliver(
  ctx: Context,
  { text, reason, departmentId }: { text: string; reason: string | null; departmentId: number | null },
  recipients: Recipient[],
): Promise<SentMessage> {
  const isOwn = departmentId !== null && departmentId === ctx.viewer.departmentId
  const ids = recipients.map((person) => person.id)
  const into = isOwn ? await threadOfDepartment(ctx, departmentId) : await threadsWith(ctx, ids)
  const written = {
    ...{ text, reason, departmentId, recipients: recipients.length },
    offDuty: recipients.filter(({ wasOnDuty }) => !wasOnDuty).length,
  }
  const message = await postMessage(ctx, into, written, { isToAll: departmentId !== null && !isOwn })
  const department = isOwn ? await departmentName(ctx, departmentId) : undefined
  if (reason === null) {
    const threadIds = into.map(({ id }) => id)
    await replaceEarlier(ctx, ids, threadIds)
  }
  await notifyEach(
    ctx,
    into.map(
      ({ id, personA, personB }): Notice => ({
        recipients: isOwn ? ids : ids.filter((person) => person === personA || person === personB),
        fact: factOfMessage(ctx, message, { id }, { department }),
        ...(reason !== null && { urgency: 'urgent' }),
      }),
    ),
  )
  const [first] = into
  return {
    ...{ id: message.id, text, reason, createdAt: message.createdAt },
    threadId: into.length === 1 && first ? first.id : null,
    recipients: recipients.map(({ departmentId: _, ...person }) => person),
  }
}
