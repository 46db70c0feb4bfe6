import { createStore, storedText } from './store.ts'

/**
 * The server's time, by which the screens reckon: the clock of a device may be wrong. Each reply says when the server
 * has sent it (`Date`), to the second. That moment lies between the request and the arrival of the reply, so each reply
 * tells within which limits the two clocks differ, and all of them together tell it to a fraction of a second. A slow
 * reply tells little, and does no harm.
 */

const SECOND = 1000
const stored = storedText('muster.clock')

/** How far the server's clock may be ahead of the device's, in milliseconds. */
interface Limits {
  from: number
  to: number
}

let limits: Limits | undefined
/** How far the server's clock is ahead, as far as is known; until the first reply as the browser has stored it. */
const difference = createStore(storedDifference() ?? 0)

/** The browser's stored value; null if there is none. */
function storedDifference(): number | null {
  const text = stored.get()
  return text !== null && Number.isFinite(Number(text)) ? Number(text) : null
}

/** Whether a server has told its time in this browser. */
export const isServerTimeKnown = () => limits !== undefined || storedDifference() !== null

/** The server's time now, in milliseconds since 1970. */
export const serverNow = () => Date.now() + difference.get()

/** The same in the form of the contracts. */
export const serverNowText = () => new Date(serverNow()).toISOString()

/** The server's time when the device's clock showed this. */
export const serverTimeAt = (deviceTime: number) => deviceTime + difference.get()

/** Calls the listener when the known difference of the clocks has changed. */
export const onServerTime = difference.subscribe

/** Notes a request's beginning. Returns a function for the `Date` header of its reply at its arrival. */
export function timeRequest(began = { clock: Date.now(), ticks: performance.now() }) {
  return (date: string | null) => {
    const sent = Date.parse(date ?? '')
    if (Number.isNaN(sent)) return
    const arrived = Date.now()
    // The device's clock may have been set meanwhile.
    const asked = Math.min(began.clock, arrived - (performance.now() - began.ticks))
    note({ from: sent - arrived, to: sent + SECOND - asked })
  }
}

/** The moment when the page was opened, for requests that began before this script was here. */
export const pageOpened = () => ({ clock: performance.timeOrigin, ticks: 0 })

function note(told: Limits) {
  const both = limits && { from: Math.max(limits.from, told.from), to: Math.min(limits.to, told.to) }
  // The limits no longer fit: a clock was set, or has gone too fast for long.
  limits = both && both.from <= both.to ? both : told
  const next = within(limits, difference.get())
  if (next === difference.get() && stored.get() !== null) return
  stored.set(String(next))
  if (next !== difference.get()) difference.set(next)
}

/** A clock that may be right is right; so is a known difference, and no time jumps. Else the middle. */
function within({ from, to }: Limits, known: number) {
  if (from <= 0 && to >= 0) return 0
  if (from <= known && to >= known) return known
  return Math.round((from + to) / 2)
}
