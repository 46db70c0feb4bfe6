import { authApi } from '../../shared/auth.ts'
import { AGE_HEADER, OFFLINE_HOURS } from '../../shared/device-time.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { IDEMPOTENCY_HEADER, KEY_REUSED } from '../../shared/idempotency.ts'
import { callServer, randomHex, timeoutError } from '../api/call.ts'
import { CallError, faultOf, hasStatus, isEditedMeanwhile, isRefused } from '../api/call-endpoint.ts'
import { markStale, showChanges } from '../api/queries.ts'
import { sessionEnded } from '../api/session-end.ts'
import { i18nNow } from '../language.ts'
import { isAway, onReconnect } from '../live/connection.ts'
import { isServerTimeKnown, serverNow, serverNowText } from '../server-time.ts'
import {
  dequeue,
  isQueueEvent,
  isStored,
  loadQueue,
  type QueuedWrite,
  queuedWrites,
  queueOwner,
  removeWrite,
  setQueueOwner,
  storeWrite,
} from './queued-writes.ts'

/**
 * The facts of a call that can be queued. `body` makes the body of a queued call where it differs; it gets the time of
 * the change by the device's clock. `key` is the idempotency key, for a caller who may take the change back.
 */
type QueueInfo = Pick<QueuedWrite, 'words' | 'shows' | 'photos'> & { body?: (at: string) => unknown; key?: string }

/** The result of a call that was queued, because there is no network. */
export const QUEUED = 'queued'

/** Only one tab sends at a time. */
const LOCK = 'muster.waiting'
/** Milliseconds. */
const CALL_TIMEOUT = 10_000
const FIRST_DELAY = 2000
const MAX_DELAY = 30_000

/**
 * Browsers offer locks and caches only on connections that they trust, and a person may have blocked the storage.
 * Without one of these nothing is queued.
 */
const isPossible = 'caches' in globalThis && 'locks' in navigator && hasStorage()

function hasStorage() {
  try {
    return globalThis.localStorage != null
  } catch {
    return false
  }
}

type SentListener = (change: QueuedWrite, reply: unknown) => void
const sentListeners = new Set<SentListener>()
let delay = FIRST_DELAY
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Calls the listener when the server has done a queued change. At that time the change is still in the queue, and the
 * data that it changes is being read. The reply is undefined if it was lost.
 */
export const onSent = (listener: SentListener) => void sentListeners.add(listener)

/** Shows and sends this person's queue, until the returned function is called. */
export function openOfflineQueue(id: string) {
  if (!isPossible) return () => {}
  const follow = (event: StorageEvent) => isQueueEvent(event) && loadQueue()
  setQueueOwner(id)
  const stop = onReconnect(sendSoon)
  addEventListener('storage', follow)
  addEventListener('online', sendSoon)
  document.addEventListener('visibilitychange', sendSoon)
  sendSoon()
  return () => {
    stop()
    removeEventListener('storage', follow)
    removeEventListener('online', sendSoon)
    document.removeEventListener('visibilitychange', sendSoon)
    clearTimeout(timer)
    setQueueOwner(null)
  }
}

/**
 * Calls an endpoint that changes data, and reads its changes again. If no answer comes, or if other changes wait
 * already, it queues the call and returns `QUEUED`. The call is then sent later with the same key, so that the server
 * does it only once. Throws `CallError` for a reply that is not OK.
 */
export async function callOrEnqueue<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { words, shows, photos, body, key = randomHex(16) }: QueueInfo,
): Promise<Reply<E> | typeof QUEUED> {
  const owner = queueOwner()
  const at = serverNowText()
  const made = { clock: Date.now(), isTimeKnown: isServerTimeKnown() }
  const { method, path, changes = [] } = endpoint
  const request = args as { params?: Record<string, unknown>; body?: unknown }
  const enqueue = (sender: string): typeof QUEUED => {
    const change = { key, at, made, method, path, changes, words, shows, photos, refusal: null }
    storeWrite(
      { ...change, params: request.params, body: body ? body(new Date(made.clock).toISOString()) : request.body },
      sender,
    )
    sendLater()
    return QUEUED
  }
  if (owner && queuedWrites().some(({ refusal }) => refusal === null)) {
    enqueue(owner)
    if (!isAway()) sendSoon()
    return QUEUED
  }
  try {
    const reply = await send(endpoint, request, { key, photos })
    void showChanges(changes, reply)
    return reply
  } catch (error) {
    if (owner && owner === queueOwner() && error instanceof TypeError) return enqueue(owner)
    if (isSessionEnd(error)) sessionEnded.set(true)
    void markStale(changes)
    throw error
  }
}

/** Takes a queued change back. Waits while it is being sent. Returns false if it is not in the queue any more. */
export async function takeFromQueue(key: string): Promise<boolean> {
  const find = () => queuedWrites().find((change) => change.key === key)
  if (!find()) return false
  return navigator.locks.request(LOCK, () => {
    loadQueue()
    const change = find()
    if (change) dequeue(change)
    return change !== undefined
  })
}

