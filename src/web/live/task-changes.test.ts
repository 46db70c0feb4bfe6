import { describe, expect, test } from 'vitest'
import { filterValuesOf } from '../../shared/task-filter.ts'
import { type Status, statuses } from '../../shared/task-status.ts'
import type { Board, Task, TaskPage } from '../../shared/tasks.ts'
import {
  changeBoard,
  changeList,
  changeMetrics,
  changesProgress,
  changeTask,
  READ_AGAIN,
  type ReplyState,
  type TaskChange,
} from './task-changes.ts'
import { cursorAfterTask } from './task-cursor.ts'

const DAY = Date.parse('2026-06-15T00:00:00Z')
const at = (minutes: number) => new Date(DAY + minutes * 60_000).toISOString()
/** The reply was made at this minute of the day. */
const READ = 600

const task = (id: number, fields: Partial<Task> = {}): Task => ({
  ...{ id, title: `Task ${id}`, description: null, status: 'pending', priority: 'low', projectId: null },
  ...{ assigneeId: null, creatorId: 'somebody', departmentId: 1, dueDate: null, completedAt: null, tags: [] },
  // A higher id is newer.
  ...{ createdAt: at(id), updatedAt: at(id), deletedAt: null, department: null, assignee: null, project: null },
  ...{ sopId: null, sopPage: null, sopRevision: null, stepsDone: 0, stepsTotal: 0, comments: 0, photos: 0 },
  ...{ kind: 'task', place: null, takenAt: null, routineId: null, occurrenceAt: null, closesAt: null, outcome: null },
  ...{ closedAt: null, isReceived: false, estimateMinutes: null },
  ...fields,
})
const page = (tasks: Task[], total = tasks.length, next: string | null = null): TaskPage => ({ tasks, total, next })
const board = (columns: Partial<Board> = {}): Board => ({
  ...{ pending: page([]), in_progress: page([]), completed: page([]), overdue: page([]) },
  ...columns,
})
const state = (fields: Partial<ReplyState> = {}): ReplyState => ({
  ...{ timeZone: 'UTC', isCounted: false, readAt: DAY + READ * 60_000 },
  ...{ dueBefore: DAY + READ * 60_000, shownBefore: DAY + READ * 60_000 },
  ...fields,
})
/** A change from one state of a task to another; null for a task that is not there, or that the person may not see. */
const change = (before: Task | null, after: Task | null, fields: Partial<TaskChange> = {}): TaskChange =>
  ({
    ...{
      resource: 'tasks',
      id: (after ?? before)?.id ?? 0,
      position: 1,
      floor: 0,
      transaction: 7,
      at: DAY + (READ + 1) * 60_000,
    },
    ...(before && { before: filterValuesOf(before) ?? undefined }),
    ...(after && { after: filterValuesOf(after) ?? undefined }),
    row: after,
    ...fields,
  }) as TaskChange
const fallsDue = (due: Task, fields: Partial<TaskChange> = {}) => change(due, due, { fellDue: true, ...fields })
const later = (before: Task, fields: Partial<Task>) => ({ ...before, updatedAt: at(READ + 1), ...fields })
/** The ids of a page and its total, as "3 2 1 of 5". */
const shown = ({ tasks, total }: TaskPage) => `${tasks.map(({ id }) => id).join(' ')} of ${total}`.trim()
const columns = (reply: Board | typeof READ_AGAIN) =>
  reply === READ_AGAIN ? 'read again' : Object.fromEntries(statuses.map((status) => [status, shown(reply[status])]))
const empty: Record<Status, string> = { pending: 'of 0', in_progress: 'of 0', completed: 'of 0', overdue: 'of 0' }
const many = (count: number, from = 100) => Array.from({ length: count }, (_, index) => task(from + count - index))

