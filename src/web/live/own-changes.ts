import type { ChangeWithRow } from '../../shared/changes.ts'

/**
 * The page's own changes come back over the live connection, where the server says so (`OWN_POSITION_HEADER`). Queries
 * that show them follow them like the changes of others, and are not read again.
 */

/** A change is waited for so long, in milliseconds. Then the queries that show it are read again. */
const COMES_WITHIN = 3_000
/** Positions that are remembered: a change may be here before the reply to the write. */
const MAX_KNOWN = 100

let isConnected = false
const known = new Set<number>()
const waiting = new Map<(hasCome: boolean) => void, number>()
const underWay = new Set<Promise<unknown>>()

/** Notes whether the live connection brings changes. While it does not, nothing is waited for. */
export function setConnected(now: boolean) {
  isConnected = now
  if (now) return
  for (const answer of waiting.keys()) answer(false)
}

type Listener = (change: ChangeWithRow) => void
const listeners = new Set<Listener>()
/** Calls the listener when an own change is worked into this page's replies. */
export const onOwnChange = (listener: Listener) => void listeners.add(listener)

/** Notes that an own change is worked into this page's replies. */
export function noteOwnChange(change: ChangeWithRow) {
  const { position } = change
  if (position === undefined) return
  for (const listener of listeners) listener(change)
  known.add(position)
  for (const old of known) if (known.size > MAX_KNOWN) known.delete(old)
  for (const [answer, wanted] of waiting) if (wanted === position) answer(true)
}

/** Waits for an own change. Returns whether it has come; if not, the queries that show it must be read again. */
export function untilCome(position: number): Promise<boolean> {
  if (known.has(position)) return Promise.resolve(true)
  if (!isConnected) return Promise.resolve(false)
  return track(
    new Promise<boolean>((resolve) => {
      const answer = (hasCome: boolean) => {
        clearTimeout(timer)
        waiting.delete(answer)
        resolve(hasCome)
      }
      const timer = setTimeout(answer, COMES_WITHIN, false)
      waiting.set(answer, position)
    }),
  )
}

function track<T>(waits: Promise<T>) {
  underWay.add(waits)
  return waits.finally(() => underWay.delete(waits))
}

/** Waits for the own changes that are still to come. */
export const ownChangesCome = () => Promise.all(underWay)

/** The positions of own changes that replies name. */
const positions = new WeakMap<object, number>()
export const positionOfReply = (reply: unknown) =>
  typeof reply === 'object' && reply !== null ? positions.get(reply) : undefined

/** Notes the header of a write's reply. A reply without a body cannot be noted: its changes are read again. */
export function takeOwnPosition(reply: unknown, position: number | undefined) {
  if (position !== undefined && typeof reply === 'object' && reply !== null) positions.set(reply, position)
}