/** Sends a refused change again, now that the person knows the colleague's. It is another, with another key. */
export function sendAnyway(change: QueuedWrite) {
  const owner = queueOwner()
  if (!owner) return
  const body = { ...(change.body as object), was: undefined, at: undefined, seenAt: undefined }
  removeWrite(change, owner)
  storeWrite({ ...change, key: randomHex(16), body, refusal: null, isConflict: false }, owner)
  sendSoon()
}

/** Sends a change under its key, after the photos that are stored in this browser. */
async function send<E extends Endpoint>(
  endpoint: E,
  request: Pick<QueuedWrite, 'params' | 'body'>,
  { key, photos, headers }: { key: string; photos?: readonly string[] | undefined; headers?: Record<string, string> },
): Promise<Reply<E>> {
  const sendBody = (body: unknown) =>
    withTimeout((signal) =>
      callServer(endpoint, { ...request, body } as Arguments<E>, {
        headers: { ...headers, [IDEMPOTENCY_HEADER]: key },
        signal,
      }),
    )
  if (!photos) return sendBody(request.body)
  const { sendWithPhotos } = await import('./send-photo.ts')
  return sendWithPhotos(request.body, photos, sendBody)
}

async function withTimeout<T>(call: (signal: AbortSignal) => Promise<T>) {
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(timeoutError()), CALL_TIMEOUT)
  return call(controller.signal).finally(() => clearTimeout(timeout))
}

const isSessionEnd = (error: unknown) => hasStatus(error, 401)

function sendLater() {
  clearTimeout(timer)
  timer = setTimeout(sendSoon, delay * (0.75 + Math.random() / 2))
  delay = Math.min(delay * 2, MAX_DELAY)
}

/** Sends the queue, unless another tab is sending it. */
function sendSoon() {
  clearTimeout(timer)
  const owner = queueOwner()
  if (!owner || !queuedWrites().some(({ refusal }) => refusal === null)) return
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock && (await sendAll(owner))) delay = FIRST_DELAY
    else if (queueOwner() === owner) sendLater()
  })
}

/** Sends the changes one after another, oldest first. Returns false if it must be tried again. */
async function sendAll(owner: string) {
  try {
    // The session may belong to another person by now.
    if ((await withTimeout((signal) => callServer(authApi.session, {}, { signal }))).id !== owner) return true
    for (;;) {
      if (queueOwner() !== owner) return true
      loadQueue()
      const next = queuedWrites().find(({ refusal }) => refusal === null)
      if (!next) return true
      await sendOne(next, owner)
    }
  } catch (error) {
    if (!isSessionEnd(error)) return false
    // Sending goes on when the person has signed in again.
    sessionEnded.set(true)
    return true
  }
}

/** Sends one change. Throws when it must be tried again. */
async function sendOne(change: QueuedWrite, owner: string) {
  const { key, method, path, params, photos, changes } = change
  const age = ageOf(change)
  const endpoint: Endpoint = { method, path, summary: '', allow: 'signed-in' }
  let reply: unknown
  try {
    const headers = age !== undefined && { [AGE_HEADER]: String(age) }
    reply = await send(endpoint, { params, body: bodyNow(change, age) }, { key, photos, ...(headers && { headers }) })
  } catch (error) {
    // The server did it at the first attempt, with another body, and that reply was lost.
    const isDone = error instanceof CallError && error.reply?.code === KEY_REUSED
    if (!isDone) {
      if (!isRefused(error)) throw error
      const i18n = i18nNow()
      const refusal = faultOf(error, i18n.t('The server refused it'))
      const isConflict = isEditedMeanwhile(error) && saysWhatWasSeen(change)
      if (isStored(change, owner)) storeWrite({ ...change, refusal, isConflict }, owner)
      void markStale(changes)
      return
    }
  }
  void showChanges(changes, reply)
  if (queueOwner() === owner) for (const listener of sentListeners) listener(change, reply)
  removeWrite(change, owner)
}

/**
 * The body of a change. The server would refuse a time that is too long ago, so such a change counts from its arrival;
 * the time at which its person saw the old state is sent all the same. Hours are another matter: a manager must add
 * them.
 */
function bodyNow(change: QueuedWrite, age = serverNow() - Date.parse(change.at)) {
  const { at, body, shows } = change
  if ('clock' in shows || age < OFFLINE_HOURS * 3_600_000) return body
  return { ...(body as object), ...(saysWhatWasSeen(change) && { seenAt: at }), at: undefined }
}

/** Whether the server compares the state with the one that the person has seen: a status, or the value of a step. */
const saysWhatWasSeen = ({ body }: QueuedWrite) => typeof body === 'object' && body !== null && 'was' in body

/**
 * How long ago a change was made, in milliseconds. The server has just told its time, so a clock that was set meanwhile
 * does no harm; unless its time was unknown then, and only the device's clock can tell.
 */
function ageOf({ at, made }: QueuedWrite) {
  if (!made) return undefined
  return Math.max(0, Math.round(made.isTimeKnown ? serverNow() - Date.parse(at) : Date.now() - made.clock))
}