describe('the board', () => {
  const [old, young] = [task(1), task(5)]
  const before = board({ pending: page([young, old]) })

  test('takes a new task, at its place', () => {
    const reply = changeBoard(before, change(null, task(3)), {}, state())
    expect(columns(reply)).toEqual({ ...empty, pending: '5 3 1 of 3' })
  })

  test('loses one that is gone or may not be seen any more', () => {
    const reply = changeBoard(before, change(young, null), {}, state())
    expect(columns(reply)).toEqual({ ...empty, pending: '1 of 1' })
  })

  test('moves one between columns', () => {
    const reply = changeBoard(before, change(young, later(young, { status: 'completed' })), {}, state())
    expect(columns(reply)).toEqual({ ...empty, pending: '1 of 1', completed: '5 of 1' })
  })

  test('shows other words of a task without moving it', () => {
    const renamed = later(old, { title: 'Renamed' })
    const reply = changeBoard(before, change(old, renamed), {}, state()) as Board
    expect(columns(reply)).toEqual({ ...empty, pending: '5 1 of 2' })
    expect(reply.pending.tasks[1]).toBe(renamed)
  })

  test('stays the same object when nothing of it changes', () => {
    const foreign = task(9, { priority: 'high' })
    expect(changeBoard(before, change(foreign, foreign), { priority: 'low' }, state())).toBe(before)
    expect(changeBoard(before, change(foreign, null), { priority: 'low' }, state())).toBe(before)
  })

  test('lets a task enter and leave its filter', () => {
    const urgent = later(young, { priority: 'high' })
    expect(columns(changeBoard(before, change(young, urgent), { priority: 'low' }, state()))).toEqual({
      ...empty,
      pending: '1 of 1',
    })
    const high = board({ pending: page([]) })
    expect(columns(changeBoard(high, change(young, urgent), { priority: 'high' }, state()))).toEqual({
      ...empty,
      pending: '5 of 1',
    })
  })

  test('keeps the order of its columns, and moves a task whose place has changed', () => {
    const due = (id: number, dueDate: string | null) => task(id, { dueDate })
    const [soon, late, never] = [due(7, at(READ + 60)), due(3, at(READ + 90)), due(5, null)]
    const sorted = board({ pending: page([soon, late, never]) })
    const query = { sort: 'dueDate' } as const
    const shift = (to: string | null, of = soon) =>
      changeBoard(sorted, change(of, later(of, { dueDate: to })), query, state())
    expect(columns(shift(at(READ + 100)))).toEqual({ ...empty, pending: '3 7 5 of 3' })
    expect(columns(shift(null))).toEqual({ ...empty, pending: '3 5 7 of 3' })
    expect(columns(shift(at(READ + 50), never))).toEqual({ ...empty, pending: '5 7 3 of 3' })
    const urgent = board({ pending: page([task(1, { priority: 'high' }), task(9), task(2)]) })
    const raised = change(task(2), later(task(2), { priority: 'high' }))
    const reply = changeBoard(urgent, raised, { sort: 'priority' }, state())
    expect(columns(reply)).toEqual({ ...empty, pending: '2 1 9 of 3' })
    const dated = Array.from({ length: 30 }, (_, index) => due(index + 10, at(READ + index)))
    const last = dated.at(-1) as Task
    const first = board({ pending: page(dated, 60, cursorAfterTask(last, 'dueDate')) })
    expect(changeBoard(first, change(null, due(8, null)), query, state())).toEqual({
      ...first,
      pending: { ...first.pending, total: 61 },
    })
    expect(changeBoard(first, change(last, later(last, { dueDate: null })), query, state())).toBe(READ_AGAIN)
  })

  test('follows tags, due dates and nobody; on another day than it was read, "today" is read again', () => {
    const tagged = task(3, { tags: ['VIP', 'pool'], dueDate: at(READ + 60) })
    const added = change(null, tagged)
    const shownWith = (filter: object) => columns(changeBoard(before, added, filter, state()))
    expect(shownWith({ tags: ['pool', 'VIP'] })).toMatchObject({ pending: '5 3 1 of 3' })
    expect(shownWith({ tags: ['vip'] })).toMatchObject({ pending: '5 1 of 2' })
    expect(shownWith({ due: 'today', assigneeId: 'none', projectId: 'none' })).toMatchObject({ pending: '5 3 1 of 3' })
    expect(shownWith({ due: 'none' })).toMatchObject({ pending: '5 1 of 2' })
    const overdue = board()
    expect(
      columns(changeBoard(overdue, fallsDue(tagged), { due: 'overdue' }, state({ shownBefore: DAY + 700 * 60_000 }))),
    ).toEqual({ ...empty, overdue: '3 of 1' })
    const tomorrow = { ...added, at: DAY + 25 * 3600_000 }
    expect(changeBoard(before, tomorrow, { due: 'today' }, state())).toBe(READ_AGAIN)
    expect(changeBoard(before, tomorrow, { due: 'none' }, state())).not.toBe(READ_AGAIN)
  })

  test('counts a task that is on no page', () => {
    const full = board({ pending: page(many(50), 80, cursorAfterTask(task(101), 'createdAt')) })
    const moved = later(old, { status: 'in_progress' })
    expect(columns(changeBoard(full, change(old, moved), {}, state()))).toMatchObject({
      pending: `${shown(full.pending).replace('80', '79')}`,
      in_progress: '1 of 1',
    })
  })

  test('does not take what belongs to a page behind the first', () => {
    const full = board({ pending: page(many(50), 80, cursorAfterTask(task(101), 'createdAt')) })
    const reply = changeBoard(full, change(null, old), {}, state()) as Board
    expect(reply.pending).toEqual({ ...full.pending, total: 81 })
  })

  test('is read again when a column no longer ends where the next page begins, or gets too short', () => {
    const tasks = many(50)
    const full = board({ pending: page(tasks, 80, cursorAfterTask(task(101), 'createdAt')) })
    const leaves = (gone: Task | undefined) => changeBoard(full, change(gone as Task, null), {}, state())
    expect(leaves(tasks[10])).not.toBe(READ_AGAIN)
    expect(leaves(tasks[49])).toBe(READ_AGAIN)
    const short = board({ pending: page(many(25), 80, cursorAfterTask(task(101), 'createdAt')) })
    expect(changeBoard(short, change(many(25)[3] as Task, null), {}, state())).toBe(READ_AGAIN)
  })

  test('is read again rather than growing for ever', () => {
    const long = board({ pending: page(many(150)) })
    expect(changeBoard(long, change(null, task(900)), {}, state())).toBe(READ_AGAIN)
  })

  test('counts nothing twice that the reply holds already', () => {
    const moved = later(young, { status: 'completed' })
    const held = board({ pending: page([old]), completed: page([moved]) })
    expect(changeBoard(held, change(young, moved), {}, state({ isCounted: true }))).toEqual(held)
    // Totals and rows are read one after the other: a task may be in one alone.
    const half = board({ pending: page([young, old], 1), completed: page([], 1) })
    expect(changeBoard(half, change(young, moved), {}, state({ isCounted: true }))).toEqual(held)
  })

  test('keeps a row that is newer than the one that comes', () => {
    const newer = later(young, { title: 'Newer', updatedAt: at(READ + 2) })
    const held = board({ pending: page([newer, old]) })
    const reply = changeBoard(held, change(young, later(young, { title: 'Older' })), {}, state({ isCounted: true }))
    expect(reply).toBe(held)
  })

  test('is read again when it does not say what it holds and its totals would change', () => {
    const unknown = state({ isCounted: undefined })
    expect(changeBoard(before, change(null, task(3)), {}, unknown)).toBe(READ_AGAIN)
    expect(changeBoard(before, change(old, later(old, { title: 'Renamed' })), {}, unknown)).not.toBe(READ_AGAIN)
  })

  test('of a search is read again', () => {
    expect(changeBoard(before, change(null, task(3)), { search: 'attic' }, state())).toBe(READ_AGAIN)
  })

  test('of one status follows only that column', () => {
    const one = board({ pending: page([young, old]) })
    const moved = later(young, { status: 'completed' })
    expect(columns(changeBoard(one, change(young, moved), { status: 'pending' }, state()))).toEqual({
      ...empty,
      pending: '1 of 1',
    })
    expect(columns(changeBoard(board(), change(young, moved), { status: 'completed' }, state()))).toEqual({
      ...empty,
      completed: '5 of 1',
    })
  })
})

