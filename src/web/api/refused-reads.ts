import type { Query } from '@tanstack/react-query'
import { CallError } from '../../shared/call.ts'

/**
 * Reads that the server, or a proxy before it, refuses for now while older data is on the screen: mostly those that a change
 * has caused. Such a read is repeated, or the screen would stay old until the next change. It is repeated only while a page
 * shows it. A read without older data fails as any other: its screen says so and offers another try.
 */

type AnyQuery = Query<unknown, unknown, unknown>

const FOR_NOW = new Set([429, 502, 503, 504])
/** Milliseconds: when the server does not say how long to wait, and the longest that a wait grows to. */
const FIRST_WAIT = 3_000
const LONGEST_WAIT = 60_000
/** After so many refusals in a row the screen may say that it is old; until then the data stays without a word. */
const DEFAULT_DELAY = 3

interface RefusedReads {
  inARow: number
  timer: ReturnType<typeof setTimeout> | undefined
}
const refusals = new WeakMap<object, RefusedReads>()

/** Whether this query has been refused and waits to be read again: until then nothing else reads it. */
export const waitsAfterRefusal = (query: object) => refusals.get(query)?.timer !== undefined

/** To be called when a read has succeeded. */
export function readWell(query: AnyQuery) {
  clearTimeout(refusals.get(query)?.timer)
  refusals.delete(query)
}

/** To be called when a read has failed. */
export function readFailed(query: AnyQuery, error: Error) {
  if (query.state.data === undefined || !(error instanceof CallError) || !FOR_NOW.has(error.status)) return
  const before = refusals.get(query)
  clearTimeout(before?.timer)
  const inARow = (before?.inARow ?? 0) + 1
  const timer = setTimeout(() => readAgain(query), waitAfter(error, inARow))
  refusals.set(query, { inARow, timer })
  // What is shown is known to be old (isInvalidated), but not at fault.
  if (inARow <= DEFAULT_DELAY) query.setState({ status: 'success', error: null })
}

/** Twice as long with each refusal, and never shorter than the server asks for: others have been refused at the same time. */
function waitAfter({ retryAfter }: CallError, inARow: number) {
  const asked = retryAfter === null ? FIRST_WAIT : Math.max(retryAfter * 1_000, 1_000)
  const grown = Math.max(asked, Math.min(asked * 2 ** (inARow - 1), LONGEST_WAIT))
  return grown * (1 + Math.random() / 2)
}

function readAgain(query: AnyQuery) {
  const known = refusals.get(query)
  if (known) known.timer = undefined
  // A page that shows it later reads it then.
  if (query.isActive() && query.state.isInvalidated) query.fetch().catch(() => {})
}
