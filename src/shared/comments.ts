import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, personWithPicture, queryId, replyInstant, text, userId } from './fields.ts'
import { MAX_COMMENT_PHOTOS, Photo, photoId } from './photos.ts'
import { english } from './words/message.ts'

/** Characters of a comment. */
export const MAX_COMMENT = 4_000
/** The most people that one comment mentions. */
export const MAX_MENTIONS = 20
/** Comments of one page. */
export const COMMENT_PAGE = 100

const Person = z.object({ id: userId, firstName: z.string(), lastName: z.string() })

export const Comment = z.object({
  id,
  taskId: id,
  author: personWithPicture,
  /** Empty if the comment is only photos, or was deleted. */
  text: z.string(),
  photos: z.array(Photo),
  mentions: z.array(Person),
  createdAt: replyInstant,
  editedAt: z.nullable(replyInstant),
  /** A deleted comment stays at its place, without text and photos. */
  deletedAt: z.nullable(replyInstant),
})
export type Comment = z.output<typeof Comment>

export const CommentPage = z.object({
  comments: z.array(Comment),
  /**
   * The id of the last comment here, after which the next page begins; null on the last page. Read backwards (`last`,
   * `before`), it is the id of the first comment here, before which the page before ends; null on the first page.
   */
  next: z.nullable(id),
})
export type CommentPage = z.output<typeof CommentPage>

const commentText = text(MAX_COMMENT)

const mentions = z.optional(
  z
    .array(userId)
    .check(
      z.maxLength(
        MAX_MENTIONS,
        english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_MENTIONS }),
      ),
    ),
)

/** The text may be empty when there is a photo. */
export const NewComment = z.strictObject({
  text: commentText,
  photoIds: z.optional(
    z
      .array(photoId)
      .check(
        z.maxLength(
          MAX_COMMENT_PHOTOS,
          english('{max, plural, one {At most # photo} other {At most # photos}}', { max: MAX_COMMENT_PHOTOS }),
        ),
      ),
  ),
  mentions,
})
export type NewComment = z.output<typeof NewComment>

/** Comments that the viewer was notified of and has not read. */
export const UnreadComments = z.object({
  /** Of each task how many, and the first of them. */
  tasks: z.array(z.object({ taskId: id, comments: z.int(), firstId: id })),
})
export type UnreadComments = z.output<typeof UnreadComments>

const params = { id: pathId }

export const commentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/tasks/:id/comments',
    summary: 'The comments of a task, oldest first',
    allow: 'task:read',
    params,
    query: z.strictObject({
      after: z.optional(queryId),
      /** The last page before this comment. */
      before: z.optional(queryId),
      /** The last page of all. */
      last: z.optional(z.literal('true')),
    }),
    reply: CommentPage,
    reads: ['comments', 'users'],
    cached: 'moving',
  }),
  create: endpoint({
    method: 'POST',
    path: '/tasks/:id/comments',
    summary: 'Write a comment',
    allow: 'task:comment',
    limit: 'comment',
    params,
    body: NewComment,
    reply: Comment,
    status: 201,
    changes: ['comments'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/comments/:id',
    summary: "Change the text of one's own comment, and whom it mentions",
    allow: 'task:comment',
    limit: 'comment',
    params,
    /** Without `mentions`, the comment's stay. */
    body: z.strictObject({ text: commentText, mentions }),
    reply: Comment,
    changes: ['comments'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Delete a comment',
    allow: 'task:comment',
    limit: 'comment',
    params,
    changes: ['comments'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/comments/:id/restore',
    summary: 'Bring back a comment deleted within the last 30 days',
    allow: 'task:comment',
    limit: 'comment',
    params,
    reply: Comment,
    status: 200,
    changes: ['comments'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/tasks/:id/people',
    summary: 'People who can see a task, for mentions',
    allow: 'task:comment',
    params,
    reply: z.object({ people: z.array(personWithPicture) }),
    reads: ['users'],
  }),
  unread: endpoint({
    method: 'GET',
    path: '/comments/unread',
    summary: 'The tasks with comments that the viewer has not read',
    allow: 'task:read',
    reply: UnreadComments,
    reads: ['unread-comments'],
    cached: 'moving',
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/tasks/:id/comments/read',
    summary: 'The viewer has read the comments of a task',
    allow: 'task:read',
    params,
    status: 204,
    changes: ['unread-comments', 'notifications'],
  }),
}