describe('a task that falls due', () => {
  const due = task(5, { dueDate: at(READ + 5) })
  const before = board({ pending: page([due, task(1)]) })
  const announced = fallsDue(due, { at: DAY + (READ + 6) * 60_000 })
  const now = { shownBefore: DAY + (READ + 6) * 60_000 }

  test('moves to the overdue', () => {
    expect(columns(changeBoard(before, announced, {}, state(now)))).toEqual({
      ...empty,
      pending: '1 of 1',
      overdue: '5 of 1',
    })
  })

  test('stays where it is when the reply counted it as overdue by its own time', () => {
    const held = board({ pending: page([task(1)]), overdue: page([due]) })
    const read = DAY + (READ + 7) * 60_000
    const reply = changeBoard(held, announced, {}, state({ readAt: read, dueBefore: read, shownBefore: read }))
    expect(reply).toEqual(held)
  })

  test('is read again when the reply was made for a time before and has seen more since', () => {
    expect(changeBoard(before, announced, {}, state({ ...now, isCounted: true }))).toBe(READ_AGAIN)
  })

  test('leaves the overdue when it is completed afterwards, by what had been announced', () => {
    const held = board({ pending: page([task(1)]), overdue: page([due]) })
    const done = later(due, { status: 'completed', completedAt: at(READ + 8) })
    const dueBefore = DAY + (READ + 6) * 60_000
    const reply = changeBoard(held, change(due, done), {}, state({ dueBefore, shownBefore: dueBefore }))
    expect(columns(reply)).toEqual({ ...empty, pending: '1 of 1', completed: '5 of 1' })
  })

  test('may be announced after a change that came behind it', () => {
    const done = later(due, { status: 'completed', completedAt: at(READ + 8) })
    const dueBefore = DAY + (READ + 6) * 60_000
    const first = changeBoard(before, change(due, done), {}, state({ dueBefore, shownBefore: dueBefore })) as Board
    const reply = changeBoard(first, { ...announced, row: done }, {}, state(now))
    expect(columns(reply)).toEqual({ ...empty, pending: '1 of 1', completed: '5 of 1' })
  })

  test('is counted by the dashboard', () => {
    const figures = { activeTasks: 4, completedToday: 1, overdueTasks: 1, teamMembers: 3 }
    expect(changeMetrics(figures, announced, {}, state(now))).toEqual({ ...figures, overdueTasks: 2 })
  })
})

