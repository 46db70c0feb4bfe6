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
  /** How many places only keys that were idle may take. None by default. */
  reservedForIdle?: number
  /** Lanes are served in turn, and the first lane comes first. One lane by default. */
  laneCount?: number
  /** Limits of the tasks that wait in each lane, or in the lanes one by one. Without limits every task waits. */
  waiting?: WaitingLimits | (WaitingLimits | undefined)[]
}

/** Shared by tasks that belong together. If the key was idle before the first of them, it counts as idle for all. */
export interface Ticket {
  wasIdle?: boolean
}

export interface RunOptions {
  /** The lane in which the task waits, counted from 0. */
  lane?: number
  /** Shared with the tasks that belong to this one, such as the statements of one call. */
  ticket?: Ticket
  /** Ends the waiting and rejects with the signal's reason. It does not stop a task that runs. */
  signal?: AbortSignal
}

/** A key that has had no turn for so many milliseconds is idle. */
const IDLE_MS = 300
/** An idle key comes before others that have waited for up to so many milliseconds. */
const HEAD_START_MS = 5_000

/**
 * Limits how many tasks run at the same time, in all and for one key (a person or an address). The other tasks wait,
 * and their keys take turns. A key that was idle comes first, so that people who call now and then do not wait for
 * people who call without a pause. When too many tasks wait, the newest task of the key with the most is refused. So a
 * flood from one key keeps nobody else from working.
 *
 * It returns the function that runs a task as soon as it is the task's turn.
 */
export function fairQueue({
  concurrency = Number.POSITIVE_INFINITY,
  concurrencyPerKey = concurrency,
  hasSpareCapacity = () => false,
  reservedForIdle = 0,
  laneCount = 1,
  waiting,
}: Limits) {
  const running = new Map<string, number>()
  /** When the keys that are not idle had their last turns, the earliest first. */
  const turns = new Map<string, number>()
  /** Undefined for an idle key. */
  const lastTurnOf = (key: string) => {
    const now = performance.now()
    const last = running.has(key) ? now : (turns.get(key) ?? Number.NEGATIVE_INFINITY)
    return last >= now - IDLE_MS ? last : undefined
  }
  const lanes = Array.from({ length: laneCount }, (_, lane) =>
    waitingLane(lastTurnOf, Array.isArray(waiting) ? waiting[lane] : waiting),
  )
  const lanesInTurn = [...lanes]
  let free = concurrency

  const noteTurn = (key: string) => {
    const now = performance.now()
    turns.delete(key)
    turns.set(key, now)
    for (const [earliest, at] of turns) {
      if (at >= now - IDLE_MS) break
      turns.delete(earliest)
    }
  }

  const mayStart: MayStart = (key, wasIdle) =>
    free > (wasIdle ? 0 : reservedForIdle) && ((running.get(key) ?? 0) < concurrencyPerKey || hasSpareCapacity())
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
    noteTurn(key)
    startNext()
  }
  const run = async <T>(key: string, task: () => T | Promise<T>): Promise<T> => {
    try {
      return await task()
    } finally {
      release(key)
    }
  }

  return <T>(
    key: string,
    task: () => T | Promise<T>,
    { lane = 0, ticket = {}, signal }: RunOptions = {},
  ): Promise<T> => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const chosen = lanes[lane]
    if (!chosen) throw new RangeError(`There is no lane ${lane}`)
    ticket.wasIdle ??= lastTurnOf(key) === undefined
    if (!mayStart(key, ticket.wasIdle)) return chosen.wait(key, ticket.wasIdle, signal).then(() => run(key, task))
    acquire(key)
    return run(key, task)
  }
}

type MayStart = (key: string, wasIdle: boolean) => boolean

/** The waiting tasks of one key. `since` is the time of its last turn, or an earlier one if the key was idle. */
interface Waiting {
  since: number
  waiters: Waiter[]
}

/** The tasks that wait in one lane. Their keys take turns; the tasks of one key keep their order. */
function waitingLane(lastTurnOf: (key: string) => number | undefined, limits: WaitingLimits | undefined) {
  /** The keys that were idle when they came, and the others: each in the order of their turns. */
  const [idle, others] = [new Map<string, Waiting>(), new Map<string, Waiting>()]
  let count = 0

  const waitersOf = (key: string) => (idle.get(key) ?? others.get(key))?.waiters
  const remove = (waiter: Waiter) => {
    const keys = idle.has(waiter.key) ? idle : others
    const ofKey = keys.get(waiter.key)
    if (!ofKey?.waiters.includes(waiter)) return
    ofKey.waiters = ofKey.waiters.filter((other) => other !== waiter)
    if (ofKey.waiters.length === 0) keys.delete(waiter.key)
    count -= 1
  }
  const makeRoomFor = (key: string) => {
    if (!limits || count < limits.max) return
    const all = [...idle.values(), ...others.values()].map(({ waiters }) => waiters)
    const longest = all.reduce((one, other) => (other.length > one.length ? other : one))
    const newest = longest.at(-1)
    if (!newest || longest.length <= (waitersOf(key)?.length ?? 0) + 1) throw limits.refusal()
    remove(newest)
    newest.refuse(limits.refusal())
  }
  const add = (waiter: Waiter, wasIdle: boolean) => {
    makeRoomFor(waiter.key)
    const ofKey = waitersOf(waiter.key)
    if (ofKey) ofKey.push(waiter)
    else if (wasIdle) idle.set(waiter.key, { since: performance.now() - HEAD_START_MS, waiters: [waiter] })
    else others.set(waiter.key, { since: lastTurnOf(waiter.key) ?? performance.now(), waiters: [waiter] })
    count += 1
  }
  const firstOf = (keys: Map<string, Waiting>, mayStart: MayStart) => {
    for (const [key, waiting] of keys) if (mayStart(key, keys === idle)) return waiting
  }

  return {
    takeNext(mayStart: MayStart): Waiter | undefined {
      const [one, other] = [firstOf(idle, mayStart), firstOf(others, mayStart)]
      const longest = one && other && other.since < one.since ? other : (one ?? other)
      const next = longest?.waiters[0]
      if (!next) return undefined
      remove(next)
      // The key goes to the end, so that the other keys have their turn before it.
      const rest = waitersOf(next.key)
      idle.delete(next.key)
      others.delete(next.key)
      if (rest) others.set(next.key, { since: performance.now(), waiters: rest })
      return next
    },
    wait(key: string, wasIdle: boolean, signal: AbortSignal | undefined) {
      let timer: NodeJS.Timeout | undefined
      let onAbort = () => {}
      const waited = new Promise<void>((start, refuse) => {
        const waiter = { key, start, refuse }
        add(waiter, wasIdle)
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
