import { useEffect } from 'react'
import { messageOf } from '../../../shared/call.ts'
import { type Comment, commentsApi, type NewComment } from '../../../shared/comments.ts'
import { randomHex } from '../../api/call.ts'
import { callOrEnqueue, onSent, QUEUED } from '../../api/offline-queue.ts'
import { dequeue, queuedWrites, useOfflineQueue } from '../../api/queued-writes.ts'
import { viewerNow } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { createStore } from '../../store.ts'
import { dropPhoto, hasFailed, photosSettled } from '../photos/photo-work.ts'
import { outbox, type Unsent } from './drafts.ts'
import { showComment } from './reading.ts'

/** Characters of the text that the list of waiting changes shows. */
const MAX_DEED = 80

const remove = (key: string) => outbox.set(outbox.get().filter((comment) => comment.key !== key))
const put = (comment: Unsent) => {
  const own = outbox.get().filter(({ key, by }) => by === comment.by && key !== comment.key)
  outbox.set([...own, comment])
}

const dropPhotos = ({ photoIds = [] }: NewComment) => {
  for (const id of photoIds) dropPhoto(id)
}

onSent(({ shows }, reply) => {
  if (!('comment' in shows)) return
  if (reply) showComment(reply as Comment)
  dropPhotos(shows.comment.body)
})

/** The comments of a task that are not confirmed, in the order in which they were written. */
export function useUnsent(taskId: number): Unsent[] {
  const own = outbox.use().filter(({ by, task }) => by === viewerNow()?.id && task.id === taskId)
  const queued = useOfflineQueue().flatMap(({ key, shows, refusal }): Unsent[] => {
    if (!('comment' in shows) || shows.comment.task.id !== taskId) return []
    const { comment } = shows
    return [{ ...comment, key, ...(refusal === null ? { state: 'waiting' } : { state: 'failed', fault: refusal }) }]
  })
  return [...own, ...queued].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/**
 * Whether a comment that this page still waits for is this one: the server has it, and its reply was lost or is on its way. Nobody
 * writes the same again so soon.
 */
export const hasArrived = ({ state, by, at, body }: Unsent, { author, createdAt, text }: Comment) =>
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
export function send(comment: Pick<Unsent, 'by' | 'task' | 'body' | 'names'>) {
  const key = randomHex(16)
  lastSent.set({ taskId: comment.task.id, key })
  return attempt({ ...comment, key, at: new Date().toISOString(), state: 'sending' })
}

/** Sends a comment again that has failed. */
export function sendAgain({ fault: _, ...comment }: Unsent) {
  // The key of a refused one stands for its refusal.
  const key = forget(comment.key) ? randomHex(16) : comment.key
  return attempt({ ...comment, key, state: 'sending' })
}

/** Takes a comment away that waits or has failed, with its photos. */
export function discard({ key, body }: Unsent) {
  forget(key)
  dropPhotos(body)
}

/** Takes it away without them. Returns whether it stood in the queue. */
function forget(key: string) {
  remove(key)
  const queued = queuedWrites().find((change) => change.key === key)
  if (queued) dequeue(queued)
  return queued !== undefined
}

async function attempt(comment: Unsent) {
  const { key, by, at, task, body, names } = comment
  const i18n = i18nNow()
  put(comment)
  try {
    const sent = await withUsablePhotos(body)
    const reply = await callOrEnqueue(
      commentsApi.create,
      { params: { id: task.id }, body: sent },
      {
        key,
        photos: sent.photoIds,
        words: { what: task.title, deed: i18n.t('Comment: {text}', { text: body.text.slice(0, MAX_DEED) }) },
        shows: { comment: { by, at, task, body: sent, names } },
      },
    )
    if (reply !== QUEUED) {
      showComment(reply)
      dropPhotos(body)
    }
    // In the same step as the photos are dropped, so that it is never drawn without them.
    remove(key)
  } catch (error) {
    // Its person may have signed out meanwhile.
    if (outbox.get().some((other) => other.key === key))
      put({ ...comment, state: 'failed', fault: messageOf(error, i18n.t('It could not be sent.')) })
  }
}

/** The body without photos that cannot be sent: they hold up neither the others nor the text. */
async function withUsablePhotos(body: NewComment): Promise<NewComment> {
  if (!body.photoIds?.length) return body
  await photosSettled()
  return { ...body, photoIds: body.photoIds.filter((id) => !hasFailed(id)) }
}
