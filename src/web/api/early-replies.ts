/** Replies that `start.js` has asked for before this script was here. Each is taken once. */
const replies = (globalThis as { earlyReplies?: Map<string, Promise<Response>> }).earlyReplies

/** The early reply of a read; undefined if there is none. */
export function takeEarlyReply(method: string | undefined, url: string, signal: AbortSignal | null | undefined) {
  const reply = method === 'GET' ? replies?.get(url) : undefined
  if (!reply) return undefined
  replies?.delete(url)
  return signal ? Promise.race([reply, aborted(signal)]) : reply
}

/** The addresses of the replies that are on their way or here. */
export const earlyUrls = () => [...(replies?.keys() ?? [])]

/** Drops unused replies: the first screen is there, or another person is signed in. */
export function dropEarlyReplies() {
  isStarting = false
  // A body that nobody reads would hold its connection.
  for (const reply of replies?.values() ?? []) void reply.then(({ body }) => body?.cancel()).catch(() => undefined)
  replies?.clear()
}

let isStarting = true
/** Whether the page has just been opened: its first screen is not there yet. */
export const isStartingUp = () => isStarting

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
