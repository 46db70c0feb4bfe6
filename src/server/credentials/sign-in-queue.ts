import { setTimeout as delay } from 'node:timers/promises'
import { HttpError } from '../base/errors.ts'
import { networkOf } from './network.ts'

/** To compare a password takes 19 MB and all of a core for a while: more at once would only hold up everybody's other work. */
const AT_ONCE = 2
/** About four seconds' worth; who would come after them is told at once to try again. */
const MAX_QUEUED = 100

const BUSY = 'busy'
const busy = () =>
  new HttpError(503, BUSY, 'Very many people are signing in. Try again in a few seconds.', { retryAfter: 5 })

interface Waiter {
  go(): void
  refuse(reason: HttpError): void
}

/** Those who wait, taken from each key in turn. When there are too many, the newest of the key with the most is refused. */
function fairLane(maxQueued: number) {
  /** In the order of the keys' turns. */
  const queues = new Map<string, Waiter[]>()
  let waiters = 0

  const makeRoomFor = (key: string) => {
    if (waiters < maxQueued) return
    const longest = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (queues.get(key)?.length ?? 0) + 1) throw busy()
    waiters -= 1
    longest.pop()?.refuse(busy())
  }
  return {
    startNext() {
      const [first] = queues
      if (!first) return undefined
      const [key, queue] = first
      const next = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      waiters -= 1
      return next
    },
    async wait(key: string) {
      makeRoomFor(key)
      waiters += 1
      await new Promise<void>((go, refuse) => {
        const queue = queues.get(key) ?? []
        queues.set(key, queue)
        queue.push({ go, refuse })
      })
    },
  }
}

/** Who takes a turn: a browser or session that is known, by its hash, or whoever comes from an address. */
export interface Applicant {
  known: string | null
  address: string
}

/**
 * Lets so many work at once, and so many wait: a flood from one address keeps nobody elsewhere from signing in. Who is known
 * waits in a lane of their own, and the lanes are served in turn: a flood from very many addresses holds them up no longer than
 * one piece of work takes.
 */
export function signInQueue(atOnce: number, maxQueued: number) {
  const known = fairLane(maxQueued)
  const strangers = fairLane(maxQueued)
  let free = atOnce
  let knownNext = true

  const passOn = () => {
    const [first, second] = knownNext ? [known, strangers] : [strangers, known]
    knownNext = !knownNext
    const next = first.startNext() ?? second.startNext()
    if (next) next.go()
    else free += 1
  }
  return async <T>(taker: Applicant, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await (taker.known === null ? strangers.wait(taker.address) : known.wait(taker.known))
    try {
      return await work()
    } finally {
      passOn()
    }
  }
}

const queue = signInQueue(AT_ONCE, MAX_QUEUED)

/** How long a stranger waits for a refusal: whoever tries again at once would else keep the server busy with refusing. */
const REFUSED_AFTER = 1_000

/** Does what compares a password when it is this address's turn, or that of what is known; 503 when too many wait. */
export async function inSignInQueue<T>(
  address: string | null,
  known: string | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await queue({ known, address: networkOf(address ?? '') }, work)
  } catch (error) {
    if (known === null && error instanceof HttpError && error.code === BUSY) await delay(REFUSED_AFTER)
    throw error
  }
}
