import { dropEarlyReplies } from './early-replies.ts'
import { queryClient } from './queries.ts'

/**
 * Tells when the first screen is there. Work that it does not need waits until then, and takes neither network nor
 * processor from it: `afterFirstScreen` for work that must follow at once, `whenIdle` for code that somebody may need
 * soon.
 */

/** Milliseconds. Nothing waits longer for the first screen. */
const MAX_WAIT = 4000
/** Milliseconds without a read after which the screen counts as complete. */
const QUIET = 60

let isShown = false
const followers = new Set<() => void>()
const idle: (() => Promise<unknown>)[] = []
let isLoading = false

/** Calls back once the first screen has its data and is drawn, or at once. Returns the function that cancels it. */
export function afterFirstScreen(callback: () => void) {
  if (isShown) callback()
  else followers.add(callback)
  return () => void followers.delete(callback)
}

/**
 * Loads code ahead of its first use, one after another, while the browser has nothing else to do. A failure is ignored.
 * `isSoon`: most people use it first, so it comes before the others.
 */
export function whenIdle(load: () => Promise<unknown>, isSoon = false) {
  if (isSoon) idle.unshift(load)
  else idle.push(load)
  return afterFirstScreen(() => void loadNext())
}

async function loadNext() {
  if (isLoading) return
  isLoading = true
  for (let load = idle.shift(); load; load = idle.shift()) {
    await idleTime()
    await load().catch(() => undefined)
  }
  isLoading = false
}

/** Waits until the browser is idle, so many ms at most. A browser that does not tell gets a tenth of them. */
export const idleTime = (most = 3000) =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: most })
    else setTimeout(resolve, most / 10)
  })

/** Notices when the first screen is there: no reply is awaited any more, and all are drawn. */
export function watchFirstScreen() {
  if (isShown) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const shown = () => {
    clearTimeout(timer)
    clearTimeout(last)
    stop()
    isShown = true
    // `bench/scripts.ts` divides loads into before and after this mark.
    performance.mark('first screen')
    dropEarlyReplies()
    // Each in a task of its own, so that none is long.
    for (const callback of followers) setTimeout(() => followers.delete(callback) && callback())
  }
  const stop = queryClient.getQueryCache().subscribe(() => {
    clearTimeout(timer)
    if (queryClient.isFetching() === 0) timer = setTimeout(() => requestAnimationFrame(() => setTimeout(shown)), QUIET)
  })
  const last = setTimeout(shown, MAX_WAIT)
}
