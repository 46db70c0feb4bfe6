import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { createStore } from '../../store.ts'

/** The content of a card: the drag layer reads it from `cards`. */
export interface Dragged {
  task: Task
  column: Status
}

/** The content of each drawn card. The drag layer finds the card by the element that was pressed. */
export const cards = new WeakMap<Element, Dragged>()

/** The card that is being dragged. */
export interface Dragging extends Dragged {
  /** The column in which it would be dropped now. */
  over: Status | null
}

export const dragging = createStore<Dragging | null>(null)

/** Whether this task's card is being dragged. */
export const useIsDragged = (id: number) => dragging.useSelected((now) => now?.task.id === id)
/** Whether a card from another column would be dropped in this one. */
export const useIsTarget = (status: Status) =>
  dragging.useSelected((now) => now?.over === status && now.column !== status)
/** The id of the task that is dragged out of this column. */
export const useDraggedFrom = (status: Status) =>
  dragging.useSelected((now) => (now?.column === status ? now.task.id : null))

/** The id of the text that explains to users of a screen reader how to move a card. */
export const DRAG_HELP = 'drag-help'
