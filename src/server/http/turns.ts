interface Waiting {
  key: string
  go(): void
}

/** Lets so many do something at once, and so many of one key; the others wait for their turn, in order. */
export function turns(most: number, mostOfOne: number) {
  let free = most
  const held = new Map<string, number>()
  const waiting: Waiting[] = []
  const heldBy = (key: string) => held.get(key) ?? 0
  const mayGo = (key: string) => free > 0 && heldBy(key) < mostOfOne

  const take = (key: string) => {
    free -= 1
    held.set(key, heldBy(key) + 1)
  }
  const giveBack = (key: string) => {
    free += 1
    if (heldBy(key) > 1) held.set(key, heldBy(key) - 1)
    else held.delete(key)
    waiting.find((other) => mayGo(other.key))?.go()
  }

  /** Waits for one's turn, unless the signal gives it up before; gives how to end it. */
  return async (key: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (mayGo(key)) take(key)
    else {
      await new Promise<void>((resolve, reject) => {
        const leave = () => waiting.splice(waiting.indexOf(self), 1)
        const giveUp = () => {
          leave()
          reject(signal.reason)
        }
        const go = () => {
          leave()
          signal.removeEventListener('abort', giveUp)
          take(key)
          resolve()
        }
        const self: Waiting = { key, go }
        waiting.push(self)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    }
    return () => giveBack(key)
  }
}
