import { authApi } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import type { Resource } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { IDEMPOTENCY_HEADER, KEY_REUSED } from '../../shared/idempotency.ts'
import type { Status, Task } from '../../shared/tasks.ts'
import { createStore } from '../store.ts'
import { callServer, randomHex, timeoutError } from './call.ts'
import { isAway, onReconnect } from './connection.ts'
import { markStale } from './queries.ts'
import { sessionEnded } from './session-end.ts'

/** A change made without a network. It is stored on this device, for its person, until the server has answered. */
export interface QueuedWrite {
  /** The idempotency key: the server does the change once, however often it is sent. */
  key: string
  /** The time of the change (ISO 8601). */
  at: string
  method: Endpoint['method']
  path: Endpoint['path']
  params?: Record<string, unknown> | undefined
  body?: unknown
  changes: readonly Resource[]
  /** What the list of waiting changes shows: the subject, and what happens to it. */
  words: { what: string; deed: string }
  /** What the screens show before the server has answered. */
  shows: { task: Task; from: Status; to: Status } | { clock: 'in' | 'out' }
  /** Why the server has refused it; null while it waits. */
  refusal: string | null
}

/** What a call needs so that it can be queued. `body` makes the body of a queued call where it differs; it gets the time of the change. */
type QueueInfo = Pick<QueuedWrite, 'words' | 'shows'> & { body?: (at: string) => unknown }

/** The result of a call that was queued, because there is no network. */
export const QUEUED = 'queued'

const PREFIX = 'muster.waiting.'
/** Only one tab sends at a time. */
const LOCK = 'muster.waiting'
/** Milliseconds. */
const CALL_TIMEOUT = 10_000
const FIRST_DELAY = 2000
const MAX_DELAY = 30_000

/**
 * Browsers offer locks and caches only on connections that they trust, and a person may have blocked the storage. Without one of
 * these nothing is queued.
 */
const isPossible = 'caches' in globalThis && 'locks' in navigator && hasStorage()

function hasStorage() {
  try {
    return globalThis.localStorage != null
  } catch {
    return false
  }
}

let person: string | null = null
const queue = createStore<readonly QueuedWrite[]>([])
type SentListener = (change: QueuedWrite, reply: unknown) => void
const sentListeners = new Set<SentListener>()
let delay = FIRST_DELAY
let timer: ReturnType<typeof setTimeout> | undefined

/** The changes that wait or were refused, oldest first. */
export const useOfflineQueue = queue.use
export const queuedWrites = queue.get

/**
 * Calls the listener when the server has done a queued change. At that time the change is still in the queue, and the data that
 * it changes is being read. The reply is undefined if it was lost.
 */
export const onSent = (listener: SentListener) => void sentListeners.add(listener)

// Each change has its own storage entry, so that no tab overwrites another's. Their names sort by time.
const nameOf = ({ at, key }: QueuedWrite, owner: string) => `${PREFIX}${owner}.${at}.${key}`

