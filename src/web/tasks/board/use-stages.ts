import { startTransition, useEffect, useState } from 'react'
import { whenIdleAfterPaint } from '../../ui/after-paint.ts'

/** Whether a board has been drawn on this page. Later ones come at once: nobody waits for scripts, and positions are restored. */
let isFirst = true

/**
 * How many of the board's columns to draw. The first board of a page comes column by column, so that its first cards are there early
 * and no task is long. `isReady`: there is something to draw.
 */
export function useStages(isReady: boolean, columns: number) {
  // The cards that people see are drawn with the board if they are there (`api/first-data.ts`).
  const [count, setCount] = useState(isFirst ? Number(isReady) : columns)
  useEffect(() => {
    if (!isReady) return
    if (count >= columns) {
      isFirst = false
      return
    }
    // In a transition React draws in short tasks.
    const next = () => startTransition(() => setCount(count + 1))
    if (count === 0) return next()
    // The cards before are painted first. Two columns, or a column and something else, are never laid out in one task.
    return whenIdleAfterPaint(next)
  }, [isReady, count, columns])
  return count
}
