import { and, eq, sql } from 'drizzle-orm'
import { conversations } from '../../../sample/messages.ts'
import type { OpenContext } from '../core/context.ts'
import { threadOfDepartment, threadsWith } from '../core/threads/post.ts'
import { noteRead } from '../core/threads/read-marks.ts'
import { notifications } from '../db/tables/notifications.ts'
import { sendInThread } from '../features/threads/send.ts'
import { type Action, type Hotel, MINUTE, sampleContext } from './hotel.ts'

/** The conversations of the sample hotel. A person who answers has read the messages before. */
export function conversationActions({ ctx, calendar, departmentIds, staff }: Hotel): Action[] {
  return conversations.flatMap(({ of, lines }) =>
    lines.map(({ by, minutes, text }) => {
      const at = calendar.now - minutes * MINUTE
      const act = async () => {
        const sender = sampleContext(ctx, staff[by], at)
        const other = typeof of === 'string' ? undefined : of.find((name) => name !== by)
        const [thread] =
          typeof of === 'string'
            ? await threadOfDepartment(sender, departmentIds[of])
            : await threadsWith(sender, other ? [staff[other].id] : [])
        if (!thread) throw new Error('There is no thread')
        await noteRead(sender, [thread.id], Math.max(thread.lastA ?? 0, thread.lastB ?? 0))
        await sendInThread(sender, { params: { id: thread.id }, query: undefined, body: { text } })
      }
      return { at, act }
    }),
  )
}

/** Marks the notifications of conversations as read: people saw them while they wrote to each other. */
export const readConversations = ({ db }: OpenContext) =>
  db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.kind, 'message'), eq(notifications.urgency, 'normal'), sql`params ? 'threadId'`))