function readAll() {
  const names =
    person === null ? [] : Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}${person}.`))
  queue.set(names.sort().map((name) => JSON.parse(localStorage.getItem(name) ?? '') as QueuedWrite))
}

function store(change: QueuedWrite, owner: string) {
  localStorage.setItem(nameOf(change, owner), JSON.stringify(change))
  readAll()
}

/** Removes a change from the queue. */
export function dequeue(change: QueuedWrite) {
  if (person) localStorage.removeItem(nameOf(change, person))
  readAll()
}

/** Removes all changes of this person from the device, at sign-out. */
export function clearOfflineQueue() {
  for (const change of queue.get()) if (person) localStorage.removeItem(nameOf(change, person))
  readAll()
}

/** Shows and sends this person's queue, until the returned function is called. */
export function openOfflineQueue(id: string) {
  if (!isPossible) return () => {}
  const follow = ({ key }: StorageEvent) => (key === null || key.startsWith(PREFIX)) && readAll()
  person = id
  readAll()
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
    person = null
    readAll()
  }
}

/**
 * Calls an endpoint that changes data, and reads again what it changes. If no answer comes, or if other changes wait already, it
 * queues the call and returns `QUEUED`. The call is then sent later with the same key, so that the server does it only once.
 * Throws `CallError` for a reply that is not OK.
 */
export async function callOrEnqueue<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { words, shows, body }: QueueInfo,
): Promise<Reply<E> | typeof QUEUED> {
  const owner = person
  const key = randomHex(16)
  const at = new Date().toISOString()
  const { method, path, changes = [] } = endpoint
  const request = args as { params?: Record<string, unknown>; body?: unknown }
  const enqueue = (sender: string): typeof QUEUED => {
    const change = { key, at, method, path, changes, words, shows, refusal: null }
    store({ ...change, params: request.params, body: body ? body(at) : request.body }, sender)
    sendLater()
    return QUEUED
  }
  if (owner && queue.get().some(({ refusal }) => refusal === null)) {
    enqueue(owner)
    if (!isAway()) sendSoon()
    return QUEUED
  }
  try {
    const reply = await withTimeout((signal) =>
      callServer(endpoint, args, { headers: { [IDEMPOTENCY_HEADER]: key }, signal }),
    )
    void markStale(changes)
    return reply
  } catch (error) {
    if (owner && owner === person && error instanceof TypeError) return enqueue(owner)
    if (isSessionEnd(error)) sessionEnded.set(true)
    void markStale(changes)
    throw error
  }
}

async function withTimeout<T>(call: (signal: AbortSignal) => Promise<T>) {
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(timeoutError()), CALL_TIMEOUT)
  return call(controller.signal).finally(() => clearTimeout(timeout))
}

const isSessionEnd = (error: unknown) => error instanceof CallError && error.status === 401

function sendLater() {
  clearTimeout(timer)
  timer = setTimeout(sendSoon, delay * (0.75 + Math.random() / 2))
  delay = Math.min(delay * 2, MAX_DELAY)
}

/** Sends the queue, unless another tab is sending it. */
function sendSoon() {
  clearTimeout(timer)
  const owner = person
  if (!owner || !queue.get().some(({ refusal }) => refusal === null)) return
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock && (await sendAll(owner))) delay = FIRST_DELAY
    else if (person === owner) sendLater()
  })
}

/** Sends the changes one after another, oldest first. Returns false if it must be tried again. */
async function sendAll(owner: string) {
  try {
    // The session may belong to another person by now.
    if ((await withTimeout((signal) => callServer(authApi.session, {}, { signal }))).id !== owner) return true
    for (;;) {
      if (person !== owner) return true
      readAll()
      const next = queue.get().find(({ refusal }) => refusal === null)
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
  const { key, method, path, params, body, changes } = change
  const endpoint: Endpoint = { method, path, summary: '', allow: 'signed-in' }
  let reply: unknown
  try {
    reply = await withTimeout((signal) =>
      callServer(endpoint, { params, body } as Arguments<Endpoint>, { headers: { [IDEMPOTENCY_HEADER]: key }, signal }),
    )
  } catch (error) {
    // The server did it at the first attempt, with another body, and that reply was lost.
    const isDone = error instanceof CallError && error.reply?.code === KEY_REUSED
    if (!isDone) {
      if (!isRefused(error)) throw error
      const isStillQueued = localStorage.getItem(nameOf(change, owner)) !== null
      if (isStillQueued) store({ ...change, refusal: messageOf(error, 'The server refused it') }, owner)
      void markStale(changes)
      return
    }
  }
  void markStale(changes)
  if (person === owner) for (const listener of sentListeners) listener(change, reply)
  localStorage.removeItem(nameOf(change, owner))
  readAll()
}

/** Whether the server will refuse this change each time. */
const isRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
