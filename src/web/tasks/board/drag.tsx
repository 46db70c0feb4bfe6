import {
  type Active,
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  type Over,
  pointerWithin,
  useDroppable,
} from '@dnd-kit/core'
import type { I18n } from '@lingui/core'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { isRightToLeft } from '../../direction.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { cardOf } from '../../task/reveal.ts'
import { DragSource, type DragStarter, isTouch, useDragSensors } from './drag-source.tsx'
import { DraggedCard } from './dragged-card.tsx'
import { cards, type Dragged, dragging } from './dragging.ts'
import { createEdgeScroll } from './edge-scroll.ts'
import { flyTo } from './fly.ts'

/**
 * Dragging of cards, in a layer beside the board. There is one draggable, whichever card is dragged. The only targets
 * are the columns and, on small screens, their jump buttons. So the cost does not depend on the number of cards.
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
  const edgeScroll = useMemo(() => createEdgeScroll(() => board.current), [board])
  useEffect(() => () => edgeScroll.stop(), [edgeScroll])
  /** Where the board stood when the drag began: the library counts its scrolling as a movement of the card. */
  const scrolledAt = useRef(0)
  const sensors = useDragSensors(toNextColumn)

  const drop = ({ active, over, activatorEvent }: Pick<DragEndEvent, 'active' | 'over' | 'activatorEvent'>) => {
    edgeScroll.stop()
    const { task, column } = draggedBy(active)
    const target = statusOf(over) ?? column
    if (overlay.current) flyTo(overlay.current, () => cardOf(task.id))
    dragging.set(null)
    if (target !== column) setStatus(task, target, activatorEvent instanceof KeyboardEvent)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      autoScroll={false}
      accessibility={{ announcements, restoreFocus: false, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active, activatorEvent }) => {
        dragging.set({ ...draggedBy(active), over: draggedBy(active).column })
        scrolledAt.current = board.current?.scrollLeft ?? 0
        if (isTouch(activatorEvent)) navigator.vibrate?.(10)
      }}
      onDragMove={({ activatorEvent, delta }) => {
        const start = pressedAt(activatorEvent)
        const scrolled = (board.current?.scrollLeft ?? 0) - scrolledAt.current
        if (start !== null) edgeScroll.moveTo(start + delta.x - scrolled)
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
      <DragSource starter={starter} heldBy={(card) => (dragging.get() ? undefined : cards.get(card))} />
      <DragOverlay dropAnimation={null}>
        <DraggedCard ref={overlay} board={board} />
      </DragOverlay>
    </DndContext>
  )
}

/** Where a pointer pressed the card, in pixels from the window's left edge; null for the keyboard. */
function pressedAt(event: Event) {
  if (isTouch(event)) return event.touches[0]?.clientX ?? null
  return event instanceof MouseEvent ? event.clientX : null
}

const draggedBy = (active: Active) => active.data.current as Dragged
const statusOf = (over: Over | null) => (over?.data.current?.status as Status | undefined) ?? null

/** A column, or its jump button, on which a card can be dropped. */
function Target({ id, status, find }: { id: string; status: Status; find: () => HTMLElement | null | undefined }) {
  const { setNodeRef } = useDroppable({ id, data: { status } })
  useLayoutEffect(() => setNodeRef(find() ?? null))
  return null
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

const toNextColumn: KeyboardCoordinateGetter = (
  event,
  { context: { collisionRect, droppableContainers, droppableRects } },
) => {
  const step = steps[event.code]
  const over = dragging.get()?.over
  if (step === undefined || !over || !collisionRect) return
  event.preventDefault()
  const next = statuses[statuses.indexOf(over) + (isRightToLeft() ? -step : step)] ?? over
  // The library scrolls from left to right only.
  if (isRightToLeft())
    droppableContainers
      .get(next)
      ?.node.current?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const column = droppableRects.get(next)
  return column && { x: column.left + (column.width - collisionRect.width) / 2, y: collisionRect.top }
}

/** The column announced last. The column in which a card is picked up is not announced twice. */
let announced: Status | null = null

const announcementsIn = (i18n: I18n): Announcements => {
  const nameOf = (status: Status) => i18n.t(statusLabels[status])
  const stays = ({ task, column }: Dragged) =>
    i18n.t('{title} stays in {column}.', { title: task.title, column: nameOf(column) })
  return {
    onDragStart({ active }) {
      const { task, column } = draggedBy(active)
      announced = column
      return i18n.t('Picked up {title}. It is in {column}.', { title: task.title, column: nameOf(column) })
    },
    onDragOver({ active, over }) {
      const status = statusOf(over)
      if (status === announced) return
      announced = status
      if (!status) return i18n.t('Over no column.')
      return status === draggedBy(active).column
        ? i18n.t('Over {column}, where it was.', { column: nameOf(status) })
        : i18n.t('Over {column}.', { column: nameOf(status) })
    },
    onDragEnd({ active, over }) {
      const dragged = draggedBy(active)
      const status = statusOf(over) ?? dragged.column
      if (status === dragged.column) return stays(dragged)
      return i18n.t('{title} was dropped on {column}.', { title: dragged.task.title, column: nameOf(status) })
    },
    onDragCancel: ({ active }) => stays(draggedBy(active)),
  }
}
