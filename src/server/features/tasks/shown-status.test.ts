import { beforeAll, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { DAY, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TaskQuery } from '../../../shared/task-query.ts'
import { type Status, shownStatus, statuses } from '../../../shared/task-status.ts'
import type { Board, Task } from '../../../shared/tasks.ts'
import { listTasks, readBoard } from './list.ts'

/** Compares the shown status in SQL, wherever it is used, with the contract's function. */

const muster = useTestApp()

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const dues = [null, NOW - 400 * DAY, NOW - 1, NOW, NOW + 1, NOW + 400 * DAY]

/** Each stored status with each due date: in Uli's department, in another one but assigned to Uli, and in none. */
const cases = statuses.flatMap((status) =>
  dues.flatMap((due) =>
    ([{ department: 'Housekeeping' }, { department: 'Maintenance', assignee: 'uli' }, { creator: 'uli' }] as const).map(
      (whose) => ({ ...whose, status, dueDate: due === null ? null : new Date(due).toISOString() }),
    ),
  ),
)
beforeAll(async () => {
  for (const each of cases) await putTask(muster, { ...each, priority: 'high' })
})

const at = (name: PersonName, now: number) => muster.contextOf(name, new Date(now))
const list = async (name: PersonName, now: number, query: TaskQuery) =>
  (await listTasks(at(name, now), { query, params: {}, body: undefined })).read()
const board = async (name: PersonName, now: number, query = {}) =>
  (await readBoard(at(name, now), { query, params: {}, body: undefined })).read()

const idsOf = (tasks: Task[]) => tasks.map(({ id }) => id).sort((a, b) => a - b)

/** People and their replies. Totals of everything and of a department come from `task_counts`; others are counted. */
const views: [PersonName, string, () => TaskQuery][] = [
  ['gita', 'everything', () => ({})],
  ['gita', 'one department', () => ({ departmentId: muster.fixtures.departments.Maintenance })],
  ['gita', 'everything of high priority', () => ({ priority: 'high' })],
  ['uli', 'what is theirs', () => ({})],
  ['una', 'their own department', () => ({ departmentId: muster.fixtures.departments.Maintenance })],
  ['adam', 'what is assigned to Uli', () => ({ assigneeId: muster.fixtures.people.uli.id })],
]
const moments = [NOW - 401 * DAY, NOW, NOW + 1, NOW + 401 * DAY]

test.each(views)('for %s, looking at %s, list, board and totals agree with the contract', async (name, _, query) => {
  for (const now of moments) {
    const { tasks, total } = await list(name, now, query())
    expect(tasks.length).toBe(total)
    expect(total).toBeGreaterThan(20)
    const expected = (status: Status) => tasks.filter((task) => shownStatus(task, now) === status)
    const columns: Board = await board(name, now, query())
    for (const status of statuses) {
      const filtered = await list(name, now, { ...query(), status })
      expect(idsOf(filtered.tasks), `${status} at ${now - NOW}`).toEqual(idsOf(expected(status)))
      expect(filtered.total).toBe(expected(status).length)
      expect(idsOf(columns[status].tasks)).toEqual(idsOf(expected(status)))
      expect(columns[status].total).toBe(expected(status).length)
      const alone = await board(name, now, { ...query(), status })
      expect(statuses.map((each) => alone[each].total)).toEqual(
        statuses.map((each) => (each === status ? expected(status).length : 0)),
      )
    }
  }
})

test.each(views)('for %s, looking at %s, sorting by status goes by the shown one', async (name, _, query) => {
  for (const now of moments) {
    const { tasks } = await list(name, now, { ...query(), sort: 'status' })
    const order = tasks.map((task) => statuses.indexOf(shownStatus(task, now)))
    expect(order).toEqual([...order].sort())
  }
})

test('becomes overdue in the millisecond after the due date', async () => {
  const { id } = await putTask(muster, { department: 'Operations', dueDate: new Date(NOW).toISOString() })
  const departmentId = muster.fixtures.departments.Operations
  const overdueAt = async (now: number) =>
    (await board('gita', now, { departmentId })).overdue.tasks.map((task) => task.id)
  expect(await overdueAt(NOW)).toEqual([])
  expect(await overdueAt(NOW + 1)).toEqual([id])
})
