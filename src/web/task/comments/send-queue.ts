import { useEffect } from 'react'
import { type Comment, commentsApi } from '../../../shared/comments.ts'
import { randomHex } from '../../api/call.ts'
import { i18nNow } from '../../language.ts'
import { callOrEnqueue } from '../../offline/offline-queue.ts'
import type { QueuedComment } from '../../offline/queued-writes.ts'
import { serverNowText } from '../../server-time.ts'
import { createStore } from '../../store.ts'
import { createOutbox, type Unsent } from '../send-queue.ts'
import { showComment } from './reading.ts'

/** Characters of the text that the list of waiting changes shows. */
const MAX_DEED = 80

/** A comment that the server has not confirmed. */
export type UnsentComment = Unsent<QueuedComment>

const outbox = createOutbox<QueuedComment, Comment>({
  name: 'muster.comments-unsent',
  find: (shows) => ('comment' in shows ? shows.comment : undefined),
  send: ({ by, at, task, body, names }, queueing) =>
    callOrEnqueue(
      commentsApi.create,
      { params: { id: task.id }, body },
      {
        ...queueing,
        words: { what: task.title, deed: i18nNow().t('Comment: {text}', { text: body.text.slice(0, MAX_DEED) }) },
        shows: { comment: { by, at, task, body, names } },
      },
    ),
  onArrived: showComment,
})

/** Sends a comment again that has failed. */
export const sendCommentAgain = outbox.sendAgain
/** Takes a comment away that waits or has failed, with its photos. */
export const discardComment = outbox.discard

/** The comments of a task that are not confirmed, in the order in which they were written. */
export const useUnsentComments = (taskId: number): UnsentComment[] =>
  outbox.useUnsent().filter(({ task }) => task.id === taskId)

/**
 * Whether a comment that this page still waits for is this one: the server has it, and its reply was lost or is on its
 * way. Nobody writes the same again so soon.
 */
export const hasCommentArrived = ({ state, by, at, body }: UnsentComment, { author, createdAt, text }: Comment) =>
  state !== 'failed' && author.id === by && text === body.text && createdAt >= at

/** The comment that this page has sent last. */
const lastSent = createStore<{ taskId: number; key: string } | null>(null)

/** The key of the comment that was sent last, if it was one on this task; it is forgotten when the task is closed. */
export function useLastSent(taskId: number): string | undefined {
  const last = lastSent.use()
  useEffect(() => () => lastSent.set(null), [])
  return last?.taskId === taskId ? last.key : undefined
}

/** Sends a new comment. It is shown at once, and stays until the server has it. */
export function sendComment(comment: Omit<QueuedComment, 'at'>) {
  const key = randomHex(16)
  lastSent.set({ taskId: comment.task.id, key })
  return outbox.send({ ...comment, at: serverNowText() }, key)
}
