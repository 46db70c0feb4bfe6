import { useSyncExternalStore } from 'react'

const TICK_MS = 20_000

/** The current time for all texts on the page. It moves only while a component uses it. */
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** A value that depends on the current time, in milliseconds. It is computed anew every 20 seconds. */
export const useTicking = <T extends string | number | boolean>(compute: (now: number) => T) =>
  useSyncExternalStore(subscribe, () => compute(now))
