import { useSyncExternalStore } from 'react'

const TICK = 20_000

/** The time by which all on the page count; it moves only while there is one to read. */
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
    timer = setInterval(tick, TICK)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** What is said of the time, as it goes by; to about the third of a minute. */
export const useTicking = <T extends string | number | boolean>(say: (now: number) => T) =>
  useSyncExternalStore(subscribe, () => say(now))
