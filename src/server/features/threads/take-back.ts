import { and, eq, gt, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { TAKE_BACK_MS, TOO_LATE, type threadsApi } from '../../../shared/threads.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { ownMessageFor } from '../../core/access/threads.ts'
import type { Context } from '../../core/context.ts'
import { unpostMessage } from '../../core/threads/post.ts'
import { messages } from '../../db/tables/messages.ts'
import { threadMessages } from '../../db/tables/threads.ts'
import { emptyNotifications } from '../notifications/of-messages.ts'

/**
 * Takes back the viewer's last message in a thread, within two minutes. Its words are then nowhere, also not in
 * anybody's bell. Throws 409 for a later try, for an earlier message, and for an urgent one: both sides can look that
 * up.
 */
export async function takeBack(ctx: Context, { params }: Input<typeof threadsApi.takeBack>): Promise<void> {
  const { thread, message } = await ownMessageFor(ctx, params.id, params.message)
  if (message.reason !== null) throw conflict(TOO_LATE, msg('An urgent message cannot be taken back'))
  if (ctx.now.getTime() - Date.parse(message.createdAt) > TAKE_BACK_MS)
    throw conflict(TOO_LATE, msg('A message can be taken back for two minutes'))
  const [later] = await ctx.db
    .select({ id: messages.id })
    .from(threadMessages)
    .innerJoin(messages, eq(messages.id, threadMessages.messageId))
    .where(
      and(
        eq(threadMessages.threadId, thread.id),
        gt(threadMessages.messageId, message.id),
        eq(messages.senderId, ctx.viewer.id),
        sql`${messages.takenBackAt} is null`,
      ),
    )
    .limit(1)
  if (later) throw conflict(TOO_LATE, msg('Only your last message can be taken back'))
  await unpostMessage(ctx, message)
  await emptyNotifications(ctx, message.id)
}
