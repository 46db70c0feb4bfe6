import type { Task } from './tasks.ts'

/** The cursors of lists in the order of creation, newest first, as the server gives them (`features/tasks/orders.ts`). */

// Browsers and Node both have these.
declare function btoa(text: string): string
declare function atob(text: string): string

/** What decides a task's place in the order of creation. */
export type Position = Pick<Task, 'createdAt' | 'id'>

/** Whether a task comes after another one, newest first. */
export const isBehind = (task: Position, other: Position) =>
  task.createdAt < other.createdAt || (task.createdAt === other.createdAt && task.id < other.id)

/** The cursor of the page that begins after this task. */
export const cursorAfter = ({ createdAt, id }: Position): string =>
  btoa(JSON.stringify(['createdAt', 'desc', createdAt, id]))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The task after which a page begins. Throws for what is no cursor. */
export function positionOf(cursor: string): Position {
  const [, , createdAt, id] = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
  return { createdAt: new Date(createdAt).toISOString(), id }
}
