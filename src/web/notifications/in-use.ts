/** How long after its last use a page counts as one that somebody looks at, in milliseconds. */
const LOOKS_MS = 60_000
const USES = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const

let usedAt = Number.NEGATIVE_INFINITY

/** Notes when somebody uses this page. Returns how to stop. */
export function followUse(): () => void {
  const note = (event: Event) => {
    // The page may move below a pointer that rests.
    if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
    usedAt = performance.now()
  }
  const options = { capture: true, passive: true }
  for (const name of USES) addEventListener(name, note, options)
  // Not those that an element within the page gets: code gives it, too.
  addEventListener('focus', note)
  // Somebody has just opened it.
  if (document.hasFocus()) usedAt = performance.now()
  return () => {
    for (const name of USES) removeEventListener(name, note, options)
    removeEventListener('focus', note)
  }
}

/** Whether somebody has this page before their eyes: it is visible, and was used within the last minute. */
export const isInUse = () => document.visibilityState === 'visible' && performance.now() - usedAt <= LOOKS_MS
