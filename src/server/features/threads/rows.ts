import { type SQL, sql } from 'drizzle-orm'
import { photoUrls } from '../../../shared/photos.ts'
import { MAX_UNREAD_MESSAGES, type Thread, type ThreadMessage } from '../../../shared/threads.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { readUpTo, unreadBehind } from '../../core/threads/read-marks.ts'
import { isoJson } from '../../db/columns.ts'
import { executePrepared } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { messages } from '../../db/tables/messages.ts'
import { photos } from '../../db/tables/photos.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { threadMessages, threadPhotos, threadReads, threads } from '../../db/tables/threads.ts'
import { users } from '../../db/tables/users.ts'

/** Threads and their messages as replies carry them. The callers have found the threads through `access`. */

const personJson = (alias: string) =>
  sql.raw(
    ['id', 'first_name', 'last_name', 'profile_image_url']
      .map((column) => `'${column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())}', ${alias}.${column}`)
      .join(', '),
  )

interface ListedThread extends Thread {
  /** The latest message in the viewer's list, by which it is sorted. */
  lastId: number | null
}

/**
 * Threads with their latest message, the unread ones and who is on duty, in one statement. `page` is a query with
 * `id` and `last` of each, in the order of the list.
 */
export async function threadsOf(ctx: Context, page: SQL): Promise<ListedThread[]> {
  const { id: me } = ctx.viewer
  const { personA, personB, departmentId } = threads
  const other = sql`case when ${personA} = ${me}::uuid then ${personB} else ${personA} end`
  const isThere = sql`(${doesShifts} and ${users.id} <> ${me}::uuid)`
  const present = (
    isOf: SQL,
  ) => sql`(select count(*)::int from ${users} join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
    where ${isThere} and ${isOf})`
  return executePrepared<ListedThread>(
    ctx.db,
    sql`
    select ${threads.id} as id, page.last as "lastId",
      case when other.id is not null then json_build_object(${personJson('other')}) end as person,
      case when ${departments.id} is not null then json_build_object('id', ${departments.id}, 'name', ${departments.name}) end as department,
      coalesce(other.is_there, true) as "isOpen", case when ${departmentId} is null then ${present(sql`${users.id} = ${other}`)}
        else ${present(sql`${users.departmentId} = ${departmentId}`)} end as "onDuty", unread.messages as unread,
      case when message.id is not null then json_build_object('id', message.id,
        'sender', json_build_object(${personJson('sender')}), 'text', message.text, 'isUrgent', message.reason is not null,
        'hasPhoto', exists (select from ${threadPhotos} as shown where shown.message_id = message.id),
        'isTakenBack', message.taken_back_at is not null, 'createdAt', ${isoJson(sql.raw('message.created_at'))}) end as last
    from (${page}) as page
    join ${threads} on ${threads.id} = page.id
    left join ${departments} on ${departments.id} = ${departmentId}
    left join ${messages} as message on message.id = page.last
    left join ${users} as sender on sender.id = message.sender_id
    left join ${threadReads} as read on read.user_id = ${me}::uuid and read.thread_id = ${threads.id}
    left join lateral (
      select ${users}.*, ${isThere} as is_there from ${users} where ${users.id} = ${other}
    ) as other on ${departmentId} is null
    cross join lateral (
      select count(*)::int as messages from (${unreadBehind(ctx, readUpTo(ctx))} limit ${MAX_UNREAD_MESSAGES}) as behind
    ) as unread
    order by page.last desc nulls last, page.id desc`,
  )
}

/** A thread as a reply carries it. */
export const threadOf = ({ lastId: _, ...thread }: ListedThread): Thread => thread

type Row = Omit<ThreadMessage, 'photo'> & {
  photo: { id: string; width: number; height: number; size: number } | null
}

/** Messages of a thread, the oldest first, in one statement. `condition` chooses them by `link.message_id`. */
export async function messagesOf(
  ctx: Context,
  threadId: number,
  condition: SQL,
  limit: number,
): Promise<ThreadMessage[]> {
  const rows = await executePrepared<Row>(
    ctx.db,
    sql`
    select message.id, ${threadId}::int as "threadId", json_build_object(${personJson('sender')}) as sender, message.text,
      message.reason, ${isoJson(sql.raw('message.created_at'))} as "createdAt",
      ${isoJson(sql.raw('message.taken_back_at'))} as "takenBackAt",
      case when photo.id is not null then json_build_object('id', photo.id, 'width', photo.width, 'height', photo.height,
        'size', photo.size) end as photo,
      (select json_build_object('id', ${tasks.id}, 'title', ${tasks.title}) from ${tasks}
        where ${tasks.id} = message.task_id and ${tasks.deletedAt} is null and ${seesTasks(ctx)}) as task
    from (
      select link.message_id from ${threadMessages} as link
      where link.thread_id = ${threadId}::int and ${condition} order by link.message_id desc limit ${limit}
    ) as page
    join ${messages} as message on message.id = page.message_id
    join ${users} as sender on sender.id = message.sender_id
    left join ${threadPhotos} as shown on shown.message_id = message.id
    left join ${photos} as photo on photo.id = shown.photo_id and photo.deleted_at is null
    order by message.id`,
  )
  return rows.map(({ photo, ...message }) => ({ ...message, photo: photo && { ...photo, ...photoUrls(photo.id) } }))
}
