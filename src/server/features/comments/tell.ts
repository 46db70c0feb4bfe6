import { sql } from 'drizzle-orm'
import { seesTask } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'
import { executePrepared } from '../../db/connect/connect.ts'
import { comments } from '../../db/tables/comments.ts'
import type { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, notify, notifyEach } from '../notifications/notify.ts'
import { beginningOf } from '../notifications/of-messages.ts'
import { addUnread, addUnreadMention } from './unread.ts'

type TaskRow = typeof tasks.$inferSelect
type CommentRow = typeof comments.$inferSelect

/**
 * Notifies people of a new comment: those it mentions, and the assignee, the creator and the earlier commenters of its
 * task. Each is notified once, if they can see the task now, and never the author. The creator of a routine does not
 * follow each of its tasks. The beginning of the comment goes with it, and follows its edits and its deletion.
 */
export async function tellOfComment(ctx: Context, task: TaskRow, comment: CommentRow) {
  const creatorId = task.kind === 'routine' ? null : task.creatorId
  const rows = await executePrepared<{ id: string; mentioned: boolean }>(
    ctx.db,
    sql`
    select ${users.id}, ${users.id} = any(${sql.param(comment.mentions)}::uuid[]) as mentioned from ${users}
    where ${users.id} <> ${comment.authorId} and ${seesTask(task)} and ${users.id} in (
      select unnest(${sql.param([...comment.mentions, ...present([task.assigneeId, creatorId])])}::uuid[])
      union select ${comments.authorId} from ${comments} where ${comments.taskId} = ${task.id} and ${comments.deletedAt} is null)
    order by ${users.id}`,
  )
  const fact = factOf(ctx, task, comment)
  const idsOf = (mentioned: boolean) => rows.filter((row) => row.mentioned === mentioned).map(({ id }) => id)
  await notifyEach(ctx, [
    { recipients: idsOf(true), fact: { kind: 'mention', ...fact } },
    { recipients: idsOf(false), fact: { kind: 'comment', ...fact } },
  ])
  await addUnread(
    ctx,
    comment,
    rows.map(({ id }) => id),
  )
}

/** Notifies people newly mentioned in a comment, except its author. They have it among their unread comments. */
export async function tellOfMentions(ctx: Context, task: TaskRow, comment: CommentRow, mentions: string[]) {
  const recipients = mentions.filter((id) => id !== comment.authorId)
  await notify(ctx, recipients, { kind: 'mention', ...factOf(ctx, task, comment) })
  await addUnreadMention(ctx, comment, recipients)
}

const factOf = ({ viewer }: Context, { id, title }: TaskRow, comment: CommentRow) => ({
  params: {
    ...{ by: fullName(viewer), title, commentId: comment.id },
    ...(comment.text !== '' && { text: beginningOf(comment.text) }),
  },
  subject: { type: 'task', id } as const,
})
