import type { Input } from '../../../shared/endpoint.ts'
import type { threadsApi } from '../../../shared/threads.ts'
import { threadFor } from '../../core/access/threads.ts'
import type { Context } from '../../core/context.ts'
import { noteRead } from '../../core/threads/read-marks.ts'
import { markMessagesRead } from '../notifications/of-messages.ts'

/**
 * The viewer has read a thread, and the notifications of its messages. An urgent message stays unread in the bell until
 * its person says "Got it". Throws 404 if they may not read the thread.
 */
export async function markThreadRead(ctx: Context, { params }: Input<typeof threadsApi.markRead>): Promise<void> {
  const { id, lastA, lastB } = await threadFor(ctx, params.id, 'thread:read')
  const isNewlyRead = await noteRead(ctx, [id], Math.max(lastA ?? 0, lastB ?? 0))
  await markMessagesRead(ctx, id)
  if (isNewlyRead)
    ctx.outbox.push({
      type: 'change',
      change: { resource: 'threads', id: null },
      audience: { fromRole: null, departments: [], users: [ctx.viewer.id] },
      tab: ctx.origin.tab,
    })
}
