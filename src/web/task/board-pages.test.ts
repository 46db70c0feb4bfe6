import { expect, test } from 'vitest'
import type { Task, TaskPage } from '../../shared/tasks.ts'
import { type Assembly, assemble, type PageStart } from './board-pages.ts'

const PAGE = 3

/** A column on the server: tasks by number, the newest (highest) first. */
const task = (id: number) => ({ id, createdAt: `2026-11-01T00:00:${String(id).padStart(2, '0')}.000Z` }) as Task
const column = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
const pageOf = (ids: number[], below = Number.POSITIVE_INFINITY): TaskPage => {
  const rest = ids.filter((id) => id < below)
  const tasks = rest.slice(0, PAGE).map(task)
  return { tasks, total: ids.length, next: rest.length > PAGE ? String(tasks.at(-1)?.id) : null }
}
const ids = ({ tasks }: Assembly) => tasks.map(({ id }) => id)

/** A person who scrolls through a column, while others change it. */
function openColumn(server: number[]) {
  const cache = new Map<string, TaskPage>()
  let starts: PageStart[] = []
  let first = pageOf(server)
  let calls = 0
  let assembly = assemble(first, starts, (start) => cache.get(start.cursor), [])
  const refresh = () => {
    assembly = assemble(first, starts, (start) => cache.get(start.cursor), assembly.tasks)
    starts = assembly.parts.map(({ start }) => start)
    return assembly
  }
  const read = ({ cursor }: PageStart) => {
    calls += 1
    cache.set(cursor, pageOf(server, Number(cursor)))
  }
  return {
    scroll() {
      if (assembly.next) starts = [...starts, assembly.next]
      refresh()
      for (const { start, loaded } of assembly.parts) if (!loaded) read(start)
      return refresh()
    },
    change(now: number[]) {
      server = now
      first = pageOf(server)
      return refresh()
    },
    scrollTo(position: number) {
      for (const { start, from, to } of assembly.parts) if (from <= position && position < to) read(start)
      return refresh()
    },
    calls: () => calls,
    pages: () => starts.length,
  }
}

test('pages follow each other to the end', () => {
  const view = openColumn(column(8, 1))
  expect(ids(view.scroll())).toEqual([8, 7, 6, 5, 4, 3])
  const whole = view.scroll()
  expect(ids(whole)).toEqual(column(8, 1))
  expect(whole.next).toBeNull()
})

test('tasks added on top cost no call, and none is lost', () => {
  const view = openColumn(column(12, 1))
  view.scroll()
  view.scroll()
  const calls = view.calls()
  for (let top = 13; top <= 17; top++) expect(ids(view.change(column(top, 1)))).toEqual(column(top, 4))
  expect(view.calls()).toBe(calls)
  expect(view.pages()).toBeLessThanOrEqual(3)
})

test('the page in a gap is read when somebody scrolls there', () => {
  const view = openColumn(column(12, 1))
  view.scroll()
  view.change(column(13, 1))
  expect(ids(view.scrollTo(3))).toEqual(column(13, 7))
  expect(view.pages()).toBe(2)
})

test('removed tasks make pages overlap, and no task is shown twice', () => {
  const view = openColumn(column(12, 1))
  view.scroll()
  view.scroll()
  expect(ids(view.change(column(12, 1).filter((id) => id !== 11)))).toEqual([12, 10, 9, 8, 7, 6, 5, 4])
})

test('a page whose tasks are all on other pages is dropped', () => {
  const view = openColumn(column(12, 1))
  view.scroll()
  view.scroll()
  expect(view.pages()).toBe(2)
  expect(ids(view.change(column(9, 1)))).toEqual(column(9, 4))
  expect(view.pages()).toBe(1)
})

test('a column that has shrunk to its first page ends there', () => {
  const view = openColumn(column(12, 1))
  view.scroll()
  const seen = view.change([12, 3])
  expect(ids(seen)).toEqual([12, 3])
  expect(seen.next).toBeNull()
  expect(view.pages()).toBe(0)
})

test('a page that became wrong while it was loading is replaced', () => {
  const first = pageOf(column(8, 1))
  const start = { cursor: '6', after: task(6) }
  const seen = assemble(pageOf(column(9, 1)), [start], () => undefined, first.tasks)
  expect(seen.parts.map((part) => part.start.cursor)).toEqual(['7'])
  expect(seen.next).toBeNull()
})

test('a task that has moved within its order is shown once', () => {
  const at = (id: number, dueDate: string) => ({ ...task(id), dueDate }) as Task
  const first: TaskPage = { tasks: [at(2, '2026-11-01'), at(3, '2026-11-02')], total: 4, next: 'next' }
  const start = { cursor: 'next', after: at(3, '2026-11-02') }
  // Task 2 stood here before it became due sooner, and this page has not been read again.
  const old: TaskPage = { tasks: [at(2, '2026-11-03'), at(1, '2026-11-04')], total: 4, next: null }
  const seen = assemble(first, [start], () => old, [], 'dueDate')
  expect(ids(seen)).toEqual([2, 3, 1])
})
