import type { ClientMessage, Progress, Resource, ServerMessage } from '../../shared/changes.ts'
import { createStore } from '../store.ts'
import { tab } from './call.ts'
import { lost, markOnline, onReturn } from './connection.ts'
import { markStale, markStaleForLater, readStale } from './queries.ts'
import { askAgain } from './viewer.ts'

const PING_EVERY = 25_000
/** The server's word for a session that is over, or another person's. */
const REFUSED = 4401
/** No word from the server for this long: the socket is dead, whatever the browser thinks. */
const SILENCE = 2 * PING_EVERY + 5_000
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
const GATHER_FIRST = 100
const GATHER_MOST = 2_000
/** How much longer than its turn a page that nobody sees waits at the most. */
const HIDDEN_WAIT = 60_000

/** How far a long call of this page has got, as the server told last; null before it has. */
export const progress = createStore<Progress | null>(null)

type Notification = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * Keeps the live connection of this viewer open until the returned function is called. Changes mark stale what shows them;
 * after a reconnect everything is read again, as changes may have been missed.
 */
export function openLive(userId: string, onNotification: (notification: Notification) => void) {
  const gather = gatherChanges()
  const readEverything = readWhenDue()
  let socket: WebSocket | undefined
  let delay = FIRST_DELAY
  let again: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let connectedBefore = false
  let closed = false

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message))

  const handleMessage = () => {
    markOnline()
    clearTimeout(silence)
    silence = setTimeout(() => socket?.close(), SILENCE)
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
    else if (message.type !== 'pong') console.info('Live message of another kind', message)
  }

  function connect() {
    clearTimeout(again)
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
      clearTimeout(silence)
      if (closed) return
      if (code === REFUSED) void askAgain()
      // A server that goes closes all its pages at once: they are not to come back at once.
      again = setTimeout(connect, delay * (0.5 + 2 * Math.random()))
      delay = Math.min(delay * 2, LONGEST_DELAY)
    }
  }

  /** Connects, or asks a connection that seems open for a sign of life. */
  const connectNow = () => {
    if (socket?.readyState === WebSocket.CLOSED) connect()
    else if (socket?.readyState === WebSocket.OPEN) send({ type: 'ping' })
  }
  const stopReturning = onReturn(() => {
    void markStale('everything')
    connectNow()
  })
  connect()
  addEventListener('online', connectNow)
  addEventListener('offline', lost)
  return () => {
    closed = true
    stopReturning()
    removeEventListener('online', connectNow)
    removeEventListener('offline', lost)
    clearTimeout(again)
    readEverything.stop()
    socket?.close()
  }
}

/** Reads everything again when the server has given this page its turn; a page that nobody sees lets the others go first. */
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
    /** After so many seconds; at once without any. */
    after(seconds = 0) {
      stop()
      if (seconds === 0) return void markStale('everything')
      void markStaleForLater()
      timer = setTimeout(() => {
        if (!document.hidden) return read()
        document.addEventListener('visibilitychange', read)
        timer = setTimeout(read, Math.random() * HIDDEN_WAIT)
      }, seconds * 1_000)
    },
  }
}

/** A lone change acts at once; those that follow are gathered, the longer the more of them there are; totals wait 2 s. */
function gatherChanges() {
  const waiting = new Set<Resource>()
  const pendingTotals = new Set<Resource>()
  let wait = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let totalsTimer: ReturnType<typeof setTimeout> | undefined

  const rest = (ms: number) => ms * (0.75 + Math.random() / 2)

  function act() {
    if (waiting.size === 0) {
      timer = undefined
      wait = 0
      return
    }
    void markStale([...waiting], 'others')
    waiting.clear()
    wait = Math.min(Math.max(GATHER_FIRST, wait * 2), GATHER_MOST)
    timer = setTimeout(act, rest(wait))
  }

  function actOnTotals() {
    totalsTimer = undefined
    if (pendingTotals.size === 0) return
    void markStale([...pendingTotals], 'totals')
    pendingTotals.clear()
    totalsTimer = setTimeout(actOnTotals, rest(GATHER_MOST))
  }

  return (resources: Resource[]) => {
    for (const resource of resources) {
      waiting.add(resource)
      pendingTotals.add(resource)
    }
    if (!timer) act()
    if (!totalsTimer) actOnTotals()
  }
}
