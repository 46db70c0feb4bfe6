import type { Query } from '@tanstack/react-query'
import { CallError } from './call-endpoint.ts'

/**
 * The server, or a proxy in front of it, can refuse a read for now while older data is on the screen. Most of these
 * reads follow a change. Such a read is repeated, or the screen would stay old until the next change. It is repeated
 * only while a page shows it. A read without older data fails like any other: its screen says so and offers another
 * try.
 */

type AnyQuery = Query<unknown, unknown, unknown>

const TEMPORARY = new Set([429, 502, 503, 504])
/** Milliseconds: the wait when the server names none, and the longest wait. */
const DEFAULT_WAIT = 3_000
const MAX_WAIT = 60_000
/** After more refusals in a row than these, the screen says that it is old. */
const SILENT_REFUSALS = 3

interface RefusedReads {
  inARow: number
  timer: ReturnType<typeof setTimeout> | undefined
}
const refusals = new WeakMap<object, RefusedReads>()

/** Whether this query was refused and waits to be read again. Until then nothing else reads it. */
export const waitsAfterRefusal = (query: object) => refusals.get(query)?.timer !== undefined

/** Call this when a read has succeeded. */
export function noteReadSucceeded(query: AnyQuery) {
  clearTimeout(refusals.get(query)?.timer)
  refusals.delete(query)
}

/** Call this when a read has failed. */
export function noteReadFailed(query: AnyQuery, error: Error) {
  if (query.state.data === undefined || !(error instanceof CallError) || !TEMPORARY.has(error.status)) return
  const before = refusals.get(query)
  clearTimeout(before?.timer)
  const inARow = (before?.inARow ?? 0) + 1
  const timer = setTimeout(() => readAgain(query), waitAfter(error, inARow))
  refusals.set(query, { inARow, timer })
  // The data stays marked as old (isInvalidated), but the screen shows no error yet.
  if (inARow <= SILENT_REFUSALS) query.setState({ status: 'success', error: null })
}

/** Doubles with each refusal, and is never shorter than the server asks. Chance spreads refused calls. */
function waitAfter({ retryAfter }: CallError, inARow: number) {
  const minimum = retryAfter === null ? DEFAULT_WAIT : Math.max(retryAfter * 1_000, 1_000)
  const wait = Math.max(minimum, Math.min(minimum * 2 ** (inARow - 1), MAX_WAIT))
  return wait * (1 + Math.random() / 2)
}

function readAgain(query: AnyQuery) {
  const refused = refusals.get(query)
  if (refused) refused.timer = undefined
  // If no page shows it now, the next page that does reads it.
  if (query.isActive() && query.state.isInvalidated) query.fetch().catch(() => {})
}
