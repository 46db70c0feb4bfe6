import { describe, expect, test } from 'vitest'
import { filterValuesOf } from '../../shared/task-filter.ts'
import type { Task } from '../../shared/tasks.ts'
import { type TaskSection, TODAY_ITEMS, type Today } from '../../shared/today.ts'
import type { ReplyContext } from './row-changes.ts'
import { READ_AGAIN, type ReplyState, type TaskChange } from './task-changes.ts'
import { changeDue, changeToday } from './today-changes.ts'

const NOON = Date.parse('2026-06-15T12:00:00Z')
const HOUR = 3_600_000
/** A time some hours after noon. */
const at = (hours: number) => new Date(NOON + hours * HOUR).toISOString()
const [ME, COLLEAGUE] = ['me', 'colleague']

const task = (id: number, fields: Partial<Task> = {}): Task => ({
  ...{ id, title: `Task ${id}`, description: null, status: 'pending', priority: 'low', projectId: null },
  ...{ assigneeId: ME, creatorId: 'somebody', departmentId: 1, dueDate: null, completedAt: null, tags: [] },
  ...{ createdAt: at(-9), updatedAt: at(-9), deletedAt: null, department: null, assignee: null, project: null },
  ...{ sopId: null, sopPage: null, sopRevision: null, stepsDone: 0, stepsTotal: 0, comments: 0, photos: 0 },
  ...{ kind: 'task', place: null, takenAt: null, routineId: null, occurrenceAt: null, closesAt: null, outcome: null },
  ...{ closedAt: null, isReceived: false, estimateMinutes: null },
  ...fields,
})
const section = (tasks: Task[], total = tasks.length): TaskSection => ({ tasks, total })
const noItems = { items: [], total: 0 }
const today = (sections: Partial<Today> = {}): Today => ({
  ...{ dayEnds: at(12), now: section([]), problems: section([]), overdue: section([]), dueToday: section([]) },
  ...{ received: section([]), open: section([]), procedures: null, urgentMessages: [] },
  ...{ handedOver: noItems, asked: noItems, offered: noItems },
  unassigned: { ...section([]), department: { id: 1, name: 'Housekeeping' } },
  ...sections,
})
const state = (fields: Partial<ReplyState> = {}): ReplyState & ReplyContext => ({
  ...{ timeZone: 'UTC', isCounted: false, readAt: NOON, dueBefore: NOON, shownBefore: NOON },
  ...{ viewerId: ME, param: undefined },
  ...fields,
})
const change = (before: Task | null, after: Task | null, fields: Partial<TaskChange> = {}): TaskChange =>
  ({
    ...{ resource: 'tasks', id: (after ?? before)?.id ?? 0, position: 1, floor: 0, transaction: 7, at: NOON },
    ...(before && { before: filterValuesOf(before) ?? undefined }),
    ...(after && { after: filterValuesOf(after) ?? undefined }),
    row: after,
    ...fields,
  }) as TaskChange
const later = (before: Task, fields: Partial<Task>) => ({ ...before, updatedAt: at(0), ...fields })
/** The sections that have something, each with its ids and its total, as "3 2 of 5". */
const shown = (reply: Today | typeof READ_AGAIN) => {
  if (reply === READ_AGAIN) return 'read again'
  const { now, received, problems, overdue, dueToday, open, unassigned } = reply
  const all = Object.entries({ now, received, problems, overdue, dueToday, open, unassigned }).flatMap(
    ([name, content]) =>
      content && content.total > 0
        ? [[name, `${content.tasks.map(({ id }) => id).join(' ')} of ${content.total}`]]
        : [],
  )
  return Object.fromEntries(all)
}
const many = Array.from({ length: TODAY_ITEMS }, (_, index) => task(10 + index, { dueDate: at(1 + index) }))

