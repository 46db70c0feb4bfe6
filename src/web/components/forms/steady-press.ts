import type { MouseEvent } from 'react'
import { createStore } from '../../store.ts'

/**
 * Presses after which something else stands at the same place: "Mark Complete" becomes "Reopen", a card makes room for
 * the next. The second tap of a hasty finger was meant for the thing that stood there before, so it is ignored.
 */

/** How long the same thing takes no second press, in milliseconds. */
const SAME_MS = 1000
/** How long another thing takes none: its card has moved under the finger. */
const OTHER_MS = 350

const last = createStore<{ subject: string; at: number } | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

type Press = Pick<MouseEvent, 'detail' | 'timeStamp'>

/** Notes a press, unless it is the second tap. `detail` is 0 for keyboard and commands: nothing moves then. */
export function takesPress(
  subject: string,
  { detail, timeStamp }: Press = { detail: 0, timeStamp: performance.now() },
): boolean {
  const before = last.get()
  if (before?.subject === subject) return false
  if (before && detail > 0 && timeStamp - before.at < OTHER_MS) return false
  last.set({ subject, at: timeStamp })
  clearTimeout(timer)
  timer = setTimeout(() => last.set(null), SAME_MS)
  return true
}

/** Hook: whether a thing was pressed a moment ago, for `aria-disabled`. */
export const useIsPressed = (subject: string) => last.useSelected((press) => press?.subject === subject)

/** The subject of a press: a task, or a step of one, wherever it is shown. */
export const ofTask = (id: number) => `task ${id}`
export const ofStep = (id: number) => `step ${id}`
