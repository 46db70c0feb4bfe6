import { useSyncExternalStore } from 'react'

const SECOND = 1000

/** The time that the whole screen uses: milliseconds, to the second. It moves only while a component listens. */
let now = toSecond(Date.now())
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function toSecond(time: number) {
  return Math.floor(time / SECOND) * SECOND
}

/** Ticks at the full second, so that it moves together with other clocks in the room. */
function scheduleTick() {
  timer = setTimeout(
    () => {
      now = toSecond(Date.now())
      for (const listener of listeners) listener()
      scheduleTick()
    },
    SECOND - (Date.now() % SECOND),
  )
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = toSecond(Date.now())
    scheduleTick()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

/** What `select` returns for the current time. The component is drawn again only when that changes, at most once a second. */
export const useNow = <T extends number | string = number>(select: (time: number) => T = (time) => time as T) =>
  useSyncExternalStore(subscribe, () => select(now))

/** The current time to the minute, in milliseconds. */
export const useMinute = () => useNow((time) => Math.floor(time / (60 * SECOND)) * 60 * SECOND)
