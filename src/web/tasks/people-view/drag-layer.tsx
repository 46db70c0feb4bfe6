import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  pointerWithin,
  useDroppable,
} from '@dnd-kit/core'
import type { I18n } from '@lingui/core'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { Lane } from '../../../shared/people-view.ts'
import { may } from '../../../shared/permissions.ts'
import { useViewer } from '../../api/viewer.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useI18n } from '../../language.ts'
import { cardOf } from '../../task/reveal.ts'
import { DragSource, type DragStarter, isTouch, useDragSensors } from '../board/drag-source.tsx'
import { DraggedCard } from '../board/dragged-card.tsx'
import { cards, type Dragged, dragging } from '../board/dragging.ts'
import { flyTo } from '../board/fly.ts'
import { assign } from './assign.ts'
import { laneUnder } from './dragging.ts'
import { keyOfLane, laneOf } from './lanes.ts'

/** Dragging of cards from lane to lane, in a layer beside them. The lanes are the only targets. */
export function PeopleDragLayer({
  board,
  starter,
  lanes,
}: {
  board: RefObject<HTMLElement | null>
  starter: RefObject<DragStarter | null>
  lanes: readonly Lane[]
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const overlay = useRef<HTMLDivElement>(null)
  const targets = useMemo(() => lanes.filter(({ person }) => person?.isActive !== false), [lanes])
  const announcements = useMemo(() => announcementsIn(i18n, targets), [i18n, targets])
  const sensors = useDragSensors((event, args) => toNextLane(event, args, board.current))

  const drop = ({ active, over, activatorEvent }: Pick<DragEndEvent, 'active' | 'over' | 'activatorEvent'>) => {
    const { task } = draggedBy(active)
    const target = targets.find((lane) => keyOfLane(lane) === over?.id)
    if (overlay.current) flyTo(overlay.current, () => cardOf(task.id))
    dragging.set(null)
    laneUnder.set(null)
    if (target) void assign(task, target.person, activatorEvent instanceof KeyboardEvent)
  }
  const hold = (card: HTMLElement) => {
    const dragged = cards.get(card)
    return dragged && !dragging.get() && may(viewer, 'task:update', dragged.task) ? dragged : undefined
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={laneUnderPointer}
      autoScroll={{ threshold: { x: 0, y: 0.12 }, acceleration: 8, interval: 8 }}
      accessibility={{ announcements, restoreFocus: false, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active, activatorEvent }) => {
        const dragged = draggedBy(active)
        keyboardLane = laneOf(dragged.task)
        dragging.set({ ...dragged, over: null })
        if (isTouch(activatorEvent)) navigator.vibrate?.(10)
      }}
      onDragOver={({ active, over }) => {
        const isOwn = over?.id === laneOf(draggedBy(active).task)
        laneUnder.set(over && !isOwn ? String(over.id) : null)
      }}
      onDragEnd={drop}
      onDragCancel={({ active, activatorEvent }) => drop({ active, activatorEvent, over: null })}
    >
      {targets.map((lane) => (
        <Target key={keyOfLane(lane)} id={keyOfLane(lane)} board={board} />
      ))}
      <DragSource starter={starter} heldBy={hold} />
      <DragOverlay dropAnimation={null}>
        <DraggedCard ref={overlay} board={board} className="max-w-72" />
      </DragOverlay>
    </DndContext>
  )
}

const draggedBy = (active: Active) => active.data.current as Dragged
const elementOf = (board: HTMLElement | null, key: string) => board?.querySelector<HTMLElement>(`[data-lane="${key}"]`)

/** A lane in which a card can be dropped. */
function Target({ id, board }: { id: string; board: RefObject<HTMLElement | null> }) {
  const { setNodeRef } = useDroppable({ id })
  useLayoutEffect(() => setNodeRef(elementOf(board.current, id) ?? null))
  return null
}

/** The lane that the arrow keys have led to. */
let keyboardLane: string | null = null

/** The lane under the pointer. For the keyboard, which has no pointer: the one that the keys have led to. */
const laneUnderPointer: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args)
  const lane = args.droppableContainers.find(({ id }) => id === keyboardLane)
  return lane ? [{ id: lane.id }] : []
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Leads to the next lane in the order of the screen, and brings it into view. */
function toNextLane(
  event: KeyboardEvent,
  { context }: Parameters<KeyboardCoordinateGetter>[1],
  board: HTMLElement | null,
) {
  const step = steps[event.code]
  const { collisionRect, droppableContainers } = context
  if (step === undefined || !collisionRect || !board) return
  event.preventDefault()
  const isTarget = (key: string | undefined) => key !== undefined && droppableContainers.get(key) !== undefined
  const keys = [...board.querySelectorAll<HTMLElement>('[data-lane]')]
    .map(({ dataset }) => dataset.lane)
    .filter(isTarget)
  const next = keys[keys.indexOf(keyboardLane ?? undefined) + step] ?? keyboardLane
  const lane = next && elementOf(board, next)
  if (!lane) return
  keyboardLane = next
  lane.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top } = lane.getBoundingClientRect()
  return { x: left + 24, y: Math.max(0, top) + 24 }
}

const announcementsIn = (i18n: I18n, targets: readonly Lane[]): Announcements => {
  /** The lane announced last. The lane in which a card is picked up is not announced twice. */
  let announced: string | null = null
  const nameOf = (key: string) => {
    const person = targets.find((lane) => keyOfLane(lane) === key)?.person
    return person ? fullName(person) : i18n.t('Unassigned')
  }
  const stays = ({ task }: Dragged) =>
    i18n.t('{title} stays in the lane {lane}.', { title: task.title, lane: nameOf(laneOf(task)) })
  return {
    onDragStart({ active }) {
      const { task } = draggedBy(active)
      announced = laneOf(task)
      return i18n.t('Picked up {title}. It is in the lane {lane}.', { title: task.title, lane: nameOf(announced) })
    },
    onDragOver({ active, over }) {
      const key = over && String(over.id)
      if (key === announced) return
      announced = key
      if (!key) return i18n.t('Over no lane.')
      return key === laneOf(draggedBy(active).task)
        ? i18n.t('Over the lane {lane}, where it was.', { lane: nameOf(key) })
        : i18n.t('Over the lane {lane}.', { lane: nameOf(key) })
    },
    onDragEnd({ active, over }) {
      const dragged = draggedBy(active)
      const key = over && String(over.id)
      if (!key || key === laneOf(dragged.task)) return stays(dragged)
      return i18n.t('{title} was dropped on the lane {lane}.', { title: dragged.task.title, lane: nameOf(key) })
    },
    onDragCancel: ({ active }) => stays(draggedBy(active)),
  }
}
