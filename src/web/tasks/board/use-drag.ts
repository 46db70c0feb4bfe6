import {
  createElement,
  lazy,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { DragStarter } from './drag.tsx'

const DragLayer = lazy(() => import('./drag.tsx').then((module) => ({ default: module.DragLayer })))

/**
 * Lets cards be dragged, once they are there: the library for it comes afterwards, and stands beside the board, not around it,
 * so that its arrival draws nothing again. It finds the card that somebody takes by its attributes.
 */
export function useDrag(board: RefObject<HTMLElement | null>, hasCards: boolean) {
  const starter = useRef<DragStarter | null>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => (hasCards ? whenIdle(() => setWanted(true)) : undefined), [hasCards])

  const handlers = useMemo(() => {
    const start = (event: SyntheticEvent) => starter.current?.(event)
    return { onMouseDown: start, onTouchStart: start, onKeyDown: start }
  }, [])

  const layer = wanted && createElement(Suspense, { fallback: null }, createElement(DragLayer, { board, starter }))
  return { handlers, layer }
}

function whenIdle(act: () => void) {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 1500 })
  return () => cancelIdleCallback(handle)
}