describe('a list', () => {
  const tasks = [task(9), task(7), task(5)]
  const whole = page(tasks)
  const list = (reply: TaskPage | typeof READ_AGAIN) => (reply === READ_AGAIN ? 'read again' : shown(reply))

  test('takes, changes and loses tasks, newest first', () => {
    expect(list(changeList(whole, change(null, task(8)), {}, state()))).toBe('9 8 7 5 of 4')
    expect(list(changeList(whole, change(task(7), null), {}, state()))).toBe('9 5 of 2')
    const moved = later(task(7), { status: 'completed' })
    expect(list(changeList(whole, change(task(7), moved), {}, state()))).toBe('9 7 5 of 3')
    expect(list(changeList(whole, change(task(7), moved), { status: 'pending' }, state()))).toBe('9 5 of 2')
  })

  test('with a limit stays as long as it is, and its next page begins behind its last row', () => {
    const reply = changeList(whole, change(null, task(8)), { limit: 3 }, state()) as TaskPage
    expect([shown(reply), reply.next]).toEqual(['9 8 7 of 4', cursorAfterTask(task(7), 'createdAt')])
    const more = page(tasks, 30, cursorAfterTask(task(5), 'createdAt'))
    expect(list(changeList(more, change(null, task(8)), { limit: 3 }, state()))).toBe('9 8 7 of 31')
    // The task that moves up from the next page is not known.
    expect(changeList(more, change(task(7), null), { limit: 3 }, state())).toBe(READ_AGAIN)
  })

  test('of one row is a count', () => {
    const one = page([task(9)], 30, cursorAfterTask(task(9), 'createdAt'))
    expect(list(changeList(one, change(null, task(10)), { limit: 1 }, state()))).toBe('10 of 31')
    expect(list(changeList(one, change(null, task(3)), { limit: 1 }, state()))).toBe('9 of 31')
    expect(list(changeList(one, change(task(3), null), { limit: 1 }, state()))).toBe('9 of 29')
    expect(changeList(one, change(task(9), null), { limit: 1 }, state())).toBe(READ_AGAIN)
    const other = task(10, { departmentId: 2 })
    expect(changeList(one, change(null, other), { limit: 1, departmentId: 1 }, state())).toBe(one)
  })

  test('behind a cursor takes what stands behind it, and nothing before', () => {
    const after = cursorAfterTask(task(12), 'createdAt')
    expect(list(changeList(whole, change(null, task(13)), { after }, state()))).toBe('9 7 5 of 4')
    expect(list(changeList(whole, change(null, task(11)), { after }, state()))).toBe('11 9 7 5 of 4')
  })

  test('behind an offset is read again when rows may have moved', () => {
    const query = { offset: 100, limit: 100 }
    expect(changeList(whole, change(null, task(200)), query, state())).toBe(READ_AGAIN)
    expect(changeList(whole, change(task(200), null), query, state())).toBe(READ_AGAIN)
    const renamed = later(task(7), { title: 'Renamed' })
    expect(list(changeList(whole, change(task(7), renamed), query, state()))).toBe('9 7 5 of 3')
  })

  test('in another order keeps its order while the key stays, and is read again when it does not', () => {
    const renamed = later(task(7), { title: 'Renamed' })
    expect(changeList(whole, change(task(7), renamed), { sort: 'title' }, state())).toBe(READ_AGAIN)
    expect(list(changeList(whole, change(task(7), renamed), { sort: 'priority' }, state()))).toBe('9 7 5 of 3')
    expect(changeList(whole, change(null, task(8)), { sort: 'priority' }, state())).toBe(READ_AGAIN)
    const foreign = task(8, { priority: 'high' })
    expect(changeList(whole, change(null, foreign), { sort: 'title', priority: 'low' }, state())).toBe(whole)
  })

  test('of deleted tasks is read again', () => {
    expect(changeList(whole, change(task(7), null), { deleted: 'true' }, state())).toBe(READ_AGAIN)
  })
})

