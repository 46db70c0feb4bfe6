import { type SQL, sql } from 'drizzle-orm'
import type { Comment } from '../../../shared/comments.ts'
import { type Photo, photoUrls } from '../../../shared/photos.ts'
import type { Context, Services } from '../../core/context.ts'
import { audienceOfTask } from '../../core/write/audiences.ts'
import { type LiveRow, toLiveRows } from '../../core/write/live-rows.ts'
import { isoJson } from '../../db/columns.ts'
import { fixed, prepared } from '../../db/connect/connect.ts'
import { comments } from '../../db/tables/comments.ts'
import { photos } from '../../db/tables/photos.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/** A comment as the database gives it: the addresses of its photos are made here. */
type Row = Omit<Comment, 'photos'> & { photos: Omit<Photo, 'url' | 'thumbnailUrl'>[] }

/**
 * Comments in the order of their ids, with author, mentions and photos, in one statement. `page` is a query with the
 * columns of the comments. A deleted comment's text is left out here, before any other code has it.
 */
const withParts = (page: SQL, more: SQL = sql``) => sql`
  select page.id, page.task_id as "taskId", page.shown as text,
    json_build_object('id', author.id, 'firstName', author.first_name, 'lastName', author.last_name,
      'profileImageUrl', author.profile_image_url) as author,
    ${isoJson(sql.raw('page.created_at'))} as "createdAt", ${isoJson(sql.raw('page.edited_at'))} as "editedAt",
    ${isoJson(sql.raw('page.deleted_at'))} as "deletedAt", mentioned.mentions, attached.photos ${more}
  from (select given.*, case when deleted_at is null then text else '' end as shown from (${page}) as given) as page
  join ${users} as author on author.id = page.author_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', person.id, 'firstName', person.first_name, 'lastName', person.last_name)
      order by mention.place), '[]') as mentions
    from unnest(page.mentions) with ordinality as mention (id, place) join ${users} as person on person.id = mention.id
    where page.deleted_at is null
  ) as mentioned
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', photo.id, 'width', photo.width, 'height', photo.height, 'size', photo.size)
      order by photo.position, photo.id), '[]') as photos
    from ${photos} as photo where photo.comment_id = page.id and photo.deleted_at is null and page.deleted_at is null
  ) as attached`

const inOrder = sql` order by page.id`
const columns = fixed(
  sql`${comments.id}, ${comments.taskId}, ${comments.authorId}, ${comments.text}, ${comments.mentions}, ${comments.createdAt},
    ${comments.editedAt}, ${comments.deletedAt}`,
)

const readPage = prepared<Row>(
  sql`${withParts(sql`
    select ${columns} from ${comments}
    where ${comments.taskId} = ${sql.placeholder('taskId')} and ${comments.id} > ${sql.placeholder('after')}
    order by ${comments.id} limit ${sql.placeholder('limit')}`)} ${inOrder}`,
)
const readPageBefore = prepared<Row>(
  sql`${withParts(sql`
    select ${columns} from ${comments}
    where ${comments.taskId} = ${sql.placeholder('taskId')} and ${comments.id} < ${sql.placeholder('before')}
    order by ${comments.id} desc limit ${sql.placeholder('limit')}`)} ${inOrder}`,
)
const readOne = prepared<Row>(
  withParts(sql`select ${columns} from ${comments} where ${comments.id} = ${sql.placeholder('id')}`),
)
type LiveComment = Row & Pick<typeof tasks.$inferSelect, 'departmentId' | 'assigneeId' | 'creatorId'>
/** With the facts that decide who may see their task. */
const readActive = prepared<LiveComment>(
  withParts(
    sql`select ${columns}, ${tasks.departmentId}, ${tasks.assigneeId}, ${tasks.creatorId}
      from ${comments} join ${tasks} on ${tasks.id} = ${comments.taskId} and ${tasks.deletedAt} is null
      where ${comments.id} = any(${sql.placeholder('ids')}::int[])`,
    sql`, page.department_id as "departmentId", page.assignee_id as "assigneeId", page.creator_id as "creatorId"`,
  ),
)

const replyOf = ({ id, taskId, author, text, photos, mentions, createdAt, editedAt, deletedAt }: Row): Comment => ({
  ...{ id, taskId, author, text },
  photos: photos.map((photo) => ({ ...photo, ...photoUrls(photo.id) })),
  ...{ mentions, createdAt, editedAt, deletedAt },
})

/** The first comments of a task behind this id. The caller has found the task through `access`. */
export const commentsAfter = async ({ db }: Context, taskId: number, after: number, limit: number) =>
  (await readPage(db, { taskId, after, limit })).map(replyOf)

/** The last comments of a task before this id, oldest first. The caller has found the task through `access`. */
export const commentsBefore = async ({ db }: Context, taskId: number, before: number, limit: number) =>
  (await readPageBefore(db, { taskId, before, limit })).map(replyOf)

/** The comment as replies carry it. The caller has found it through `access`. */
export async function commentWithParts({ db }: Context, id: number): Promise<Comment> {
  const [row] = await readOne(db, { id })
  if (!row) throw new Error(`Comment ${id} is gone`)
  return replyOf(row)
}

/**
 * Comments as pages that follow changes receive them; a deleted one as deleted. Comments on deleted tasks are left out.
 */
export async function liveComments({ database }: Services, ids: number[]): Promise<Map<number, LiveRow>> {
  const rows = await readActive(database.orm, { ids })
  const seen = new Map(rows.map((row) => [row.id, row]))
  return toLiveRows(rows.map(replyOf), ({ id }) => audienceOfTask(seen.get(id) as LiveComment))
}
