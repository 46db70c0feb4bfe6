import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { whenIdle } from '../../api/first-screen.ts'
import { useOnDemand } from '../../ui/on-demand.ts'
import type { DragStarter } from './drag-source.tsx'

/** The props of a layer in which cards are dragged. */
export interface LayerProps {
  board: RefObject<HTMLElement | null>
  starter: RefObject<DragStarter | null>
}

/**
 * Lets cards be dragged. The library loads once the cards are drawn and the browser is idle, or when a card is first
 * pressed: that press then starts the drag, if it lasts. The layer stands beside the board, not around it, so that no
 * card renders again when it arrives. It finds the dragged card by its attributes.
 *
 * @param loadLayer imports the layer; always the same function
 */
export function useDrag<P extends LayerProps>(hasCards: boolean, loadLayer: () => Promise<ComponentType<P>>) {
  const starter = useRef<DragStarter | null>(null)
  /** A press that has come before the library. */
  const pressed = useRef<SyntheticEvent>(null)
  const { Component: Layer, load } = useOnDemand(loadLayer)
  useEffect(() => (hasCards ? whenIdle(load) : undefined), [hasCards, load])
  useEffect(() => {
    if (!Layer || !pressed.current) return
    starter.current?.(pressed.current)
    pressed.current = null
  }, [Layer])

  const handlers = useMemo(() => {
    const start = (event: SyntheticEvent) => {
      if (starter.current) return starter.current(event)
      pressed.current = event
      void load().catch(() => undefined)
    }
    const release = () => {
      pressed.current = null
    }
    return {
      onMouseDown: start,
      onMouseUp: release,
      onTouchStart: start,
      onTouchEnd: release,
      onTouchCancel: release,
      onKeyDown: (event: KeyboardEvent) => (starter.current || PICKS_UP.has(event.code)) && start(event),
      // The key may be up before the library is there, but the focus must still be at the card.
      onBlur: release,
    }
  }, [load])

  return { handlers, Layer, starter }
}

/** The keys with which a card is picked up. */
const PICKS_UP = new Set(['Space', 'Enter'])
