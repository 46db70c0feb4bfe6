import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MESSAGE_PAGE, type ThreadMessages, type threadsApi } from '../../../shared/threads.ts'
import { threadFor } from '../../core/access/threads.ts'
import type { Context } from '../../core/context.ts'
import { threads } from '../../db/tables/threads.ts'
import { messagesOf, threadOf, threadsOf } from './rows.ts'

/** The latest messages of a thread, or those before one of them. Throws 404 if the viewer may not read the thread. */
export async function readThread(
  ctx: Context,
  { params, query }: Input<typeof threadsApi.messages>,
): Promise<ThreadMessages> {
  const { id, personA, lastA, lastB } = await threadFor(ctx, params.id, 'thread:read')
  const last = personA === null || personA === ctx.viewer.id ? lastA : lastB
  const before = query.before === undefined ? sql`true` : sql`link.message_id < ${query.before}`
  const [[thread], found] = await Promise.all([
    threadsOf(ctx, sql`select ${threads.id}, ${last}::int as last from ${threads} where ${threads.id} = ${id}::int`),
    messagesOf(ctx, id, before, MESSAGE_PAGE + 1),
  ])
  if (!thread) throw new Error(`Thread ${id} is gone`)
  const messages = found.slice(-MESSAGE_PAGE)
  return {
    thread: threadOf(thread),
    messages,
    next: found.length > MESSAGE_PAGE ? (messages[0]?.id ?? null) : null,
  }
}
