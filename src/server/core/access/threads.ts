import { and, eq, type SQL, sql } from 'drizzle-orm'
import { may, mayAtAll, type Permission } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, notFound } from '../../base/errors.ts'
import { messages } from '../../db/tables/messages.ts'
import { threadMessages, threads } from '../../db/tables/threads.ts'
import type { Context } from '../context.ts'

/** The only way to threads and their messages, by the same rules as in `access.ts`. */

export type ThreadRow = typeof threads.$inferSelect

/** The threads that the viewer may read: their threads of two, and the thread of their present department. */
export function visibleThreads({ viewer }: Context): SQL {
  if (!mayAtAll(viewer, 'thread:read')) return sql`false`
  const { personA, personB, departmentId } = threads
  return sql`(${personA} = ${viewer.id}::uuid or ${personB} = ${viewer.id}::uuid or ${departmentId} = ${viewer.departmentId}::int)`
}

/** A thread, as the table of permissions judges it. */
const subjectOf = ({ departmentId, personA, personB }: ThreadRow) => ({
  departmentId,
  people: personA && personB ? [personA, personB] : [],
})

/** Finds one thread. Locks it unless the permission is to read: messages of a thread are written one by one. */
export async function threadFor(ctx: Context, id: number, permission: Permission): Promise<ThreadRow> {
  const found = ctx.db.select().from(threads).where(eq(threads.id, id))
  const [thread] = await (permission === 'thread:read' ? found : found.for('no key update'))
  if (!thread || !may(ctx.viewer, 'thread:read', subjectOf(thread))) throw notFound(msg('There is no such thread'))
  if (!may(ctx.viewer, permission, subjectOf(thread))) throw forbidden()
  return thread
}

/** Finds and locks a message of the viewer in a thread. Throws 404 for none, and 403 for another person's. */
export async function ownMessageFor(ctx: Context, threadId: number, messageId: number) {
  const thread = await threadFor(ctx, threadId, 'thread:write')
  const inThread = sql`exists (select from ${threadMessages}
    where ${threadMessages.threadId} = ${thread.id} and ${threadMessages.messageId} = ${messages.id})`
  const [message] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), inThread))
    .for('update')
  if (!message || message.takenBackAt !== null) throw notFound(msg('There is no such message'))
  if (message.senderId !== ctx.viewer.id) throw forbidden(msg('Only its sender can take a message back'))
  return { thread, message }
}
