import { type ThreadMessage, threadsApi } from '../../shared/threads.ts'
import { randomHex } from '../api/call.ts'
import { i18nNow } from '../language.ts'
import { callOrEnqueue } from '../offline/offline-queue.ts'
import type { QueuedMessage } from '../offline/queued-writes.ts'
import { serverNowText } from '../server-time.ts'
import { createStore } from '../store.ts'
import { createOutbox, type Unsent } from '../task/send-queue.ts'
import { showMessage } from './reading.ts'

/** Characters of the text that the list of waiting changes shows. */
const MAX_SHOWN = 80

/** A message that the server has not confirmed. */
export type UnsentMessage = Unsent<QueuedMessage>

const outbox = createOutbox<QueuedMessage, ThreadMessage>({
  name: 'muster.messages-unsent',
  find: (shows) => ('message' in shows ? shows.message : undefined),
  send({ by, at, thread, task, body: { text, photoIds } }, queueing) {
    const [photoId] = photoIds ?? []
    const body = { text, ...(photoId && { photoId }), ...(task && { taskId: task.id }) }
    return callOrEnqueue(
      threadsApi.send,
      { params: { id: thread.id }, body },
      {
        ...queueing,
        words: { what: thread.name, deed: i18nNow().t('Message: {text}', { text: text.slice(0, MAX_SHOWN) }) },
        shows: { message: { by, at, thread, task, body: { text, photoIds } } },
      },
    )
  },
  onArrived: showMessage,
})

/** Sends a message again that has failed. */
export const sendMessageAgain = outbox.sendAgain
/** Takes a message away that waits or has failed, with its photo. */
export const discardMessage = outbox.discard

/** The messages of a thread that are not confirmed, in the order in which they were written. */
export const useUnsentMessages = (threadId: number): UnsentMessage[] =>
  outbox.useUnsent().filter(({ thread }) => thread.id === threadId)

/** Whether the server has a message that this page still waits for: its reply was lost or is on its way. */
export const hasMessageArrived = ({ state, by, at, body }: UnsentMessage, { sender, createdAt, text }: ThreadMessage) =>
  state !== 'failed' && sender.id === by && text === body.text && createdAt >= at

/** The key of the message that this page has sent last. */
export const lastSent = createStore<string | undefined>(undefined)

/** Sends a message. It is shown at once, and stays until the server has it. */
export function send(message: Omit<QueuedMessage, 'at'>) {
  const key = randomHex(16)
  lastSent.set(key)
  return outbox.send({ ...message, at: serverNowText() }, key)
}
