import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { MESSAGE_BEGINNING } from '../../../shared/threads.ts'
import type { NotificationFact } from '../../base/words/notification-words.ts'
import { shorten } from '../../base/words/words.ts'
import type { Context } from '../../core/context.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { fullName } from './notify.ts'
import { isAbout, refreshBell, refreshBells } from './read.ts'

/** Notifications of messages and comments carry the beginning of their words, as long as these are there. */

/** The first words of a text, with an ellipsis if it goes on. */
export function beginningOf(text: string): string {
  const beginning = shorten(text, MESSAGE_BEGINNING)
  return beginning === text ? text : `${beginning.trimEnd()}…`
}

/**
 * The fact of a new message in a thread. An urgent one is told in full.
 *
 * @param told `department` is the name of the thread's, `shows` is what a message without words holds
 */
export function factOfMessage(
  { viewer }: Context,
  { id, text, reason }: { id: number; text: string; reason: string | null },
  thread: { id: number },
  { department, shows }: { department?: string | undefined; shows?: 'photo' | 'task' } = {},
): NotificationFact {
  return {
    kind: 'message',
    params: {
      ...{ by: fullName(viewer), threadId: thread.id },
      text: reason === null ? beginningOf(text) : text,
      ...(reason !== null && { reason }),
      ...(department !== undefined && { department }),
      ...(text === '' && shows && { shows }),
    },
    subject: { type: 'message', id },
  }
}

/** Marks the viewer's notifications of messages in a thread as read, except urgent ones. */
export async function markMessagesRead(ctx: Context, threadId: number) {
  const ofThread = sql`${notifications.params} ->> 'threadId' = ${String(threadId)}`
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ isRead: true })
    .where(
      and(
        ...[eq(notifications.userId, ctx.viewer.id), not(notifications.isRead)],
        ...[eq(notifications.kind, 'message'), eq(notifications.urgency, 'normal'), ofThread],
      ),
    )
  if (rowCount) refreshBell(ctx)
}

/**
 * Marks these people's notifications of earlier messages in some threads as read: the newest speaks for its thread, and
 * a lively one does not fill the bell and the briefing. Call it before the newest is stored.
 */
export async function replaceEarlier({ db }: Context, userIds: string[], threadIds: number[]) {
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(
      and(
        ...[inArray(notifications.userId, userIds), not(notifications.isRead)],
        ...[eq(notifications.kind, 'message'), eq(notifications.urgency, 'normal')],
        inArray(sql`${notifications.params} ->> 'threadId'`, threadIds.map(String)),
      ),
    )
}

/** Takes the words out of everybody's notifications of a message that was taken back. Nothing is left to read. */
export async function emptyNotifications(ctx: Context, messageId: number) {
  const empty = JSON.stringify({ text: '', shows: 'nothing' })
  const rows = await ctx.db
    .update(notifications)
    .set({ params: sql`${notifications.params} || ${empty}::jsonb` as never, isRead: true })
    .where(isAbout('message', [messageId]))
    .returning({ userId: notifications.userId })
  if (rows.length > 0) refreshBells(ctx, [...new Set(rows.map(({ userId }) => userId))])
}

/** Gives everybody's notifications of a comment its present words; none once it is deleted. */
export async function rewordComment(ctx: Context, { id, taskId }: { id: number; taskId: number }, text: string) {
  const { params } = notifications
  const words =
    text === '' ? sql`${params} - 'text'` : sql`${params} || ${JSON.stringify({ text: beginningOf(text) })}::jsonb`
  const rows = await ctx.db
    .update(notifications)
    .set({ params: words as never })
    .where(
      and(
        isAbout('task', [taskId]),
        inArray(notifications.kind, ['comment', 'mention']),
        sql`${params} ->> 'commentId' = ${String(id)}`,
      ),
    )
    .returning({ userId: notifications.userId })
  if (rows.length > 0) refreshBells(ctx, [...new Set(rows.map(({ userId }) => userId))])
}
