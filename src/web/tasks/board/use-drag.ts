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
 * Lets cards be dragged. The library loads once the cards are drawn and the browser is idle. It stands beside the board, not
 * around it, so that no card renders again when it arrives. It finds the dragged card by its attributes.
 */
export function useDrag(board: RefObject<HTMLElement | null>, hasCards: boolean) {
  const starter = useRef<DragStarter | null>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => (hasCards ? whenIdle(() => setReady(true)) : undefined), [hasCards])

  const handlers = useMemo(() => {
    const start = (event: SyntheticEvent) => starter.current?.(event)
    return { onMouseDown: start, onTouchStart: start, onKeyDown: start }
  }, [])

  const layer = isReady && createElement(Suspense, { fallback: null }, createElement(DragLayer, { board, starter }))
  return { handlers, layer }
}

/** Calls back when the browser is idle. Returns the way to cancel that. */
function whenIdle(callback: () => void) {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 1500 })
  return () => cancelIdleCallback(handle)
}
