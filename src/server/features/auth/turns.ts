import { Refusal } from '../../errors.ts'
import { networkOf } from './network.ts'

/** To compare a password takes 19 MB and all of a core for a while: more at once would only hold up everybody's other work. */
const AT_ONCE = 2
/** About four seconds' worth; who would come after them is told at once to try again. */
const MOST_WAITING = 100

const busy = () =>
  new Refusal(503, 'busy', 'Very many people are signing in. Try again in a few seconds.', { retryAfter: 5 })

interface Waiting {
  go(): void
  refuse(reason: Refusal): void
}

/**
 * Lets so many work at once, and so many wait. Those who wait are taken from each address in turn, and when there are too
 * many, the newest from the address with the most is refused: a flood from one keeps nobody elsewhere from signing in.
 */
export function fairTurns(atOnce: number, mostWaiting: number) {
  /** In the order of the addresses' turns. */
  const queues = new Map<string, Waiting[]>()
  let free = atOnce
  let waiting = 0

  const takeNext = () => {
    const [first] = queues
    if (!first) {
      free += 1
      return
    }
    const [address, queue] = first
    const next = queue.shift()
    queues.delete(address)
    if (queue.length > 0) queues.set(address, queue)
    waiting -= 1
    next?.go()
  }
  const makeRoomFor = (address: string) => {
    if (waiting < mostWaiting) return
    const longest = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (queues.get(address)?.length ?? 0) + 1) throw busy()
    waiting -= 1
    longest.pop()?.refuse(busy())
  }
  const wait = async (address: string) => {
    makeRoomFor(address)
    waiting += 1
    await new Promise<void>((go, refuse) => {
      const queue = queues.get(address) ?? []
      queues.set(address, queue)
      queue.push({ go, refuse })
    })
  }

  return async <T>(address: string, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await wait(address)
    try {
      return await work()
    } finally {
      takeNext()
    }
  }
}

const turn = fairTurns(AT_ONCE, MOST_WAITING)

/** Does what compares a password when it is this address's turn; 503 when too many wait. */
export const inTurn = <T>(address: string | null, work: () => Promise<T>) => turn(networkOf(address ?? ''), work)
