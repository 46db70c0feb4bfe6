import { setTimeout as delay } from 'node:timers/promises'
import { msg } from '../../shared/words/message.ts'
import { HttpError } from '../base/errors.ts'
import { fairQueue } from '../base/fair-queue.ts'
import { networkOf } from './network.ts'

/** One password comparison takes 19 MB of memory and a core for a while. More at once would slow all other work. */
const CONCURRENCY = 2
/** This many take about four seconds. Any further one is refused at once. */
const MAX_QUEUED = 100
/** Milliseconds before an unknown client is refused. A client that retries at once would keep the server busy. */
const REFUSAL_DELAY_MS = 1_000

const KNOWN_LANE = 0
const UNKNOWN_LANE = 1

const BUSY = 'busy'
const busy = () =>
  new HttpError(503, BUSY, msg('Very many people are signing in. Try again in a few seconds.'), { retryAfter: 5 })

/** Where an attempt comes from: the key of a known browser or session, else only its address. */
export interface Applicant {
  known: string | null
  address: string
}

/**
 * A queue in which a flood from one address keeps nobody elsewhere from signing in. Known applicants wait in a lane of
 * their own, and the lanes are served in turn. So a flood from very many addresses delays a known applicant by no more
 * than one task.
 */
export function signInQueue(concurrency: number, maxQueued: number) {
  const queue = fairQueue({ concurrency, laneCount: 2, waiting: { max: maxQueued, refusal: busy } })
  return <T>({ known, address }: Applicant, task: () => Promise<T>): Promise<T> =>
    known === null ? queue(address, task, { lane: UNKNOWN_LANE }) : queue(known, task, { lane: KNOWN_LANE })
}

const queue = signInQueue(CONCURRENCY, MAX_QUEUED)

/**
 * Runs a task that compares or hashes a password, when it is the turn of `known` (a browser's hash, a session or a
 * person), or of the address if `known` is null. Throws 503 when too many wait.
 */
export async function inSignInQueue<T>(
  address: string | null,
  known: string | null,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await queue({ known, address: networkOf(address ?? '') }, task)
  } catch (error) {
    if (known === null && error instanceof HttpError && error.code === BUSY) await delay(REFUSAL_DELAY_MS)
    throw error
  }
}
