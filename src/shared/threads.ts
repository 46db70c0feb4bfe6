import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, pathId, personWithPicture, queryId, replyInstant, text } from './fields.ts'
import { MAX_MESSAGE } from './messages.ts'
import { Photo, photoId } from './photos.ts'
import { english } from './words/message.ts'

/** Threads: the messages between two people, or of a department. */

/** Threads of one page. */
export const THREAD_PAGE = 30
/** Messages of one page. */
export const MESSAGE_PAGE = 50
/** Unread messages of a thread are counted up to this number. */
export const MAX_UNREAD_MESSAGES = 100
/** For so long a person can take back their last message. In milliseconds. */
export const TAKE_BACK_MS = 2 * 60_000
/** The code of the refusal to take a message back that is too old, or not the last one of its sender. */
export const TOO_LATE = 'too_late'
/** The code of the refusal to write to somebody who has left, or who does no shifts. */
export const CANNOT_REACH = 'cannot_reach'
/** Characters of a message that notifications and pushes carry. */
export const MESSAGE_BEGINNING = 120

export const ThreadMessage = z.object({
  id,
  threadId: id,
  sender: personWithPicture,
  /** Empty if the message is only a photo or a task, and once it was taken back. */
  text: z.string(),
  /** Why it could not wait, of an urgent message. */
  reason: z.nullable(z.string()),
  photo: z.nullable(Photo),
  /** The task that it mentions; null also for readers who cannot see that task. */
  task: z.nullable(z.object({ id, title: z.string() })),
  createdAt: replyInstant,
  takenBackAt: z.nullable(replyInstant),
})
export type ThreadMessage = z.output<typeof ThreadMessage>

export const Thread = z.object({
  id,
  /** The other person of a thread of two; null for a department's thread. */
  person: z.nullable(personWithPicture),
  /** The department whose people read it; null for a thread of two. */
  department: z.nullable(idAndName),
  /** Whether anybody can be written to: not a person who has left. */
  isOpen: z.boolean(),
  /** How many of the other people are on duty. */
  onDuty: z.int(),
  /** How many of the messages of others the viewer has not read, up to `MAX_UNREAD_MESSAGES`. */
  unread: z.int(),
  /** The latest message; null once the last one is older than a year. */
  last: z.nullable(
    z.object({
      id,
      sender: personWithPicture,
      text: z.string(),
      isUrgent: z.boolean(),
      hasPhoto: z.boolean(),
      isTakenBack: z.boolean(),
      createdAt: replyInstant,
    }),
  ),
})
export type Thread = z.output<typeof Thread>

export const ThreadPage = z.object({
  threads: z.array(Thread),
  /** The cursor of the next page; null on the last one. */
  next: z.nullable(z.string()),
})
export type ThreadPage = z.output<typeof ThreadPage>

export const ThreadMessages = z.object({
  thread: Thread,
  /** The oldest first. */
  messages: z.array(ThreadMessage),
  /** The id of the first message here, before which the page before ends; null if there is none. */
  next: z.nullable(id),
})
export type ThreadMessages = z.output<typeof ThreadMessages>

/** The text may be empty when there is a photo or a task. */
export const NewThreadMessage = z.strictObject({
  text: text(MAX_MESSAGE, undefined, english('Write your message')),
  photoId: z.optional(photoId),
  taskId: z.optional(id),
})
export type NewThreadMessage = z.output<typeof NewThreadMessage>

const cursor = z
  .string()
  .check(z.maxLength(21), z.regex(/^[1-9]\d{0,9}_[1-9]\d{0,9}$/, english('Must be the cursor of a page')))
const params = { id: pathId }

export const threadsApi = {
  list: endpoint({
    method: 'GET',
    path: '/threads',
    summary: "One's own threads, the latest message first",
    allow: 'thread:read',
    query: z.strictObject({ after: z.optional(cursor) }),
    reply: ThreadPage,
    reads: ['messages', 'threads', 'users', 'departments', 'duty'],
    cached: 'moving',
  }),
  messages: endpoint({
    method: 'GET',
    path: '/threads/:id/messages',
    summary: 'The latest messages of a thread, or those before one of them, the oldest first',
    allow: 'thread:read',
    params,
    query: z.strictObject({ before: z.optional(queryId) }),
    reply: ThreadMessages,
    reads: ['messages', 'users', 'departments', 'duty', 'tasks'],
    cached: 'moving',
  }),
  send: endpoint({
    method: 'POST',
    path: '/threads/:id/messages',
    summary: 'Write in a thread. 409 `cannot_reach` if the other person has left',
    allow: 'thread:write',
    limit: 'thread',
    params,
    body: NewThreadMessage,
    reply: ThreadMessage,
    status: 201,
    changes: ['messages'],
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/threads/:id/read',
    summary: 'The viewer has read a thread',
    allow: 'thread:read',
    params,
    status: 204,
    changes: ['threads', 'notifications'],
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/threads/:id/messages/:message',
    summary: "Take back one's own last message, within two minutes. 409 `too_late` afterwards",
    allow: 'thread:write',
    limit: 'thread',
    params: { id: pathId, message: pathId },
    changes: ['messages'],
  }),
}
