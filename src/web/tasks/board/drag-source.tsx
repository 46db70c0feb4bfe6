import {
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDndMonitor,
  useDraggable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'

export type DragStarter = (event: SyntheticEvent) => void

/** Pixels. A shorter movement is a click. */
const MIN_DISTANCE = 6
/** Milliseconds and pixels. A shorter press on a touch screen scrolls. */
const LONG_PRESS = { delay: 250, tolerance: 8 }

/** Whether fingers caused an event. On a desk Firefox and Safari have no `TouchEvent` to ask for. */
export const isTouch = (event: Event): event is TouchEvent => 'touches' in event

/** How a drag starts: by mouse, by a long press, or by a key. `coordinateGetter` says where a key leads. */
export const useDragSensors = (coordinateGetter: KeyboardCoordinateGetter) =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MIN_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter }),
  )

/**
 * The one draggable: becomes the pressed card, and passes the press on to the library. `heldBy` gives a card's content;
 * undefined, if it cannot be dragged now.
 */
export function DragSource<Held extends object>({
  starter,
  heldBy,
}: {
  starter: RefObject<DragStarter | null>
  heldBy: (card: HTMLElement) => Held | undefined
}) {
  const dragged = useRef<Partial<Held>>({})
  const { setNodeRef, listeners } = useDraggable({ id: 'card', data: dragged.current })
  useUnfollowedLinks()
  useLayoutEffect(() => {
    const names: Record<string, string> = { mousedown: 'onMouseDown', touchstart: 'onTouchStart', keydown: 'onKeyDown' }
    starter.current = (event) => {
      const card = pressedCard(event)
      const holds = card && heldBy(card)
      if (!card || !holds) return
      Object.assign(dragged.current, holds)
      setNodeRef(card)
      listeners?.[names[event.type] ?? '']?.(event)
    }
    return () => {
      starter.current = null
    }
  })
  return null
}

/** Milliseconds for which the library keeps the click after a drag from handlers. */
const AFTER_DRAG = 50

/**
 * A drag that ends where it began is a click on the card's link. The library keeps it from handlers, but the browser
 * would follow the link.
 */
function useUnfollowedLinks() {
  const release = () => setTimeout(() => removeEventListener('click', stay, true), AFTER_DRAG)
  useDndMonitor({
    onDragStart: () => addEventListener('click', stay, true),
    onDragEnd: release,
    onDragCancel: release,
  })
  useEffect(() => () => removeEventListener('click', stay, true), [])
}
const stay = (event: Event) => event.preventDefault()

/** The card that an event may start to drag: with a key only at its handle, otherwise anywhere but on its menu. */
function pressedCard({ target, nativeEvent }: SyntheticEvent) {
  if (!(target instanceof Element)) return null
  if (isTouch(nativeEvent) && nativeEvent.touches.length > 1) return null
  const atHandle = target.closest('[data-drag-handle]') !== null
  const refused = nativeEvent instanceof KeyboardEvent || target.closest('[data-card-action]') !== null
  return refused && !atHandle ? null : target.closest<HTMLElement>('[data-task][data-movable]')
}
