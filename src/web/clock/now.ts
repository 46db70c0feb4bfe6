import { useSyncExternalStore } from 'react'

const SECOND = 1000

/** The time by which all of the screen counts, in whole seconds; it moves only while somebody looks. */
let now = whole(Date.now())
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function whole(time: number) {
  return Math.floor(time / SECOND) * SECOND
}

/** On the very second, so that it moves with other clocks in the room. */
function wait() {
  timer = setTimeout(
    () => {
      now = whole(Date.now())
      for (const listener of listeners) listener()
      wait()
    },
    SECOND - (Date.now() % SECOND),
  )
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = whole(Date.now())
    wait()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

/** What `select` makes of the time; the component is drawn again when that changes, at most each second. */
export const useNow = <T extends number | string = number>(select: (time: number) => T = (time) => time as T) =>
  useSyncExternalStore(subscribe, () => select(now))

/** The time to the minute, for what is told in minutes. */
export const useMinute = () => useNow((time) => Math.floor(time / (60 * SECOND)) * 60 * SECOND)
