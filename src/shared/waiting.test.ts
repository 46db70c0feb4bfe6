import { expect, test } from 'vitest'
import type { HandoverItem } from './handovers.ts'
import type { Task } from './tasks.ts'
import type { Today } from './today.ts'
import { inOrder, isFree, partsOfToday, waitingKinds } from './waiting.ts'

const task = (id: number, fields: Partial<Task> = {}) =>
  ({ id, status: 'pending', kind: 'task', priority: 'medium', assigneeId: 'me', dueDate: null, ...fields }) as Task
const item = (id: number, severity: HandoverItem['severity'] = 'act') => ({ id, severity }) as HandoverItem
const tasks = (...list: Task[]) => ({ tasks: list, total: list.length })
const items = (...list: HandoverItem[]) => ({ items: list, total: list.length })

const quiet = {
  ...{ urgentMessages: [], procedures: null, unassigned: null, problems: null, dayEnds: '2026-06-16T00:00:00.000Z' },
  ...{ handedOver: items(), asked: items(), offered: items() },
  ...{ now: tasks(), received: tasks(), overdue: tasks(), dueToday: tasks(), open: tasks() },
} satisfies Today

test('what cannot wait stands in front, and nowhere else', () => {
  const [burst, drips] = [task(1, { kind: 'problem', priority: 'high' }), task(2, { kind: 'problem' })]
  const parts = partsOfToday({
    ...quiet,
    problems: { tasks: [burst, drips], total: 9 },
    offered: { items: [item(3, 'urgent'), item(4)], total: 2 },
  })
  expect(waitingKinds[0]).toBe('urgent')
  expect(parts.urgent).toMatchObject({ tasks: tasks(burst), items: items(item(3, 'urgent')) })
  expect(parts.waiting).toMatchObject({ tasks: { tasks: [drips], total: 8 }, items: items(item(4)) })
})

test.each([
  ['nothing', {}, true],
  ['work that has time', { open: tasks(task(1)) }, true],
  ['a task in progress', { now: tasks(task(1)) }, false],
  ['something received', { handedOver: items(item(1)) }, false],
  ['a received task that has time', { received: tasks(task(1, { isReceived: true })) }, false],
  ['a question', { asked: items(item(1)) }, false],
  ['a problem that the list does not show', { problems: { tasks: [], total: 1 } }, false],
  ['something overdue', { overdue: tasks(task(1)) }, false],
  ['something due today', { dueToday: tasks(task(1)) }, false],
])('with %s a person is free or not', (_, part, free) => {
  expect(isFree(partsOfToday({ ...quiet, ...part }))).toBe(free)
})

test('a reply of an older server, without some sections, shows the others', () => {
  const { offered: _, asked: __, urgentMessages: ___, received: ____, ...older } = quiet
  expect(isFree(partsOfToday(older))).toBe(true)
})

test("a person's own tasks stand as on Today: begun ones first, then by when they are due", () => {
  const at = Date.parse('2026-06-15T10:00:00.000Z')
  const due = (id: number, dueDate: string | null, fields = {}) => task(id, { dueDate, ...fields })
  const all = [
    ...[due(1, null), due(2, '2026-06-15T12:00:00.000Z'), due(3, '2026-06-14T12:00:00.000Z')],
    ...[due(4, '2026-06-13T12:00:00.000Z'), due(5, null, { kind: 'problem' }), due(6, '2026-06-18T12:00:00.000Z')],
    ...[due(7, '2026-06-15T09:00:00.000Z', { status: 'in_progress' }), due(8, null, { status: 'completed' })],
    due(9, null, { isReceived: true }),
  ]
  const { begun, others } = inOrder(all, at, { viewerId: 'me', dayEnds: quiet.dayEnds })
  expect(begun.map(({ id }) => id)).toEqual([7, 5])
  expect(others.map(({ id }) => id)).toEqual([9, 4, 3, 2, 6, 1])
})
