import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { mayAtAll } from '../../../shared/permissions.ts'
import { messages } from '../../db/tables/messages.ts'
import { threadMessages, threadReads, threads } from '../../db/tables/threads.ts'
import type { Context } from '../context.ts'

/** Up to which message each person has read their threads. */

/** The viewer has read these threads up to this message. Returns whether that is news for any of them. */
export async function noteRead({ db, viewer }: Context, threadIds: number[], messageId: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${threadReads} (user_id, thread_id, read_id)
    select ${viewer.id}, id, ${messageId} from unnest(${sql.param(threadIds)}::int[]) as thread (id) order by id
    on conflict (user_id, thread_id) do update set read_id = excluded.read_id
    where ${threadReads.readId} < excluded.read_id`)
  return (rowCount ?? 0) > 0
}

/** In a department's thread that a person has never opened, messages of so long ago count as read. */
const NEW_TO_IT_MS = 7 * 24 * 3600_000

/**
 * SQL for the id up to which the viewer has read a thread; it reads `thread_reads` as `read`. Somebody who has never
 * opened their department's thread has only what was written lately, since they have an account, to read.
 */
export function readUpTo({ viewer, now }: Context): SQL {
  const lately = new Date(Math.max(now.getTime() - NEW_TO_IT_MS, Date.parse(viewer.createdAt))).toISOString()
  const before = sql`(select coalesce(max(older.id), 0) from ${messages} as older where older.created_at <= ${lately}::timestamptz)`
  return sql`coalesce(read.read_id, case when ${threads.departmentId} is null then 0 else ${before} end)`
}

/** SQL of the messages in a thread behind `id` that others have written and not taken back. */
export const unreadBehind = ({ viewer }: Context, id: SQL): SQL => sql`
  select from ${threadMessages} as link join ${messages} as unread on unread.id = link.message_id
  where link.thread_id = ${threads.id} and link.message_id > ${id}
    and unread.sender_id <> ${viewer.id}::uuid and unread.taken_back_at is null`

/** Of each kind, the threads with the latest messages are looked at. */
const MAX_LOOKED_AT = 200

/**
 * SQL of the number of the viewer's threads with messages that they have not read. It looks into the messages only of
 * threads whose latest message is behind the read mark.
 */
export function countUnreadThreads(ctx: Context): SQL {
  const { viewer } = ctx
  if (!mayAtAll(viewer, 'thread:read')) return sql`0`
  const { id, personA, personB, departmentId, lastA, lastB } = threads
  const side = (person: PgColumn, last: PgColumn) => sql`(
    select ${id}, ${last} as last, ${departmentId} from ${threads} where ${person} = ${viewer.id}::uuid and ${last} is not null
    order by ${last} desc, ${id} desc limit ${sql.raw(String(MAX_LOOKED_AT))})`
  const own = sql`${side(personA, lastA)} union all ${side(personB, lastB)} union all
    (select ${id}, ${lastA}, ${departmentId} from ${threads} where ${departmentId} = ${viewer.departmentId}::int and ${lastA} is not null)`
  return sql`(select count(*)::int from (${own}) as threads
    left join ${threadReads} as read on read.user_id = ${viewer.id}::uuid and read.thread_id = ${id}
    where ${sql.raw('threads.last')} > ${readUpTo(ctx)} and exists (${unreadBehind(ctx, readUpTo(ctx))}))`
}
