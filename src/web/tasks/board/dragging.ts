import type { Status, Task } from '../../../shared/tasks.ts'
import { createStore } from '../../store.ts'

/** A card, as the drag layer takes it. */
export interface Held {
  task: Task
  column: Status
}

/** What each drawn card shows, for the drag layer, which finds a card by what was pressed. */
export const cards = new WeakMap<Element, Held>()

/** The card in somebody's hand. */
export interface Dragging extends Held {
  /** The column it would drop into. */
  over: Status | null
}

export const dragging = createStore<Dragging | null>(null)

export const useIsDragged = (id: number) => dragging.useSelected((now) => now?.task.id === id)
export const useIsTarget = (status: Status) =>
  dragging.useSelected((now) => now?.over === status && now.column !== status)
export const useDraggedFrom = (status: Status) =>
  dragging.useSelected((now) => (now?.column === status ? now.task.id : null))

/** What tells people with a screen reader how to move a card; handles point to it. */
export const DRAG_HELP = 'drag-help'
