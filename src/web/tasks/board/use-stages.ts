import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { idleTime } from '../../api/first-screen.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { keepFrameInFront } from '../../ui/frame-in-front.ts'

/** A column waits so many milliseconds for the page's other work. */
const MAX_WAIT = 300

/** Whether this page has drawn a board. Later ones come at once: scripts are there, positions are restored. */
let isFirst = true

/**
 * How many of the board's columns to draw. The first board of a page comes column by column, so that its first cards
 * are there early and no task is long. `isReady`: there is something to draw.
 */
export function useStages(board: RefObject<HTMLElement | null>, isReady: boolean, columns: number) {
  // The cards that people see are drawn with the board if they are there (`api/first-data.ts`).
  const [count, setCount] = useState(isFirst ? Number(isReady) : columns)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the cards that are drawn with the shell
  useLayoutEffect(() => {
    const cards = board.current?.querySelector<HTMLElement>('[role=feed]')
    if (isFirst && cards) return layOutLater(cards)
  }, [])
  useEffect(() => {
    if (!isReady) return
    if (count >= columns) {
      isFirst = false
      return
    }
    // In a transition React draws in short tasks.
    const next = () => startTransition(() => setCount(count + 1))
    if (count === 0) return next()
    // The cards before are painted first. A column that is laid out together with something else makes a long task.
    return afterPaint(() => void idleTime(MAX_WAIT).then(next))
  }, [isReady, count, columns])
  return count
}

/**
 * Lays out an element's content after the rest of the page, behind the frame: both together make a long task. Returns
 * the function that does so at once.
 */
function layOutLater(element: HTMLElement) {
  const uncover = keepFrameInFront()
  if (!uncover) return
  element.style.contentVisibility = 'hidden'
  const show = () => {
    element.style.contentVisibility = ''
    uncover()
  }
  const cancel = afterPaint(show)
  return () => {
    cancel()
    show()
  }
}
