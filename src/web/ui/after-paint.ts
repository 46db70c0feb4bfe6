/** Calls back in a task of its own, after the browser has painted what is drawn now. Returns the function that cancels it. */
export function afterPaint(callback: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Milliseconds. */
const MAX_WAIT = 300

/**
 * Calls back once the browser has painted what is drawn now and has nothing else to do, 300 ms after that paint at the latest. Returns the
 * function that cancels it.
 */
export function whenIdleAfterPaint(callback: () => void) {
  let cancel = () => {}
  const stop = afterPaint(() => {
    if (typeof requestIdleCallback !== 'function') return callback()
    const idle = requestIdleCallback(callback, { timeout: MAX_WAIT })
    cancel = () => cancelIdleCallback(idle)
  })
  return () => {
    stop()
    cancel()
  }
}
