import { useSyncExternalStore } from 'react'
import { onServerTime, serverNow } from '../server-time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The page's clock, by the server's time. It moves every `step` ms, and only while somebody listens. */
function createClock(step: number) {
  /** Milliseconds since 1970. */
  let now = serverNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  let stop = () => {}

  /** Ticks at full steps, so that it moves together with other clocks in the room, and at midnight. */
  function tick() {
    clearTimeout(timer)
    now = serverNow()
    timer = setTimeout(tick, step - (now % step))
    for (const listener of listeners) listener()
  }

  /** Calls the listener at each tick. Returns the function that unsubscribes it. */
  function subscribe(listener: () => void) {
    if (listeners.size === 0) {
      tick()
      stop = onServerTime(tick)
      // Timers do not run while the device sleeps.
      document.addEventListener('visibilitychange', tick)
      addEventListener('pageshow', tick)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearTimeout(timer)
      stop()
      document.removeEventListener('visibilitychange', tick)
      removeEventListener('pageshow', tick)
    }
  }

  return {
    subscribe,
    /**
     * Hook: the value that `select` returns for the current time. The component is drawn again only when that changes.
     */
    use: <T extends string | number | boolean = number>(select: (now: number) => T = (time) => time as T) =>
      useSyncExternalStore(subscribe, () => select(now)),
  }
}

const seconds = createClock(SECOND)
const slow = createClock(20 * SECOND)

/** A value that depends on the current time, in milliseconds. It is computed anew every second. */
export const useNow = seconds.use

/** The same for less exact times: computed anew every 20 seconds, and so at each full minute. */
export const useTicking = slow.use

/** Calls the listener every 20 s, so at each full minute, and when the page is shown. Returns how to stop. */
export const onTick = slow.subscribe

/** The current time to the minute, in milliseconds. */
export const useMinute = () => useTicking((now) => Math.floor(now / MINUTE) * MINUTE)
