import type { Task, TaskPage } from '../../../shared/tasks.ts'

/** Where a task stands in a column, newest first; it never changes. */
type Position = Pick<Task, 'createdAt' | 'id'>

/** Where a page of a column begins: at this cursor, behind this task. */
export interface PageStart {
  cursor: string
  after: Position
}

/** The rows `from` up to, not including, `to` that a page gave to a column. */
export interface PageSlice {
  start: PageStart
  from: number
  to: number
  loaded: boolean
}

export interface Assembly {
  tasks: Task[]
  parts: PageSlice[]
  /** Where the next page begins; null at the end of the column, and while that page is still awaited. */
  next: PageStart | null
}

export const isBehind = (task: Position, other: Position) =>
  task.createdAt < other.createdAt || (task.createdAt === other.createdAt && task.id < other.id)

/**
 * Puts a column together: its newest tasks, as the board gives them anew after each change, then the pages read before, each
 * from a cursor that stays good whatever comes and goes. So a change costs one call, however far down somebody has
 * scrolled, and nothing moves under their eyes.
 *
 * Pages may come to overlap (tasks have gone: what is there twice is shown once, a page all of whose tasks are in its
 * neighbours is dropped) or to lie apart (tasks have come: a page is set into the gap). `before`, the rows shown until now, fill
 * the place of such a page until somebody looks there and it is read.
 */
export function assemble(
  first: TaskPage,
  starts: readonly PageStart[],
  pageAt: (start: PageStart) => TaskPage | undefined,
  before: readonly Task[],
): Assembly {
  const tasks = [...first.tasks]
  const parts: PageSlice[] = []
  let end: Position | undefined = tasks.at(-1)
  let cursor = first.next

  const append = (more: readonly Task[]) => {
    for (const task of more) {
      if (end && !isBehind(task, end)) continue
      tasks.push(task)
      end = task
    }
  }

  const add = (start: PageStart, following: PageStart | undefined) => {
    const from = tasks.length
    const page = pageAt(start)
    if (page) {
      append(page.tasks)
      if (tasks.length > from || page.tasks.length === 0) cursor = page.next
    } else if (following) {
      append(before.filter((task) => !isBehind(task, following.after)))
      end = following.after
      cursor = following.cursor
    }
    parts.push({ start, from, to: tasks.length, loaded: page !== undefined })
  }

  for (const [index, start] of starts.entries()) {
    if (cursor === null || !end) break
    const following = starts[index + 1]
    if (following && !isBehind(following.after, end)) continue
    if (!isBehind(start.after, end)) {
      add(start, following)
      continue
    }
    const gap = { cursor, after: end }
    if (pageAt(start)) {
      add(gap, start)
      add(start, following)
    } else add(gap, following)
  }

  const awaited = parts.at(-1)?.loaded === false
  return { tasks, parts, next: cursor !== null && end && !awaited ? { cursor, after: end } : null }
}

/** The place in a column, newest first, where a task belongs. */
export function positionIn(tasks: readonly Task[], task: Position) {
  const index = tasks.findIndex((other) => isBehind(other, task))
  return index === -1 ? tasks.length : index
}