describe('one task', () => {
  test('follows its own changes alone', () => {
    const renamed = later(task(7), { title: 'Renamed' })
    expect(changeTask(task(7), change(task(7), renamed))).toBe(renamed)
    const other = task(8)
    expect(changeTask(other, change(task(7), renamed))).toBe(other)
  })

  test('keeps a newer row', () => {
    const newer = later(task(7), { updatedAt: at(READ + 5) })
    expect(changeTask(newer, change(task(7), later(task(7), {})))).toBe(newer)
  })

  test('is read again when it is gone, which says so', () => {
    expect(changeTask(task(7), change(task(7), null))).toBe(READ_AGAIN)
  })
})

describe('the figures', () => {
  const figures = { activeTasks: 4, completedToday: 1, overdueTasks: 1, teamMembers: 3 }
  const done = later(task(7), { status: 'completed', completedAt: at(READ + 1) })

  test.each<[string, TaskChange, Partial<typeof figures>]>([
    ['a new task', change(null, task(7)), { activeTasks: 5 }],
    ['a task that is gone', change(task(7), null), { activeTasks: 3 }],
    ['a completed task', change(task(7), done), { activeTasks: 3, completedToday: 2 }],
    ['a task that is taken up again', change(done, task(7)), { activeTasks: 5, completedToday: 0 }],
    ['a completed task that is deleted', change(done, null), { completedToday: 0 }],
    ['one completed another day', change(null, { ...done, completedAt: at(-1) }), {}],
    ['a task that is overdue', change(null, task(7, { dueDate: at(READ - 5) })), { activeTasks: 5, overdueTasks: 2 }],
    ['a task of another department', change(null, task(7, { departmentId: 2 })), {}],
    ['one that goes to another department', change(task(7), task(7, { departmentId: 2 })), { activeTasks: 3 }],
  ])('follow %s', (_, made, changed) => {
    expect(changeMetrics(figures, made, { departmentId: 1 }, state())).toEqual({ ...figures, ...changed })
    expect(changeMetrics(figures, made, { departmentId: 1 }, state({ isCounted: true }))).toBe(figures)
  })

  test('are read again on another day', () => {
    const tomorrow = change(null, task(7), { at: DAY + 25 * 3_600_000 })
    expect(changeMetrics(figures, tomorrow, {}, state())).toBe(READ_AGAIN)
  })
})

test("a project's progress changes with its tasks, and with whether they are completed", () => {
  const projects = [{ id: 4 }] as never
  const inside = task(1, { projectId: 4 })
  expect(changesProgress(projects, change(null, inside))).toBe(true)
  expect(changesProgress(projects, change(inside, later(inside, { status: 'completed' })))).toBe(true)
  expect(changesProgress(projects, change(inside, later(inside, { status: 'in_progress' })))).toBe(false)
  expect(changesProgress(projects, change(null, task(1, { projectId: 5 })))).toBe(false)
})
