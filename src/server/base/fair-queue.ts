interface Waiter {
  start(): void
  refuse(reason: unknown): void
}

interface Limits {
  /** How many work at once; without it as many as there are keys allow. */
  atOnce?: number
  /** How many of one key work at once. */
  ofOneKey?: number
  /** Whether there is so much to spare now that a key may have more than that. */
  isSpare?: () => boolean
  /** How many wait, how long (milliseconds), and what those beyond are refused with. Without it, all wait. */
  waiting?: { most: number; longest?: number; refusal: () => Error }
}

export type FairQueue = ReturnType<typeof fairQueue>

/**
 * Lets so much work be done at once, and so much of one key: of a person, or an address. What is more waits. The keys that wait
 * take turns, and when too many wait, the newest of the key with the most is refused: a flood from one keeps nobody else from
 * working.
 *
 * The function that it gives does the work when its turn has come. A signal gives up the waiting, not the work.
 */
export function fairQueue({
  atOnce = Number.POSITIVE_INFINITY,
  ofOneKey = atOnce,
  isSpare = () => false,
  waiting: bound,
}: Limits) {
  /** In the order of the keys' turns. */
  const queues = new Map<string, Waiter[]>()
  const running = new Map<string, number>()
  let free = atOnce
  let waiting = 0

  const mayStart = (key: string) => free > 0 && ((running.get(key) ?? 0) < ofOneKey || isSpare())
  const acquire = (key: string) => {
    free -= 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }
  const remove = (key: string, one: Waiter) => {
    const queue = (queues.get(key) ?? []).filter((other) => other !== one)
    queues.delete(key)
    // Its next one comes after those of the others.
    if (queue.length > 0) queues.set(key, queue)
    waiting -= 1
  }
  const release = (key: string) => {
    free += 1
    const left = (running.get(key) ?? 0) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    for (const [other, [next]] of queues) {
      if (!next || !mayStart(other)) continue
      remove(other, next)
      acquire(other)
      return next.start()
    }
  }
  const makeRoomFor = (key: string) => {
    if (!bound || waiting < bound.most) return
    const [longest, queue] = [...queues].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    const newest = queue.at(-1)
    if (!newest || queue.length <= (queues.get(key)?.length ?? 0) + 1) throw bound.refusal()
    queue.pop()
    waiting -= 1
    if (queue.length === 0) queues.delete(longest)
    newest.refuse(bound.refusal())
  }
  const wait = async (key: string, signal?: AbortSignal) => {
    makeRoomFor(key)
    let giveUp = () => {}
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((start, refuse) => {
        const one = { start, refuse }
        const queue = queues.get(key)
        if (queue) queue.push(one)
        else queues.set(key, [one])
        waiting += 1
        giveUp = () => {
          remove(key, one)
          refuse(signal?.reason)
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        if (!bound?.longest) return
        timer = setTimeout(() => {
          remove(key, one)
          refuse(bound.refusal())
        }, bound.longest)
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  const finish = async <T>(key: string, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      release(key)
    }
  }

  return <T>(key: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (!mayStart(key)) return wait(key, signal).then(() => finish(key, work))
    acquire(key)
    return finish(key, work)
  }
}
