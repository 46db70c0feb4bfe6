import { randomHex } from '../api/call.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { viewerNow } from '../api/viewer.ts'
import { i18nNow } from '../language.ts'
import { onSent, QUEUED } from '../offline/offline-queue.ts'
import { dequeue, type QueuedWrite, queuedWrites, useOfflineQueue } from '../offline/queued-writes.ts'
import { createPersonalStore } from '../store.ts'
import { dropPhoto, hasFailed, photosSettled } from './photos/photo-work.ts'

/** A text that somebody has written, with its photos. */
interface Written {
  /** The id of the person who wrote it, and when (ISO 8601). */
  by: string
  at: string
  body: { photoIds?: string[] | undefined }
}

/** A text that the server has not confirmed. */
export type Unsent<T extends Written> = T & {
  /** The idempotency key: however often it is sent, it is there once. */
  key: string
  /** `sending`: it is under way. `waiting`: the network is away. `failed`: `fault` says why. */
  state: 'sending' | 'waiting' | 'failed'
  fault?: string | undefined
}

/** The outcome of sending it. */
export type Sent<R> = { state: 'sent'; reply: R } | { state: 'waiting' | 'failed'; key: string }

/**
 * Creates an outbox: its texts are shown at once, wait without a network, can be sent again when they have failed, and
 * are there until the server has them.
 */
export function createOutbox<T extends Written, R extends object>({
  name,
  find,
  send,
  onArrived,
}: {
  /** The name of the text in the tab's storage. */
  name: string
  /** Finds this kind in the offline queue. */
  find: (shows: QueuedWrite['shows']) => T | undefined
  /** Calls the server, or puts it into the offline queue. */
  send: (written: T, queueing: { key: string; photos: string[] | undefined }) => Promise<R | typeof QUEUED>
  /** Called when the server has it; `hasWaited` if it comes from the offline queue. */
  onArrived: (reply: R, hasWaited: boolean) => void
}) {
  /** Texts that are under way, and failed ones. It lasts as long as the tab, and survives a reload. */
  const store = createPersonalStore<readonly Unsent<T>[]>([], {
    name,
    storage: 'sessionStorage',
    // A text that was under way when the page was closed may have arrived. To send it again with its key does no harm.
    read: (text) => (JSON.parse(text) as Unsent<T>[]).map((item) => ({ ...item, state: 'failed' as const })),
  })

  const remove = (key: string) => store.set(store.get().filter((item) => item.key !== key))
  const put = (item: Unsent<T>) => {
    const own = store.get().filter(({ key, by }) => by === item.by && key !== item.key)
    store.set([...own, item])
  }

  // Waiting texts are sent while their person may look at anything.
  onSent(({ shows }, reply) => {
    const written = find(shows)
    if (!written) return
    if (reply) onArrived(reply as R, true)
    dropPhotos(written.body)
  })

  /** Takes something away that waits or has failed, without its photos. Returns whether it stood in the queue. */
  function forget(key: string) {
    remove(key)
    const queued = queuedWrites().find((change) => change.key === key)
    if (queued) dequeue(queued)
    return queued !== undefined
  }

  async function attempt(item: Unsent<T>): Promise<Sent<R>> {
    const { key, body } = item
    put(item)
    try {
      const photos = await usablePhotos(body)
      const reply = await send({ ...item, body: { ...body, photoIds: photos } }, { key, photos })
      if (reply !== QUEUED) {
        onArrived(reply, false)
        dropPhotos(body)
      }
      // In the same step as the photos are dropped, so that it is never drawn without them.
      remove(key)
      return reply === QUEUED ? { state: 'waiting', key } : { state: 'sent', reply }
    } catch (error) {
      // Its person may have signed out meanwhile.
      if (store.get().some((other) => other.key === key))
        put({ ...item, state: 'failed', fault: messageOf(error, i18nNow().t('It could not be sent.')) })
      return { state: 'failed', key }
    }
  }

  /** Hook: the person's texts that the server has not confirmed, the oldest first. */
  function useUnsent(): Unsent<T>[] {
    const own = store.use().filter(({ by }) => by === viewerNow()?.id)
    const queued = useOfflineQueue().flatMap(({ key, shows, refusal }): Unsent<T>[] => {
      const written = find(shows)
      if (!written) return []
      return [{ ...written, key, ...(refusal === null ? { state: 'waiting' } : { state: 'failed', fault: refusal }) }]
    })
    return [...own, ...queued].sort((a, b) => (a.at < b.at ? -1 : 1))
  }

  return {
    useUnsent,

    /** Sends a text. It is shown at once, and without a network it waits. */
    send: (written: T, key = randomHex(16)) => attempt({ ...written, key, state: 'sending' }),

    /** Sends failed texts again. */
    sendAgain(item: Unsent<T>) {
      // The old key belongs to the refusal.
      const key = forget(item.key) ? randomHex(16) : item.key
      return attempt({ ...item, key, state: 'sending', fault: undefined })
    },

    /** Takes something away that waits or has failed, with its photos. */
    discard({ key, body }: Unsent<T>) {
      forget(key)
      dropPhotos(body)
    },
  }
}

function dropPhotos({ photoIds = [] }: Written['body']) {
  for (const id of photoIds) dropPhoto(id)
}

/** The photos that can be sent: the others hold up neither these nor the text. */
async function usablePhotos({ photoIds }: Written['body']) {
  if (!photoIds?.length) return photoIds
  await photosSettled()
  return photoIds.filter((id) => !hasFailed(id))
}
