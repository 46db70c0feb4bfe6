import { expect, test } from 'vitest'
import type { Task, TaskPage } from '../../../shared/tasks.ts'
import { type Assembly, assemble, type PageStart } from './pages.ts'

const PAGE = 3

/** A column as the server has it: tasks by number, newest (highest) first. */
const task = (id: number) => ({ id, createdAt: `2026-11-01T00:00:${String(id).padStart(2, '0')}.000Z` }) as Task
const column = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
const pageOf = (ids: number[], below = Number.POSITIVE_INFINITY): TaskPage => {
  const rest = ids.filter((id) => id < below)
  const tasks = rest.slice(0, PAGE).map(task)
  return { tasks, total: ids.length, next: rest.length > PAGE ? String(tasks.at(-1)?.id) : null }
}
const ids = ({ tasks }: Assembly) => tasks.map(({ id }) => id)

/** A person at a column: what they have read, and what they see after each deed of theirs or of others. */
function visitor(server: number[]) {
  const cache = new Map<string, TaskPage>()
  let starts: PageStart[] = []
  let first = pageOf(server)
  let calls = 0
  let seen = assemble(first, starts, (start) => cache.get(start.cursor), [])
  const look = () => {
    seen = assemble(first, starts, (start) => cache.get(start.cursor), seen.tasks)
    starts = seen.parts.map(({ start }) => start)
    return seen
  }
  const read = ({ cursor }: PageStart) => {
    calls += 1
    cache.set(cursor, pageOf(server, Number(cursor)))
  }
  return {
    scroll() {
      if (seen.next) starts = [...starts, seen.next]
      look()
      for (const { start, loaded } of seen.parts) if (!loaded) read(start)
      return look()
    },
    change(now: number[]) {
      server = now
      first = pageOf(server)
      return look()
    },
    lookAt(position: number) {
      for (const { start, from, to } of seen.parts) if (from <= position && position < to) read(start)
      return look()
    },
    calls: () => calls,
    pages: () => starts.length,
  }
}

test('pages follow one another to the end', () => {
  const visit = visitor(column(8, 1))
  expect(ids(visit.scroll())).toEqual([8, 7, 6, 5, 4, 3])
  const whole = visit.scroll()
  expect(ids(whole)).toEqual(column(8, 1))
  expect(whole.next).toBeNull()
})

test('tasks that come on top cost no call and lose nothing', () => {
  const visit = visitor(column(12, 1))
  visit.scroll()
  visit.scroll()
  const calls = visit.calls()
  for (let top = 13; top <= 17; top++) expect(ids(visit.change(column(top, 1)))).toEqual(column(top, 4))
  expect(visit.calls()).toBe(calls)
  expect(visit.pages()).toBeLessThanOrEqual(3)
})

test('the page set into a gap is read when somebody looks there', () => {
  const visit = visitor(column(12, 1))
  visit.scroll()
  visit.change(column(13, 1))
  expect(ids(visit.lookAt(3))).toEqual(column(13, 7))
  expect(visit.pages()).toBe(2)
})

test('tasks that go make pages overlap; nothing is shown twice', () => {
  const visit = visitor(column(12, 1))
  visit.scroll()
  visit.scroll()
  expect(ids(visit.change(column(12, 1).filter((id) => id !== 11)))).toEqual([12, 10, 9, 8, 7, 6, 5, 4])
})

test('a page whose tasks are all in its neighbours is dropped', () => {
  const visit = visitor(column(12, 1))
  visit.scroll()
  visit.scroll()
  expect(visit.pages()).toBe(2)
  expect(ids(visit.change(column(9, 1)))).toEqual(column(9, 4))
  expect(visit.pages()).toBe(1)
})

test('a column that has shrunk to its first page ends there', () => {
  const visit = visitor(column(12, 1))
  visit.scroll()
  const seen = visit.change([12, 3])
  expect(ids(seen)).toEqual([12, 3])
  expect(seen.next).toBeNull()
  expect(visit.pages()).toBe(0)
})

test('an awaited page that has become wrong is replaced', () => {
  const first = pageOf(column(8, 1))
  const start = { cursor: '6', after: task(6) }
  const seen = assemble(pageOf(column(9, 1)), [start], () => undefined, first.tasks)
  expect(seen.parts.map((part) => part.start.cursor)).toEqual(['7'])
  expect(seen.next).toBeNull()
})
