import { type BoardSort, boardOrders } from '../../shared/task-query.ts'
import type { Priority } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'

/** Tasks' places in the board's orders, and cursors of lists, as on the server (`features/tasks/orders.ts`). */

// Browsers and Node both have these.
declare function btoa(text: string): string
declare function atob(text: string): string

/** A task's facts by which the board's orders place it. */
export type Placed = Pick<Task, 'id' | 'createdAt' | 'dueDate' | 'priority'>

/** A place in an order: the key by which it sorts, then the id. */
export interface Position {
  key: string | number
  id: number
}

const priorityWeights: Record<Priority, number> = { low: 1, medium: 2, high: 3 }
/** Tasks without a due date come after all others, as `due_or_never` has it. */
const NEVER = 'infinity'
const keyOf: Record<BoardSort, (task: Placed) => string | number> = {
  createdAt: ({ createdAt }) => createdAt,
  dueDate: ({ dueDate }) => dueDate ?? NEVER,
  priority: ({ priority }) => priorityWeights[priority],
}

/** The place of a task in this order. */
export const placeOf = (task: Placed, sort: BoardSort): Position => ({ key: keyOf[sort](task), id: task.id })

/** Whether a task comes after this place. */
export function isBehind(task: Placed, place: Position, sort: BoardSort): boolean {
  const { key, id } = placeOf(task, sort)
  const isAfter = key === place.key ? id > place.id : key > place.key
  return boardOrders[sort] === 'asc' ? isAfter : !isAfter && (key !== place.key || id !== place.id)
}

/** Whether a task comes after another one. */
export const isBehindTask = (task: Placed, other: Placed, sort: BoardSort): boolean =>
  isBehind(task, placeOf(other, sort), sort)

/** The cursor of the page that begins after this task. */
export function cursorAfterTask(task: Placed, sort: BoardSort): string {
  const { key, id } = placeOf(task, sort)
  return btoa(JSON.stringify([sort, boardOrders[sort], key, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The place after which a page begins. Throws for an invalid cursor. */
export function positionOf(cursor: string): Position {
  const [, , key, id] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
  return { key: typeof key === 'number' || key === NEVER ? key : new Date(key).toISOString(), id }
}
