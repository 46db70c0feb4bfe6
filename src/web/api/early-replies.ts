/** Replies that `start.js` has asked for before this script was here. Each is taken once. */
const replies = (globalThis as { earlyReplies?: Map<string, Promise<Response>> }).earlyReplies

/** Whether nobody is signed in here, by all that `start.js` knows. Then the sign-in screen comes first. */
export const isVisitor = () => !('framed' in document.documentElement.dataset)

/** The early reply of a call; undefined if there is none. */
export function takeEarlyReply(method: string | undefined, url: string, signal: AbortSignal | null | undefined) {
  const key = method === 'GET' ? url : `${method} ${url}`
  const reply = replies?.get(key)
  if (!reply) return undefined
  replies?.delete(key)
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
