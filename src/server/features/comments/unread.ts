import { and, eq, lt, sql } from 'drizzle-orm'
import type { commentsApi, UnreadComments } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { seesTasks, taskFor } from '../../core/access/access.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { prepared, runPrepared } from '../../db/connect/connect.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { comments, unreadComments } from '../../db/tables/comments.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { markReadAbout } from '../notifications/read.ts'

/** Comments that somebody was notified of and has not read: a row for each person and task. */

type CommentRow = typeof comments.$inferSelect

/** Tasks of one reply, the newest. */
const MAX_UNREAD = 1_000

/** The tasks that the viewer may see and that have comments which they have not read, the newest first. */
export async function listUnread(ctx: Context): Promise<UnreadComments> {
  const rows = await runPrepared(
    ctx.db
      .select({
        taskId: unreadComments.taskId,
        comments: unreadComments.comments,
        firstId: unreadComments.firstId,
      })
      .from(unreadComments)
      .innerJoin(tasks, eq(tasks.id, unreadComments.taskId))
      .where(and(eq(unreadComments.userId, ctx.viewer.id), active, seesTasks(ctx)))
      .orderBy(sql`${unreadComments.createdAt} desc, ${unreadComments.taskId} desc`)
      .limit(MAX_UNREAD),
  )
  return { tasks: rows }
}

/** Marks a task's comments and their notifications as read for the viewer. Throws 404 if they may not see it. */
export async function markCommentsRead(ctx: Context, { params }: Input<typeof commentsApi.markRead>): Promise<void> {
  const { id } = await taskFor(ctx, params.id, 'task:read')
  const { rowCount } = await ctx.db
    .delete(unreadComments)
    .where(and(eq(unreadComments.userId, ctx.viewer.id), eq(unreadComments.taskId, id)))
  if (rowCount) announce(ctx, [ctx.viewer.id])
  await markReadAbout(ctx, 'task', [id], ['comment', 'mention'])
}

const insertUnread = prepared(sql`
  insert into ${unreadComments} (user_id, task_id, comments, first_id, created_at)
  select id, ${sql.placeholder('taskId')}::int, 1, ${sql.placeholder('id')}::int, ${sql.placeholder('at')}::timestamptz
  from unnest(${sql.placeholder('userIds')}::uuid[]) as person (id) order by id
  on conflict (user_id, task_id) do update set comments = ${unreadComments.comments} + 1`)

/** Counts a new comment for these people. */
export async function addUnread(ctx: Context, { id, taskId }: CommentRow, userIds: string[]) {
  if (userIds.length === 0) return
  await insertUnread(ctx.db, { taskId, id, at: ctx.now.toISOString(), userIds })
  announce(ctx, userIds)
}

/**
 * Counts a comment as unread for people newly mentioned in it. It may be counted for them already, so the count never
 * exceeds the number of other people's comments from the first unread one on.
 */
export async function addUnreadMention(ctx: Context, { id, taskId }: CommentRow, userIds: string[]) {
  if (userIds.length === 0) return
  const firstId = sql`least(${unreadComments.firstId}, ${id})`
  const ofOthers = sql`(select count(*)::int from ${comments} as comment
    where comment.task_id = ${taskId} and comment.id >= ${firstId} and comment.deleted_at is null
      and comment.author_id <> ${unreadComments.userId})`
  await ctx.db.execute(sql`
    insert into ${unreadComments} (user_id, task_id, comments, first_id, created_at)
    select id, ${taskId}, 1, ${id}, ${ctx.now.toISOString()} from unnest(${sql.param(userIds)}::uuid[]) as person (id) order by id
    on conflict (user_id, task_id) do update
      set comments = least(${unreadComments.comments} + 1, ${ofOthers}), first_id = ${firstId}`)
  announce(ctx, userIds)
}

/**
 * Takes a deleted comment off the counts of people who have not read it. A count stays within the number of other
 * people's comments from the first unread one on, and never grows.
 */
export async function forgetUnread(ctx: Context, { id, taskId }: CommentRow) {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with counted as (
      select unread.user_id, count(comment.id)::int as comments, min(comment.id) as first_id
      from ${unreadComments} as unread left join ${comments} as comment
        on comment.task_id = unread.task_id and comment.id >= unread.first_id and comment.deleted_at is null
        and comment.author_id <> unread.user_id
      where unread.task_id = ${taskId} and unread.first_id <= ${id} group by unread.user_id
    ), read as (
      delete from ${unreadComments} using counted
      where ${unreadComments.taskId} = ${taskId} and ${unreadComments.userId} = counted.user_id and counted.comments = 0
      returning counted.user_id
    ), changed as (
      update ${unreadComments} set comments = least(${unreadComments.comments}, counted.comments), first_id = counted.first_id
      from counted
      where ${unreadComments.taskId} = ${taskId} and ${unreadComments.userId} = counted.user_id and counted.comments > 0
      returning counted.user_id
    )
    select user_id as id from read union all select user_id from changed`)
  if (rows.length > 0)
    announce(
      ctx,
      rows.map(({ id }) => id),
    )
}

/** Makes the pages of these people read their unread comments again. */
const announce = ({ outbox, origin }: Context, users: string[]) =>
  outbox.push({
    type: 'change',
    change: { resource: 'unread-comments', id: null },
    audience: { fromRole: null, departments: [], users },
    tab: origin.tab,
  })

const YEAR_MS = 365 * 24 * 3600 * 1000

/** Deletes the marks that are older than a year, as notifications that nobody has read. */
export const deleteOldUnread = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(
    db,
    unreadComments,
    lt(unreadComments.createdAt, new Date(now.getTime() - YEAR_MS).toISOString()),
    signal,
  )
