import { authApi } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import type { Resource } from '../../shared/changes.ts'
import type { Arguments, Endpoint, Reply } from '../../shared/endpoint.ts'
import { IDEMPOTENCY_HEADER, KEY_REUSED } from '../../shared/idempotency.ts'
import type { Status, Task } from '../../shared/tasks.ts'
import { createStore } from '../store.ts'
import { callServer, noAnswer, randomHex } from './call.ts'
import { isAway, onReturn } from './connection.ts'
import { markStale } from './queries.ts'
import { sessionEnded } from './session-end.ts'

/** A change made without a network. It waits on this device, for its person, until the server has answered for it. */
export interface QueuedWrite {
  /** Sent along each time, so that it is done once however often it is sent. */
  key: string
  /** When it was made. */
  at: string
  method: Endpoint['method']
  path: Endpoint['path']
  params?: Record<string, unknown> | undefined
  body?: unknown
  changes: readonly Resource[]
  /** For a person who looks through what waits. */
  words: { what: string; deed: string }
  /** What the screens show ahead of the server. */
  shows: { task: Task; from: Status; to: Status } | { clock: 'in' | 'out' }
  /** Why the server would not do it; null while it waits. */
  refusal: string | null
}

/** What a change brings along for the case that it must wait; the body, where it is another one then. */
export type Later = Pick<QueuedWrite, 'words' | 'shows'> & { body?: (at: string) => unknown }

/** In place of a reply: there is no network, and the change waits. */
export const WAITS = 'waits'

const PREFIX = 'muster.waiting.'
/** One tab sends for all. */
const LOCK = 'muster.waiting'
const TIMEOUT = 10_000
const FIRST_DELAY = 2000
const LONGEST_DELAY = 30_000

/**
 * Browsers have locks only where they trust the connection, as they have what keeps the screens, and a person may have closed
 * the storage; without any of them nothing waits.
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
const sentListeners = new Set<(change: QueuedWrite, reply: unknown) => void>()
let delay = FIRST_DELAY
let timer: ReturnType<typeof setTimeout> | undefined

/** What waits and what was refused, in the order in which it was made. */
export const useOfflineQueue = queue.use
export const queuedWrites = queue.get

/**
 * Tells of a change that the server has done, with its reply where that has come, while what it shows still stands and what it
 * changes is being read.
 */
export const onSent = (act: (change: QueuedWrite, reply: unknown) => void) => void sentListeners.add(act)

// Each change has an entry of its own, so that no tab overwrites another's; their names sort by time.
const nameOf = ({ at, key }: QueuedWrite, owner: string) => `${PREFIX}${owner}.${at}.${key}`

function readAll() {
  const names =
    person === null ? [] : Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}${person}.`))
  queue.set(names.sort().map((name) => JSON.parse(localStorage.getItem(name) ?? '') as QueuedWrite))
}

function put(change: QueuedWrite, owner: string) {
  localStorage.setItem(nameOf(change, owner), JSON.stringify(change))
  readAll()
}

/** Takes a change back, or forgets one that is done. */
export function dequeue(change: QueuedWrite) {
  if (person) localStorage.removeItem(nameOf(change, person))
  readAll()
}

/** At sign-out: nothing stays on the device. */
export function clearOfflineQueue() {
  for (const change of queue.get()) if (person) localStorage.removeItem(nameOf(change, person))
  readAll()
}

/** Shows and sends what waits of this person's, until the returned function is called. */
export function openOfflineQueue(id: string) {
  if (!isPossible) return () => {}
  const follow = ({ key }: StorageEvent) => (key === null || key.startsWith(PREFIX)) && readAll()
  person = id
  readAll()
  const stop = onReturn(sendSoon)
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
 * Calls a changing endpoint and reads again what it changes. When nothing comes back, or other changes wait already, the change
 * waits with them and is sent later, with the same key: if the server had done it after all, it is not done again.
 */
export async function callOrEnqueue<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { words, shows, body }: Later,
): Promise<Reply<E> | typeof WAITS> {
  const owner = person
  const key = randomHex(16)
  const at = new Date().toISOString()
  const { method, path, changes = [] } = endpoint
  const given = args as { params?: Record<string, unknown>; body?: unknown }
  const wait = (sender: string): typeof WAITS => {
    const change = { key, at, method, path, changes, words, shows, refusal: null }
    put({ ...change, params: given.params, body: body ? body(at) : given.body }, sender)
    sendLater()
    return WAITS
  }
  if (owner && queue.get().some(({ refusal }) => refusal === null)) {
    const outcome = wait(owner)
    if (!isAway()) sendSoon()
    return outcome
  }
  try {
    const reply = await patiently((signal) =>
      callServer(endpoint, args, { headers: { [IDEMPOTENCY_HEADER]: key }, signal }),
    )
    void markStale(changes)
    return reply
  } catch (error) {
    if (owner && owner === person && error instanceof TypeError) return wait(owner)
    if (isEnded(error)) sessionEnded.set(true)
    void markStale(changes)
    throw error
  }
}

async function patiently<T>(deed: (signal: AbortSignal) => Promise<T>) {
  const stop = new AbortController()
  const giveUp = setTimeout(() => stop.abort(noAnswer()), TIMEOUT)
  return deed(stop.signal).finally(() => clearTimeout(giveUp))
}

const isEnded = (error: unknown) => error instanceof CallError && error.status === 401

function sendLater() {
  clearTimeout(timer)
  timer = setTimeout(sendSoon, delay * (0.75 + Math.random() / 2))
  delay = Math.min(delay * 2, LONGEST_DELAY)
}

/** Sends what waits, unless another tab is at it. */
function sendSoon() {
  clearTimeout(timer)
  const owner = person
  if (!owner || !queue.get().some(({ refusal }) => refusal === null)) return
  void navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock && (await sendAll(owner))) delay = FIRST_DELAY
    else if (person === owner) sendLater()
  })
}

/** One after another, as they were made. Gives whether the server has answered for all. */
async function sendAll(owner: string) {
  try {
    // The cookie may be somebody else's by now.
    if ((await patiently((signal) => callServer(authApi.session, {}, { signal }))).id !== owner) return true
    for (;;) {
      if (person !== owner) return true
      readAll()
      const next = queue.get().find(({ refusal }) => refusal === null)
      if (!next) return true
      await sendOne(next, owner)
    }
  } catch (error) {
    if (!isEnded(error)) return false
    // It goes on when its person is back.
    sessionEnded.set(true)
    return true
  }
}

/** Throws when it is to be tried again. */
async function sendOne(change: QueuedWrite, owner: string) {
  const { key, method, path, params, body, changes } = change
  const endpoint: Endpoint = { method, path, summary: '', allow: 'signed-in' }
  let reply: unknown
  try {
    reply = await patiently((signal) =>
      callServer(endpoint, { params, body } as Arguments<Endpoint>, { headers: { [IDEMPOTENCY_HEADER]: key }, signal }),
    )
  } catch (error) {
    // Done before its reply was lost, with the body of the first try.
    const isDone = error instanceof CallError && error.reply?.code === KEY_REUSED
    if (!isDone) {
      if (!isRefused(error)) throw error
      const stillThere = localStorage.getItem(nameOf(change, owner)) !== null
      if (stillThere) put({ ...change, refusal: messageOf(error, 'The server refused it') }, owner)
      void markStale(changes)
      return
    }
  }
  void markStale(changes)
  if (person === owner) for (const act of sentListeners) act(change, reply)
  localStorage.removeItem(nameOf(change, owner))
  readAll()
}

/** What the server will not do however often it is asked. */
const isRefused = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
