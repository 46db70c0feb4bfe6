import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { I18n } from '@lingui/core'
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Status, statuses } from '../../../shared/tasks.ts'
import { statusLabels } from '../../components/status-icon.tsx'
import { isRightToLeft } from '../../direction.ts'
import { useI18n } from '../../language.ts'
import { cardOf } from '../reveal.ts'
import { useBoardActions } from './board-context.ts'
import { CardFace } from './card-face.tsx'
import { cards, dragging, type Held } from './dragging.ts'
import { flyTo } from './fly.ts'

export type DragStarter = (event: SyntheticEvent) => void

/** Pixels. A shorter movement is a click. */
const MIN_DISTANCE = 6
/** Milliseconds and pixels. A shorter press on a touch screen scrolls. */
const LONG_PRESS = { delay: 250, tolerance: 8 }

/**
 * Dragging of cards, in a layer beside the board. There is one draggable, whichever card is dragged. The only targets are the
 * columns and, on small screens, their jump buttons. So the cost does not depend on the number of cards.
 */
export function DragLayer({
  board,
  starter,
}: {
  board: RefObject<HTMLElement | null>
  starter: RefObject<DragStarter | null>
}) {
  const i18n = useI18n()
  const announcements = useMemo(() => announcementsIn(i18n), [i18n])
  const { setStatus } = useBoardActions()
  const overlay = useRef<HTMLDivElement>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MIN_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  )

  const drop = ({ active, over, activatorEvent }: Pick<DragEndEvent, 'active' | 'over' | 'activatorEvent'>) => {
    const { task, column } = heldBy(active)
    const target = statusOf(over) ?? column
    if (overlay.current) flyTo(overlay.current, () => cardOf(task.id))
    dragging.set(null)
    if (target !== column) setStatus(task, target, activatorEvent instanceof KeyboardEvent)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      // Slow enough to stop at the right column: on a phone about one column a second.
      autoScroll={{
        canScroll: (element) => element === board.current,
        threshold: { x: 0.15, y: 0 },
        acceleration: 5,
        interval: 10,
      }}
      accessibility={{ announcements, restoreFocus: false, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active, activatorEvent }) => {
        dragging.set({ ...heldBy(active), over: heldBy(active).column })
        if (activatorEvent instanceof TouchEvent) navigator.vibrate?.(10)
      }}
      onDragOver={({ over }) => {
        const now = dragging.get()
        if (now) dragging.set({ ...now, over: statusOf(over) })
      }}
      onDragEnd={drop}
      onDragCancel={({ active, activatorEvent }) => drop({ active, activatorEvent, over: null })}
    >
      {statuses.map((status) => (
        <Target
          key={status}
          id={status}
          status={status}
          find={() => board.current?.querySelector(`[data-column="${status}"]`)}
        />
      ))}
      {statuses.map((status) => (
        <Target
          key={status}
          id={`jump-${status}`}
          status={status}
          find={() => document.querySelector(`[data-jump="${status}"]`)}
        />
      ))}
      <DragSource starter={starter} />
      <DragOverlay dropAnimation={null}>
        <DraggedCard ref={overlay} board={board} />
      </DragOverlay>
    </DndContext>
  )
}

const heldBy = (active: Active) => active.data.current as Held
const statusOf = (over: Over | null) => (over?.data.current?.status as Status | undefined) ?? null

/** The one draggable: becomes the pressed card, and passes the press on to the library. */
function DragSource({ starter }: { starter: RefObject<DragStarter | null> }) {
  const held = useRef<Partial<Held>>({})
  const { setNodeRef, listeners } = useDraggable({ id: 'card', data: held.current })
  useLayoutEffect(() => {
    const names: Record<string, string> = { mousedown: 'onMouseDown', touchstart: 'onTouchStart', keydown: 'onKeyDown' }
    starter.current = (event) => {
      const card = pressedCard(event)
      if (!card || dragging.get()) return
      Object.assign(held.current, cards.get(card))
      setNodeRef(card)
      listeners?.[names[event.type] ?? '']?.(event)
    }
    return () => {
      starter.current = null
    }
  })
  return null
}

/** The card that an event may start to drag: with a key only at its handle, otherwise anywhere but on its menu. */
function pressedCard({ target, nativeEvent }: SyntheticEvent) {
  if (!(target instanceof Element)) return null
  if (nativeEvent instanceof TouchEvent && nativeEvent.touches.length > 1) return null
  const atHandle = target.closest('[data-drag-handle]') !== null
  const refused = nativeEvent instanceof KeyboardEvent || target.closest('[data-card-action]') !== null
  return refused && !atHandle ? null : target.closest<HTMLElement>('[data-task][data-movable]')
}

/** A column, or its jump button, on which a card can be dropped. */
function Target({ id, status, find }: { id: string; status: Status; find: () => HTMLElement | null | undefined }) {
  const { setNodeRef } = useDroppable({ id, data: { status } })
  useLayoutEffect(() => setNodeRef(find() ?? null))
  return null
}

/** The card that follows the pointer. */
function DraggedCard({ ref, board }: { ref: RefObject<HTMLDivElement | null>; board: RefObject<HTMLElement | null> }) {
  const now = dragging.use()
  const isDragging = now !== null
  useEffect(() => {
    board.current?.toggleAttribute('data-dragging', isDragging)
  }, [board, isDragging])
  return (
    now && (
      <div ref={ref} aria-hidden="true" className="rotate-[1.4deg] cursor-grabbing *:border-transparent *:shadow-float">
        <CardFace task={now.task} column={now.column} />
      </div>
    )
  )
}

/** The column under the pointer. For the keyboard, which has no pointer: the column nearest to the card. */
const columnUnder: CollisionDetection = (args) =>
  args.pointerCoordinates
    ? pointerWithin(args)
    : closestCenter({
        ...args,
        droppableContainers: args.droppableContainers.filter(({ id }) => statuses.includes(id as Status)),
      })

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }

const toNextColumn: KeyboardCoordinateGetter = (event, { context: { collisionRect, droppableRects } }) => {
  const step = steps[event.code]
  const over = dragging.get()?.over
  if (step === undefined || !over || !collisionRect) return
  event.preventDefault()
  const column = droppableRects.get(statuses[statuses.indexOf(over) + (isRightToLeft() ? -step : step)] ?? over)
  return column && { x: column.left + (column.width - collisionRect.width) / 2, y: collisionRect.top }
}

/** The column announced last. The column in which a card is picked up is not announced twice. */
let announced: Status | null = null

const announcementsIn = (i18n: I18n): Announcements => {
  const nameOf = (status: Status) => i18n.t(statusLabels[status])
  const stays = ({ task, column }: Held) =>
    i18n.t('{title} stays in {column}.', { title: task.title, column: nameOf(column) })
  return {
    onDragStart({ active }) {
      const { task, column } = heldBy(active)
      announced = column
      return i18n.t('Picked up {title}. It is in {column}.', { title: task.title, column: nameOf(column) })
    },
    onDragOver({ active, over }) {
      const status = statusOf(over)
      if (status === announced) return
      announced = status
      if (!status) return i18n.t('Over no column.')
      return status === heldBy(active).column
        ? i18n.t('Over {column}, where it was.', { column: nameOf(status) })
        : i18n.t('Over {column}.', { column: nameOf(status) })
    },
    onDragEnd({ active, over }) {
      const held = heldBy(active)
      const status = statusOf(over) ?? held.column
      if (status === held.column) return stays(held)
      return i18n.t('{title} was dropped on {column}.', { title: held.task.title, column: nameOf(status) })
    },
    onDragCancel: ({ active }) => stays(heldBy(active)),
  }
}