describe('Today', () => {
  test.each<[string, Partial<Task>, object]>([
    ['due today', { dueDate: at(3) }, { dueToday: '1 of 1' }],
    ['overdue', { dueDate: at(-3) }, { overdue: '1 of 1' }],
    ['marked as overdue', { status: 'overdue' }, { overdue: '1 of 1' }],
    ['from a handover', { isReceived: true, dueDate: at(-3) }, { received: '1 of 1' }],
    ['due at the day’s end', { dueDate: at(12) }, { open: '1 of 1' }],
    ['without a due date', {}, { open: '1 of 1' }],
    ['that nobody has', { assigneeId: null, dueDate: at(-3) }, { unassigned: '1 of 1' }],
    ['that nobody of another department has', { assigneeId: null, departmentId: 2 }, {}],
    ['of a colleague', { assigneeId: COLLEAGUE }, {}],
    ['that is done', { status: 'completed' }, {}],
  ])('takes a task %s to its section', (_name, fields, expected) => {
    const before = today()
    const reply = changeToday(before, change(null, task(1, fields)), {}, state())
    expect(shown(reply)).toEqual(expected)
    if (Object.keys(expected).length === 0) expect(reply).toBe(before)
  })

  test('keeps problems that nobody has apart, those that cannot wait in front, then the oldest', () => {
    const problem = { assigneeId: null, kind: 'problem' } as const
    const leak = task(1, { ...problem, createdAt: at(-2) })
    const before = today({ problems: section([leak]), unassigned: { ...section([]), department: null } })
    const newer = changeToday(before, change(null, task(2, { ...problem, createdAt: at(-1) })), {}, state()) as Today
    expect(shown(newer)).toEqual({ problems: '1 2 of 2' })
    const urgent = task(3, { ...problem, priority: 'high', createdAt: at(0) })
    expect(shown(changeToday(newer, change(null, urgent), {}, state()))).toEqual({ problems: '3 1 2 of 3' })
    const taken = changeToday(newer, change(leak, later(leak, { assigneeId: ME })), {}, state())
    expect(shown(taken)).toEqual({ now: '1 of 1', problems: '2 of 1' })
  })

  test('takes up what is begun, whenever it is due', () => {
    const late = task(1, { dueDate: at(-3) })
    const begun = changeToday(
      today({ overdue: section([late]) }),
      change(late, later(late, { status: 'in_progress' })),
      {},
      state(),
    )
    expect(shown(begun)).toEqual({ now: '1 of 1' })
  })

  test('shows what nobody has of all departments, or of none', () => {
    const free = task(1, { assigneeId: null, departmentId: 2 })
    const all = today({ unassigned: { ...section([]), department: null } })
    expect(shown(changeToday(all, change(null, free), {}, state()))).toEqual({ unassigned: '1 of 1' })
    const none = today({ unassigned: null })
    expect(changeToday(none, change(null, free), {}, state())).toBe(none)
  })

  test('moves a task that is taken, is finished, or goes', () => {
    const free = task(1, { assigneeId: null, dueDate: at(3) })
    const mine = later(free, { assigneeId: ME })
    const taken = changeToday(
      today({ unassigned: { ...section([free]), department: null } }),
      change(free, mine),
      {},
      state(),
    ) as Today
    expect(shown(taken)).toEqual({ dueToday: '1 of 1' })
    expect(shown(changeToday(taken, change(mine, later(mine, { status: 'completed' })), {}, state()))).toEqual({})
    expect(shown(changeToday(taken, change(mine, null), {}, state()))).toEqual({})
  })

  test('stays in the order of due dates, then ids, and shows the first', () => {
    const before = today({ dueToday: section(many, 9) })
    const first = changeToday(before, change(null, task(1, { dueDate: at(1) })), {}, state())
    expect(shown(first)).toEqual({ dueToday: '1 10 11 12 13 14 of 10' })
    const last = changeToday(before, change(null, task(1, { dueDate: at(9) })), {}, state())
    expect(shown(last)).toEqual({ dueToday: '10 11 12 13 14 15 of 10' })
  })

  test('is read again when a task from behind moves up', () => {
    const [first] = many as [Task]
    const before = today({ dueToday: section(many, 9) })
    const done = change(first, later(first, { status: 'completed' }))
    expect(changeToday(before, done, {}, state())).toBe(READ_AGAIN)
    const postponed = change(first, later(first, { dueDate: at(11) }))
    expect(changeToday(before, postponed, {}, state())).toBe(READ_AGAIN)
  })

  test('counts nothing twice, and keeps the newer of two rows', () => {
    const mine = task(1, { dueDate: at(3) })
    const before = today({ dueToday: section([mine]) })
    expect(shown(changeToday(before, change(null, mine), {}, state({ isCounted: true })))).toEqual({
      dueToday: '1 of 1',
    })
    const older = { ...mine, title: 'Older', updatedAt: at(-20) }
    expect(changeToday(before, change(older, older), {}, state({ isCounted: true }))).toBe(before)
    expect(changeToday(before, change(mine, null), {}, state({ isCounted: undefined }))).toBe(READ_AGAIN)
  })

  test('lets a task fall due; the list of what nobody has stays as it is', () => {
    const mine = task(1, { dueDate: at(1) })
    const free = task(2, { dueDate: at(1), assigneeId: null })
    const before = today({
      dueToday: section([mine]),
      unassigned: { ...section([free]), department: null },
    })
    const due = { fellDue: true as const, at: NOON + HOUR + 1 }
    const now = state({ shownBefore: due.at })
    const reply = changeToday(before, change(mine, mine, due), {}, now) as Today
    expect(shown(reply)).toEqual({ overdue: '1 of 1', unassigned: '2 of 1' })
    expect(shown(changeToday(reply, change(free, free, due), {}, now))).toEqual(shown(reply))
    expect(changeToday(before, change(mine, mine, due), {}, { ...now, isCounted: true })).toBe(READ_AGAIN)
  })

  test('is read again once its day is over', () => {
    const mine = task(1, { dueDate: at(20) })
    const before = today({ open: section([mine]) })
    const next = change(mine, later(mine, { title: 'Other' }), { at: NOON + 13 * HOUR })
    expect(changeToday(before, next, {}, state())).toBe(READ_AGAIN)
  })
})

describe('the counts that lead to Today', () => {
  const due = { overdue: 1, dueToday: 2, dayEnds: at(12) }

  test('follow one’s own tasks', () => {
    const mine = task(1, { dueDate: at(3) })
    const done = later(mine, { status: 'completed' })
    expect(changeDue(due, change(mine, done), {}, state())).toEqual({ ...due, dueToday: 1 })
    const fell = change(mine, mine, { fellDue: true, at: NOON + 3 * HOUR + 1 })
    expect(changeDue(due, fell, {}, state())).toEqual({ ...due, overdue: 2, dueToday: 1 })
    const others = task(2, { assigneeId: COLLEAGUE, dueDate: at(3) })
    expect(changeDue(due, change(null, others), {}, state())).toBe(due)
    const some = task(3)
    expect(changeDue(due, change(null, some), {}, state())).toBe(due)
  })
})
