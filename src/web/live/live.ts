import type { Viewer } from '../../shared/auth.ts'
import type { ClientMessage, Progress, ServerMessage } from '../../shared/changes.ts'
import { tab } from '../api/call.ts'
import { markQueriesStale, markStale, markStaleForLater, queryClient, readStale } from '../api/queries.ts'
import { recheckOwnSession, viewerNow } from '../api/viewer.ts'
import { wantedLanguage } from '../language.ts'
import { createStore } from '../store.ts'
import { markOffline, markOnline, onReconnect } from './connection.ts'
import { type AnyQuery, applyChange, applyNotification, followed, followReplies } from './live-changes.ts'
import { noteOwnChange, setConnected } from './own-changes.ts'

const PING_EVERY = 25_000
/** The close code for a session that has ended or belongs to another person. */
const SESSION_REFUSED = 4401
/** The close code for a page whose person has opened too many others since. */
const TOO_MANY_PAGES = 4429
/** After this long without a message the socket is dead, even if the browser calls it open. */
const SILENCE_TIMEOUT = 2 * PING_EVERY + 5_000
const FIRST_DELAY = 500
const MAX_DELAY = 30_000
const GATHER_FIRST = 100
const GATHER_MAX = 2_000
/** A page has begun to read at most this long before its shell is drawn for the first time. */
const READS_BEFORE = 15_000
/** A hidden page waits up to this much longer than its turn. */
const MAX_HIDDEN_WAIT = 60_000

/** The last progress that the server has sent for a long call of this page; null before the first. */
export const progress = createStore<Progress | null>(null)

type Notification = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * Keeps the live connection of this viewer open until the returned function is called. A change is worked into the data
 * that shows it, or that data is read again. After a reconnect the server sends missed changes; when it cannot,
 * everything is read again. The page has read for this viewer since `readsSince`, by `performance.now()`.
 * `onNotification` calls `noteShown` when somebody has it before their eyes.
 */
export function openLive(
  viewer: Pick<Viewer, 'id' | 'timeZone'> & { readsSince: number },
  onNotification: (notification: Notification, noteShown: () => void) => void,
) {
  const messages = followMessages(viewer, (notification) =>
    onNotification(notification, () => {
      if (socket?.readyState === WebSocket.OPEN) send({ type: 'shown', id: notification.id })
    }),
  )
  let socket: WebSocket | undefined
  let delay = FIRST_DELAY
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  /** When the socket was opened, in milliseconds since 1970. */
  let openSince = 0
  let connectedBefore = false
  let closed = false

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message))

  const handleMessage = () => {
    markOnline()
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => socket?.close(), SILENCE_TIMEOUT)
  }

  const receive = (message: ServerMessage) => {
    messages.receive(message, connectedBefore)
    if (message.type !== 'auth_success') return
    delay = FIRST_DELAY
    connectedBefore = true
    setConnected(true)
  }

  function connect() {
    clearTimeout(reconnectTimer)
    socket = new WebSocket(
      `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws?language=${wantedLanguage()}`,
    )
    socket.onopen = () => {
      openSince = Date.now()
      send(connectedBefore ? greetingOfReturn(viewer.id) : firstGreeting(viewer.id, viewer.readsSince))
      pings = setInterval(() => send({ type: 'ping' }), PING_EVERY)
      handleMessage()
    }
    socket.onmessage = ({ data }) => {
      handleMessage()
      try {
        receive(JSON.parse(data))
      } catch (error) {
        console.info('A live message could not be read', error)
      }
    }
    socket.onclose = ({ code }) => {
      clearInterval(pings)
      clearTimeout(silenceTimer)
      setConnected(false)
      if (closed) return
      if (code === SESSION_REFUSED) void recheckOwnSession()
      // Another page would be closed in place of this one, and come back too. So they take turns, calmly.
      if (code === TOO_MANY_PAGES) delay = MAX_DELAY
      // A server that stops closes all its pages at once. They must not all come back at once.
      reconnectTimer = setTimeout(connect, delay * (0.5 + 2 * Math.random()))
      delay = Math.min(delay * 2, MAX_DELAY)
    }
  }

  /** Connects, or pings a connection that seems open. */
  const connectNow = () => {
    if (socket?.readyState === WebSocket.CLOSED) connect()
    else if (socket?.readyState === WebSocket.OPEN) send({ type: 'ping' })
  }
  /** A person who looks at this page again does not wait. */
  const connectIfShown = () => {
    if (!document.hidden && socket?.readyState === WebSocket.CLOSED) connect()
  }
  document.addEventListener('visibilitychange', connectIfShown)
  const stopNetwork = followNetwork(connectNow, (offlineSince) => {
    void markStaleSince(offlineSince)
    // A connection from before may be dead without knowing it.
    if (socket?.readyState === WebSocket.OPEN && openSince < offlineSince) socket.close()
    else connectNow()
  })
  connect()
  return () => {
    closed = true
    document.removeEventListener('visibilitychange', connectIfShown)
    stopNetwork()
    messages.stop()
    clearTimeout(reconnectTimer)
    socket?.close()
  }
}

