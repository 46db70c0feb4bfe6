import { createStore } from '../store.ts'

/** Whether this page can reach the server. Any answer counts, even an error. */
interface Connection {
  away: boolean
  /** The time of the oldest data on the screen, in ms, while the server is away; null when it is not known. */
  knownAt: number | null
}

const connection = createStore<Connection>({ away: false, knownAt: null })
let onlineAt: number | null = null
const reconnectListeners = new Set<(offlineSince: number) => void>()

/** Call this when the server has answered. */
export function markOnline() {
  const before = onlineAt
  onlineAt = Date.now()
  if (!isAway()) return
  connection.set({ away: false, knownAt: null })
  for (const listener of reconnectListeners) listener(before ?? 0)
}

/** Call this when a request got no answer. */
export function markOffline() {
  if (!isAway()) connection.set({ away: true, knownAt: onlineAt })
}

/** Call this when a cached reply of this time (milliseconds) is shown. The screen is as old as the oldest of them. */
export function noteCachedReply(at: number) {
  connection.set({ away: true, knownAt: Math.min(connection.get().knownAt ?? at, at) })
}

/**
 * Calls the listener each time the server can be reached again, with the time of its last answer before, in
 * milliseconds. Returns the function that unsubscribes the listener.
 */
export function onReconnect(listener: (offlineSince: number) => void) {
  reconnectListeners.add(listener)
  return () => {
    reconnectListeners.delete(listener)
  }
}

export const isAway = () => connection.get().away

export const useConnection = connection.use
