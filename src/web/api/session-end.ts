import { useSyncExternalStore } from 'react'

let ended = false
const listeners = new Set<() => void>()

/** Whether the server has refused this page as not signed in. */
export const sessionEnded = {
  set(value: boolean) {
    ended = value
    for (const listener of listeners) listener()
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnded = () => useSyncExternalStore(subscribe, () => ended)
