import type { BoardSort } from '../../shared/task-query.ts'
import type { Task, TaskPage } from '../../shared/tasks.ts'
import { isBehindTask, type Placed } from '../live/task-cursor.ts'

/** Where a page of a column begins: at this cursor, after this task. */
export interface PageStart {
  cursor: string
  after: Placed
}

/** The rows of a column that come from one page: `from` up to, not including, `to`. */
export interface PageSlice {
  start: PageStart
  from: number
  to: number
  loaded: boolean
}

export interface Assembly {
  tasks: Task[]
  parts: PageSlice[]
  /** Where the next page begins. Null at the end of the column, and while that page is loading. */
  next: PageStart | null
}

/**
 * Assembles a column from its first tasks, which the board sends anew after each change, and the pages that were read
 * before. Each page starts at a cursor, which stays valid after any change. So a change costs one call, however far
 * down somebody has scrolled, and the rows in view do not move.
 *
 * When tasks were removed, pages overlap. A task on two pages is shown once. A page whose tasks are all on other pages
 * is dropped. When tasks were added, there is a gap between two pages, and a new page fills it. Until somebody scrolls
 * there and the page is read, the gap shows `before`, the rows shown until now.
 */
export function assemble(
  first: TaskPage,
  starts: readonly PageStart[],
  pageAt: (start: PageStart) => TaskPage | undefined,
  before: readonly Task[],
  sort: BoardSort = 'createdAt',
): Assembly {
  const isBelow = (task: Placed, other: Placed) => isBehindTask(task, other, sort)
  const tasks = [...first.tasks]
  // A task whose due date or priority has changed may still stand on an old page, too.
  const shown = new Set(tasks.map(({ id }) => id))
  const parts: PageSlice[] = []
  let end: Placed | undefined = tasks.at(-1)
  let cursor = first.next

  const append = (more: readonly Task[]) => {
    for (const task of more) {
      if (end && !isBelow(task, end)) continue
      end = task
      if (shown.has(task.id)) continue
      shown.add(task.id)
      tasks.push(task)
    }
  }

  const add = (start: PageStart, following: PageStart | undefined) => {
    const from = tasks.length
    const page = pageAt(start)
    if (page) {
      append(page.tasks)
      if (tasks.length > from || page.tasks.length === 0) cursor = page.next
    } else if (following) {
      append(before.filter((task) => !isBelow(task, following.after)))
      end = following.after
      cursor = following.cursor
    }
    parts.push({ start, from, to: tasks.length, loaded: page !== undefined })
  }

  for (const [index, start] of starts.entries()) {
    if (cursor === null || !end) break
    const following = starts[index + 1]
    if (following && !isBelow(following.after, end)) continue
    if (!isBelow(start.after, end)) {
      add(start, following)
      continue
    }
    const gap = { cursor, after: end }
    if (pageAt(start)) {
      add(gap, start)
      add(start, following)
    } else add(gap, following)
  }

  const isLoading = parts.at(-1)?.loaded === false
  return { tasks, parts, next: cursor !== null && end && !isLoading ? { cursor, after: end } : null }
}

/** The index at which a task belongs in a column. */
export function positionIn(tasks: readonly Task[], task: Placed, sort: BoardSort = 'createdAt') {
  const index = tasks.findIndex((other) => isBehindTask(other, task, sort))
  return index === -1 ? tasks.length : index
}
