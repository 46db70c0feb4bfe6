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
import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type Status, statuses } from '../../../shared/tasks.ts'
import { statusLabels } from '../../components/status-icon.tsx'
import { cardOf } from '../reveal.ts'
import { useBoardActions } from './board-context.ts'
import { CardFace } from './card-face.tsx'
import { cards, dragging, type Held } from './dragging.ts'
import { flyTo } from './fly.ts'

export type DragStarter = (event: SyntheticEvent) => void

/** Before this distance it was a click; before this time on a touch screen, scrolling. */
const DISTANCE = 6
const LONG_PRESS = { delay: 250, tolerance: 8 }

/**
 * Dragging, beside the board rather than around it. There is one draggable thing, the card in hand, whichever it is, and
 * the columns (on small screens their jump buttons too) are the only targets: the number of cards does not matter.
 */
export function DragLayer({
  board,
  starter,
}: {
  board: RefObject<HTMLElement | null>
  starter: RefObject<DragStarter | null>
}) {
  const { setStatus } = useBoardActions()
  const hand = useRef<HTMLDivElement>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: LONG_PRESS }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextColumn }),
  )

  const letGo = ({ active, over, activatorEvent }: Pick<DragEndEvent, 'active' | 'over' | 'activatorEvent'>) => {
    const { task, column } = heldBy(active)
    const target = statusOf(over) ?? column
    if (hand.current) flyTo(hand.current, () => cardOf(task.id))
    dragging.set(null)
    if (target !== column) setStatus(task, target, activatorEvent instanceof KeyboardEvent)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      // Slow enough to stop at the column one wants, on a phone about one a second.
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
      onDragEnd={letGo}
      onDragCancel={({ active, activatorEvent }) => letGo({ active, activatorEvent, over: null })}
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
      <Hand starter={starter} />
      <DragOverlay dropAnimation={null}>
        <InHand ref={hand} board={board} />
      </DragOverlay>
    </DndContext>
  )
}

const heldBy = (active: Active) => active.data.current as Held
const statusOf = (over: Over | null) => (over?.data.current?.status as Status | undefined) ?? null

/** Takes the card that is pressed, and hands the press on to the library. */
function Hand({ starter }: { starter: RefObject<DragStarter | null> }) {
  const held = useRef<Partial<Held>>({})
  const { setNodeRef, listeners } = useDraggable({ id: 'card', data: held.current })
  useLayoutEffect(() => {
    const names: Record<string, string> = { mousedown: 'onMouseDown', touchstart: 'onTouchStart', keydown: 'onKeyDown' }
    starter.current = (event) => {
      const card = cardPressed(event)
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

/** The card that an event may lift: by the keyboard only at its handle, otherwise anywhere but at its menu. */
function cardPressed({ target, nativeEvent }: SyntheticEvent) {
  if (!(target instanceof Element)) return null
  if (nativeEvent instanceof TouchEvent && nativeEvent.touches.length > 1) return null
  const atHandle = target.closest('[data-drag-handle]') !== null
  const refused = nativeEvent instanceof KeyboardEvent || target.closest('[data-card-action]') !== null
  return refused && !atHandle ? null : target.closest<HTMLElement>('[data-task][data-movable]')
}

function Target({ id, status, find }: { id: string; status: Status; find: () => HTMLElement | null | undefined }) {
  const { setNodeRef } = useDroppable({ id, data: { status } })
  useLayoutEffect(() => setNodeRef(find() ?? null))
  return null
}

/** The lifted card. */
function InHand({ ref, board }: { ref: RefObject<HTMLDivElement | null>; board: RefObject<HTMLElement | null> }) {
  const now = dragging.use()
  const lifted = now !== null
  useEffect(() => {
    board.current?.toggleAttribute('data-dragging', lifted)
  }, [board, lifted])
  return (
    now && (
      <div ref={ref} aria-hidden="true" className="rotate-[1.4deg] cursor-grabbing *:border-transparent *:shadow-float">
        <CardFace task={now.task} column={now.column} />
      </div>
    )
  )
}

/** Under the pointer; for the keyboard, which has none, under the card. */
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
  const column = droppableRects.get(statuses[statuses.indexOf(over) + step] ?? over)
  return column && { x: column.left + (column.width - collisionRect.width) / 2, y: collisionRect.top }
}

/** The column last spoken of: where a card was picked up is not said twice. */
let spokenOf: Status | null = null

const announcements: Announcements = {
  onDragStart({ active }) {
    const { task, column } = heldBy(active)
    spokenOf = column
    return `Picked up ${task.title}. It is in ${statusLabels[column]}.`
  },
  onDragOver({ active, over }) {
    const status = statusOf(over)
    if (status === spokenOf) return
    spokenOf = status
    if (!status) return 'Over no column.'
    return `Over ${statusLabels[status]}${status === heldBy(active).column ? ', where it was' : ''}.`
  },
  onDragEnd({ active, over }) {
    const { task, column } = heldBy(active)
    const status = statusOf(over) ?? column
    return status === column
      ? `${task.title} stays in ${statusLabels[column]}.`
      : `${task.title} was dropped on ${statusLabels[status]}.`
  },
  onDragCancel: ({ active }) => `${heldBy(active).task.title} stays in ${statusLabels[heldBy(active).column]}.`,
}
