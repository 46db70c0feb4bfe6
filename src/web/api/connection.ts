import { createStore } from '../store.ts'

/** Whether the server can be reached, as far as this page has noticed. A server that answers, whatever it says, is reached. */
interface Connection {
  away: boolean
  /** The time, in milliseconds, of what is shown while it is away; null where nothing is. */
  knownAt: number | null
}

const connection = createStore<Connection>({ away: false, knownAt: null })
let onlineAt: number | null = null
const returns = new Set<() => void>()

/** The server has said something. */
export function markOnline() {
  onlineAt = Date.now()
  if (!isAway()) return
  connection.set({ away: false, knownAt: null })
  for (const act of returns) act()
}

/** Something was asked, and nothing came. */
export function lost() {
  if (!isAway()) connection.set({ away: true, knownAt: onlineAt })
}

/** A reply that was kept at this time is shown instead of a new one: what is shown is as old as the oldest of them. */
export function showsCached(at: number) {
  connection.set({ away: true, knownAt: Math.min(connection.get().knownAt ?? at, at) })
}

/** Does something each time that the server is back; gives the way to stop that. */
export function onReturn(act: () => void) {
  returns.add(act)
  return () => {
    returns.delete(act)
  }
}

export const isAway = () => connection.get().away

export const useConnection = connection.use
