/** Lets so many do something at once; the others wait for their turn, in order. */
export function turns(most: number) {
  let free = most
  const waiting: (() => void)[] = []

  /** The turn goes straight on to the next who waits. */
  const pass = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  /** Waits for one's turn, unless the signal gives it up before; gives how to end it. */
  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (free > 0) {
      free -= 1
      return pass
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      waiting.push(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
    return pass
  }
}
