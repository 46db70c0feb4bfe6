import type { ClientMessage, Progress, Resource, ServerMessage } from '../../shared/changes.ts'
import { createStore } from '../store.ts'
import { tab } from './call.ts'
import { markOffline, markOnline, onReconnect } from './connection.ts'
import { markStale, markStaleForLater, readStale } from './queries.ts'
import { recheckSession } from './viewer.ts'

const PING_EVERY = 25_000
/** The close code for a session that has ended or belongs to another person. */
const SESSION_REFUSED = 4401
/** After this long without a message the socket is dead, even if the browser calls it open. */
const SILENCE_TIMEOUT = 2 * PING_EVERY + 5_000
const FIRST_DELAY = 500
const MAX_DELAY = 30_000
const GATHER_FIRST = 100
const GATHER_MAX = 2_000
/** A hidden page waits up to this much longer than its turn. */
const MAX_HIDDEN_WAIT = 60_000

/** The last progress that the server has sent for a long call of this page; null before the first. */
export const progress = createStore<Progress | null>(null)

type Notification = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * Keeps the live connection of this viewer open until the returned function is called. A change marks the data stale that shows
 * it. After a reconnect everything is read again, because changes may have been missed.
 */
export function openLive(userId: string, onNotification: (notification: Notification) => void) {
  const gather = gatherChanges()
  const readEverything = readWhenDue()
  let socket: WebSocket | undefined
  let delay = FIRST_DELAY
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let connectedBefore = false
  let closed = false

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message))

  const handleMessage = () => {
    markOnline()
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => socket?.close(), SILENCE_TIMEOUT)
  }

  const receive = (message: ServerMessage) => {
    if (message.type === 'auth_success') {
      delay = FIRST_DELAY
      if (connectedBefore) readEverything.after(message.after)
      connectedBefore = true
    } else if (message.type === 'notification') {
      onNotification(message.data)
      gather(['notifications'])
    } else if (message.type === 'change') gather([message.data.resource])
    else if (message.type === 'progress') progress.set(message.data)
    else if (message.type === 'stale') readEverything.after(message.after)
    else if (message.type !== 'pong') console.info('A live message has an unknown type', message)
  }

  function connect() {
    clearTimeout(reconnectTimer)
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    socket.onopen = () => {
      send({ type: 'auth', userId, tab, readingFor: connectedBefore ? 0 : performance.now() })
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
      if (closed) return
      if (code === SESSION_REFUSED) void recheckSession()
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
  const stopReconnecting = onReconnect(() => {
    void markStale('everything')
    connectNow()
  })
  connect()
  addEventListener('online', connectNow)
  addEventListener('offline', markOffline)
  return () => {
    closed = true
    stopReconnecting()
    removeEventListener('online', connectNow)
    removeEventListener('offline', markOffline)
    clearTimeout(reconnectTimer)
    readEverything.stop()
    socket?.close()
  }
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

/** Acts at once on a single change. Gathers those that follow, longer while more arrive. Totals wait 2 s. */
function gatherChanges() {
  const pending = new Set<Resource>()
  const pendingTotals = new Set<Resource>()
  let wait = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let totalsTimer: ReturnType<typeof setTimeout> | undefined

  const jitter = (ms: number) => ms * (0.75 + Math.random() / 2)

  function act() {
    if (pending.size === 0) {
      timer = undefined
      wait = 0
      return
    }
    void markStale([...pending], 'others')
    pending.clear()
    wait = Math.min(Math.max(GATHER_FIRST, wait * 2), GATHER_MAX)
    timer = setTimeout(act, jitter(wait))
  }

  function actOnTotals() {
    totalsTimer = undefined
    if (pendingTotals.size === 0) return
    void markStale([...pendingTotals], 'totals')
    pendingTotals.clear()
    totalsTimer = setTimeout(actOnTotals, jitter(GATHER_MAX))
  }

  return (resources: Resource[]) => {
    for (const resource of resources) {
      pending.add(resource)
      pendingTotals.add(resource)
    }
    if (!timer) act()
    if (!totalsTimer) actOnTotals()
  }
}
