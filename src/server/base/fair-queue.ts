interface Waiter {
  key: string
  start(): void
  refuse(reason: unknown): void
}

/** How many tasks may wait, for how long, and the error for the others. */
interface WaitingLimits {
  max: number
  timeoutMs?: number
  refusal: () => Error
}

interface Limits {
  /** How many tasks run at the same time. No limit by default. */
  concurrency?: number
  /** How many tasks of one key run at the same time. By default, as many as `concurrency`. */
  concurrencyPerKey?: number
  /** Whether there is so much to spare now that one key may run more than `concurrencyPerKey`. */
  hasSpareCapacity?: () => boolean
  /** Lanes are served in turn, and the first lane comes first. One lane by default. */
  laneCount?: number
  /** Limits of the tasks that wait in each lane, or in the lanes one by one. Without limits every task waits. */
  waiting?: WaitingLimits | (WaitingLimits | undefined)[]
}

export interface RunOptions {
  /** The lane in which the task waits, counted from 0. */
  lane?: number
  /** Ends the waiting and rejects with the signal's reason. It does not stop a task that runs. */
  signal?: AbortSignal
}

export type FairQueue = ReturnType<typeof fairQueue>

/**
 * Limits how many tasks run at the same time, in all and for one key (a person or an address). The other tasks wait,
 * and their keys take turns. When too many wait, the newest task of the key with the most is refused. So a flood from
 * one key keeps nobody else from working.
 *
 * It returns the function that runs a task as soon as it is the task's turn.
 */
export function fairQueue({
  concurrency = Number.POSITIVE_INFINITY,
  concurrencyPerKey = concurrency,
  hasSpareCapacity = () => false,
  laneCount = 1,
  waiting,
}: Limits) {
  const lanes = Array.from({ length: laneCount }, (_, lane) =>
    waitingLane(Array.isArray(waiting) ? waiting[lane] : waiting),
  )
  const lanesInTurn = [...lanes]
  const running = new Map<string, number>()
  let free = concurrency

  const mayStart = (key: string) => free > 0 && ((running.get(key) ?? 0) < concurrencyPerKey || hasSpareCapacity())
  const acquire = (key: string) => {
    free -= 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }
  const startNext = () => {
    for (const [index, lane] of lanesInTurn.entries()) {
      const next = lane.takeNext(mayStart)
      if (!next) continue
      lanesInTurn.push(...lanesInTurn.splice(index, 1))
      acquire(next.key)
      return next.start()
    }
  }
  const release = (key: string) => {
    free += 1
    const left = (running.get(key) ?? 0) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    startNext()
  }
  const run = async <T>(key: string, task: () => T | Promise<T>): Promise<T> => {
    try {
      return await task()
    } finally {
      release(key)
    }
  }

  return <T>(key: string, task: () => T | Promise<T>, { lane = 0, signal }: RunOptions = {}): Promise<T> => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const chosen = lanes[lane]
    if (!chosen) throw new RangeError(`There is no lane ${lane}`)
    if (!mayStart(key)) return chosen.wait(key, signal).then(() => run(key, task))
    acquire(key)
    return run(key, task)
  }
}

/** The tasks that wait in one lane. Their keys take turns; the tasks of one key keep their order. */
function waitingLane(limits: WaitingLimits | undefined) {
  /** The keys are in the order of their turns. */
  const waiters = new Map<string, Waiter[]>()
  let count = 0

  const remove = (waiter: Waiter) => {
    const ofKey = waiters.get(waiter.key)
    if (!ofKey?.includes(waiter)) return
    const rest = ofKey.filter((other) => other !== waiter)
    if (rest.length > 0) waiters.set(waiter.key, rest)
    else waiters.delete(waiter.key)
    count -= 1
  }
  const makeRoomFor = (key: string) => {
    if (!limits || count < limits.max) return
    const longest = [...waiters.values()].reduce((one, other) => (other.length > one.length ? other : one))
    const newest = longest.at(-1)
    if (!newest || longest.length <= (waiters.get(key)?.length ?? 0) + 1) throw limits.refusal()
    remove(newest)
    newest.refuse(limits.refusal())
  }
  const add = (waiter: Waiter) => {
    makeRoomFor(waiter.key)
    const ofKey = waiters.get(waiter.key)
    if (ofKey) ofKey.push(waiter)
    else waiters.set(waiter.key, [waiter])
    count += 1
  }

  return {
    takeNext(mayStart: (key: string) => boolean): Waiter | undefined {
      for (const [key, [next]] of waiters) {
        if (!next || !mayStart(key)) continue
        remove(next)
        const rest = waiters.get(key)
        // A key goes to the end of the map, so that the other keys have their turn before it.
        if (waiters.delete(key) && rest) waiters.set(key, rest)
        return next
      }
    },
    wait(key: string, signal: AbortSignal | undefined) {
      let timer: NodeJS.Timeout | undefined
      let onAbort = () => {}
      const waited = new Promise<void>((start, refuse) => {
        const waiter = { key, start, refuse }
        add(waiter)
        const leave = (reason: unknown) => {
          remove(waiter)
          refuse(reason)
        }
        onAbort = () => leave(signal?.reason)
        signal?.addEventListener('abort', onAbort, { once: true })
        if (limits?.timeoutMs) timer = setTimeout(() => leave(limits.refusal()), limits.timeoutMs)
      })
      return waited.finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      })
    },
  }
}