/** Calls the first when a network is back, the second when the server answers again. Returns how to stop. */
function followNetwork(onOnline: () => void, onAnswer: (offlineSince: number) => void) {
  const stop = onReconnect(onAnswer)
  addEventListener('online', onOnline)
  addEventListener('offline', markOffline)
  return () => {
    stop()
    removeEventListener('online', onOnline)
    removeEventListener('offline', markOffline)
  }
}

/** Works the server's messages into the replies that this page shows. */
function followMessages(viewer: Pick<Viewer, 'id' | 'timeZone'>, onNotification: (data: Notification) => void) {
  const gather = gatherReads()
  const stopFollowing = followReplies(viewer, gather)
  const readEverything = readWhenDue()
  return {
    /** `isReturn`: the page was connected before, so its data may be old. */
    receive(message: ServerMessage, isReturn: boolean) {
      if (message.type === 'auth_success') {
        if (isReturn && !message.resumed) readEverything.after(message.after)
        followed.notePosition(message.position, message.epoch)
      } else if (message.type === 'notification') {
        onNotification(message.data)
        gather(applyNotification(message.data))
      } else if (message.type === 'change') {
        const { spread = 0, own } = message.data
        const queries = applyChange(message.data)
        if (spread === 0) gather(queries)
        else if (queries.length > 0) setTimeout(gather, Math.random() * spread, queries)
        if (own) noteOwnChange(message.data)
      } else if (message.type === 'position') followed.notePosition(message.position)
      else if (message.type === 'progress') progress.set(message.data)
      else if (message.type === 'stale') readEverything.after(message.after)
      else if (message.type !== 'pong') console.info('A live message has an unknown type', message)
    },
    stop() {
      stopFollowing()
      readEverything.stop()
    },
  }
}

/** Says who has opened this page, and for how long it may have been reading. */
function firstGreeting(userId: string, readsSince: number): ClientMessage {
  const now = performance.now()
  return { type: 'auth', userId, tab, readingFor: Math.min(now, now - readsSince + READS_BEFORE), ...rightsNow() }
}

/** Says who returns, and up to where this page has everything. */
function greetingOfReturn(userId: string): ClientMessage {
  const since = followed.resumeFrom()
  return { type: 'auth', userId, tab, readingFor: 0, ...(since && { since }), ...rightsNow() }
}

/** The rights with which this page has read its data; undefined before it is known who is signed in. */
function rightsNow() {
  const viewer = viewerNow()
  return viewer ? { rights: { role: viewer.role, departmentId: viewer.departmentId } } : {}
}

/** Reads everything again when it is this page's turn. A hidden page lets the others go first. */
function readWhenDue() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', read)
  }
  function read() {
    stop()
    void readStale()
  }
  return {
    stop,
    /** Reads after this many seconds, or at once. */
    after(seconds = 0) {
      stop()
      followed.noteLost()
      if (seconds === 0) return void markStale('everything')
      void markStaleForLater()
      timer = setTimeout(() => {
        if (!document.hidden) return read()
        document.addEventListener('visibilitychange', read)
        timer = setTimeout(read, Math.random() * MAX_HIDDEN_WAIT)
      }, seconds * 1_000)
    },
  }
}

/** Reads again queries that failed, or came from the cache, while the server was away. Changes bring the rest. */
const markStaleSince = (offlineSince: number) =>
  queryClient.invalidateQueries({
    predicate: ({ state }) => state.error !== null || state.dataUpdatedAt >= offlineSince,
  })

/** Reads queries again: at once after a single change; gathers later ones while more arrive. Totals wait 2 s. */
function gatherReads() {
  const pending = new Set<unknown>()
  const pendingTotals = new Set<unknown>()
  let wait = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let totalsTimer: ReturnType<typeof setTimeout> | undefined

  const jitter = (ms: number) => ms * (0.75 + Math.random() / 2)
  const read = (queries: Set<unknown>) => {
    void markQueriesStale(new Set(queries))
    queries.clear()
  }

  function act() {
    if (pending.size === 0) {
      timer = undefined
      wait = 0
      return
    }
    read(pending)
    wait = Math.min(Math.max(GATHER_FIRST, wait * 2), GATHER_MAX)
    timer = setTimeout(act, jitter(wait))
  }

  function actOnTotals() {
    totalsTimer = undefined
    if (pendingTotals.size === 0) return
    read(pendingTotals)
    totalsTimer = setTimeout(actOnTotals, jitter(GATHER_MAX))
  }

  return (queries: readonly AnyQuery[]) => {
    for (const query of queries) (query.meta?.total ? pendingTotals : pending).add(query)
    if (!timer) act()
    if (!totalsTimer) actOnTotals()
  }
}
