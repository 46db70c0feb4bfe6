import { beforeEach, describe, expect, test } from 'vitest'
import { diceOf } from '../../../../sample/story.ts'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearTasks, DAY, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { analyticsApi, MAX_OVERDUE_TASKS, TREND_DAYS } from '../../../shared/analytics.ts'
import { analyticsRoutinesApi } from '../../../shared/analytics-routines.ts'
import { dashboardApi } from '../../../shared/dashboard.ts'
import { causes } from '../../../shared/routines.ts'
import { shownStatus, statuses } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'

/** The analytics calls. `by-hand.test.ts` compares their figures with a second way of counting. */

// A zone whose clocks never change, so that all days are equally long.
const ZONE = 'Asia/Kathmandu'
const muster = useTestApp({ TIME_ZONE: ZONE })
const HOUR = DAY / 24
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: ZONE })

beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
})

/** Tasks completed now, after so many hours, and tasks that are overdue. */
async function seedTasks() {
  const done = { status: 'completed', completedAt: inDays(0) } as const
  const since = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
  await putTask(muster, { ...done, department: 'Housekeeping', assignee: 'uli', createdAt: since(2) })
  await putTask(muster, { ...done, department: 'Maintenance', assignee: 'una', createdAt: since(5) })
  await putTask(muster, { ...done, department: 'Maintenance', assignee: 'una', createdAt: since(8) })
  await putTask(muster, { ...done, deletedAt: inDays(0), assignee: 'uli' })
  await putTask(muster, { department: 'Maintenance', dueDate: inDays(-2), title: 'Late', createdAt: since(72) })
  await putTask(muster, { status: 'overdue', title: 'Marked late', assignee: 'gus' })
  await putTask(muster, { status: 'in_progress', department: 'Housekeeping', dueDate: inDays(2) })
}

describe('the figures', () => {
  test('of routines name every cause, also without anything missed', async () => {
    const marta = await muster.as('marta')
    const { causes: counts, total } = await marta.call(analyticsRoutinesApi.routines, { query: {} })
    expect(Object.entries(counts)).toEqual(causes.map((cause) => [cause, 0]))
    expect(Object.values(total)).toEqual([0, 0, 0, 0, 0])
  })

  test('of today, narrowed by department or not, agree with the dashboard and the board', async () => {
    await seedTasks()
    const marta = await muster.as('marta')
    const ids = muster.fixtures.departments
    for (const departmentId of [undefined, ...Object.values(ids)]) {
      const query = { departmentId }
      const summary = await marta.call(analyticsApi.summary, { query: { ...query, period: 'day' } })
      const workload = await marta.call(analyticsApi.workload, { query: { ...query, period: 'day' } })
      const metrics = await marta.call(dashboardApi.metrics, { query })
      const board = await marta.call(tasksApi.board, { query })
      const overdue = await marta.call(analyticsApi.overdue, { query })
      expect(summary.totalCompleted).toBe(metrics.completedToday)
      expect(summary.totalOverdue).toBe(metrics.overdueTasks)
      expect(summary.totalOverdue).toBe(board.overdue.total)
      expect(overdue).toHaveLength(board.overdue.total)
      const sumOf = (figure: 'active' | 'completed' | 'overdue') => workload.reduce((sum, row) => sum + row[figure], 0)
      expect(sumOf('active')).toBe(metrics.activeTasks)
      expect(sumOf('completed')).toBe(metrics.completedToday)
      expect(sumOf('overdue')).toBe(metrics.overdueTasks)
    }
    const maintenance = { period: 'day', departmentId: ids.Maintenance } as const
    expect(await marta.call(analyticsApi.summary, { query: maintenance })).toMatchObject({
      totalCompleted: 2,
      totalOverdue: 1,
      avgCompletionTime: 6.5,
    })
    expect(await marta.call(analyticsApi.performance, { query: { period: 'day' } })).toMatchObject([
      { userId: muster.fixtures.people.una.id, userName: 'Una Byrne', tasksCompleted: 2, avgDurationHours: 6.5 },
      { userId: muster.fixtures.people.uli.id, userName: 'Uli Brandt', tasksCompleted: 1, avgDurationHours: 2 },
    ])
  })

  test('of what is overdue are one number wherever they stand, with and without due dates', async () => {
    const { oneOf } = diceOf(6)
    const departments = [null, 'Housekeeping', 'Maintenance', 'Operations'] as const
    const dues = [null, -40 * DAY, -2 * DAY, -1000, HOUR, 5 * DAY]
    for (let at = 0; at < 80; at += 1) {
      const due = oneOf(dues)
      await putTask(muster, {
        status: oneOf([...statuses, 'overdue']),
        department: oneOf(departments),
        assignee: oneOf([null, 'uli', 'una']),
        dueDate: due === null ? null : new Date(Date.now() + due).toISOString(),
        deletedAt: oneOf([null, null, null, inDays(0)]),
      })
    }
    for (const name of ['marta', 'gita'] as const) {
      const person = await muster.as(name)
      for (const departmentId of [undefined, ...Object.values(muster.fixtures.departments)]) {
        const query = { departmentId }
        const board = await person.call(tasksApi.board, { query })
        const all = await person.call(tasksApi.list, { query: { ...query, limit: 100 } })
        const shown = all.tasks.filter((task) => shownStatus(task, Date.now()) === 'overdue').length
        const trend = await person.call(analyticsApi.trends, { query: { ...query, metric: 'overdue' } })
        const workload = await person.call(analyticsApi.workload, { query })
        const metrics = {
          column: board.overdue.total,
          listed: (await person.call(tasksApi.list, { query: { ...query, status: 'overdue' } })).total,
          dashboard: (await person.call(dashboardApi.metrics, { query })).overdueTasks,
          summary: (await person.call(analyticsApi.summary, { query })).totalOverdue,
          overdueTasks: (await person.call(analyticsApi.overdue, { query })).length,
          workload: workload.reduce((sum, { overdue }) => sum + overdue, 0),
          trendToday: trend.at(-1)?.value,
        }
        expect(metrics).toEqual(Object.fromEntries(Object.keys(metrics).map((name) => [name, shown])))
      }
    }
  })

  test('of no tasks are 0 for every department, and thirty days without gaps', async () => {
    const gita = await muster.as('gita')
    const none = { totalCompleted: 0, totalCreated: 0, avgCompletionTime: 0, totalOverdue: 0 }
    expect(await gita.call(analyticsApi.summary, { query: {} })).toEqual({ ...none, before: none, yearBefore: none })
    expect(await gita.call(analyticsApi.workload, { query: {} })).toEqual(
      Object.entries(muster.fixtures.departments).map(([departmentName, departmentId]) => ({
        ...{ departmentId, departmentName },
        ...{ active: 0, completed: 0, overdue: 0, hoursWorked: 0 },
      })),
    )
    expect(await gita.call(analyticsApi.performance, { query: {} })).toEqual([])
    expect(await gita.call(analyticsApi.overdue, { query: {} })).toEqual([])
    const points = await gita.call(analyticsApi.trends, { query: {} })
    expect(points.map(({ value }) => value)).toEqual(Array(TREND_DAYS).fill(0))
    const dates = points.map(({ date }) => Date.parse(date))
    expect(points.at(-1)?.date).toBe(today())
    for (const [at, date] of dates.entries()) if (at) expect(date - (dates[at - 1] ?? 0)).toBe(DAY)
  })

  test('cover this week unless another period is named', async () => {
    await putTask(muster, { status: 'completed', completedAt: inDays(-8), createdAt: inDays(-9) })
    await putTask(muster, { status: 'completed', completedAt: inDays(0) })
    const marta = await muster.as('marta')
    const totals = await Promise.all(
      [{}, { period: 'week' } as const].map(
        async (query) => (await marta.call(analyticsApi.summary, { query })).totalCompleted,
      ),
    )
    expect(totals).toEqual([1, 1])
  })
})

test('overdue tasks come the longest overdue first, with their names, and a hundred at most', async () => {
  await seedTasks()
  const marta = await muster.as('marta')
  const late = { title: 'Late', departmentName: 'Maintenance', assigneeName: null, daysOverdue: 2 }
  const marked = { title: 'Marked late', departmentName: null, assigneeName: 'Gus Visser', dueDate: null }
  expect(await marta.call(analyticsApi.overdue, { query: {} })).toMatchObject([late, { ...marked, daysOverdue: 0 }])
  for (let task = 0; task < MAX_OVERDUE_TASKS; task += 1)
    await putTask(muster, { dueDate: inDays(-3), title: `Later ${task}` })
  const rows = await marta.call(analyticsApi.overdue, { query: {} })
  expect(rows).toHaveLength(MAX_OVERDUE_TASKS)
  expect(new Set(rows.map(({ daysOverdue }) => daysOverdue))).toEqual(new Set([3]))
})

test('the hours of a running session count up to now, of one over midnight only the part of today', async () => {
  const now = Date.now()
  await putSession(muster, 'uli', new Date(now - 60_000).toISOString(), null)
  await putSession(muster, 'una', inDays(-3), inDays(-2))
  await putSession(muster, 'lea', inDays(-2), new Date(now).toISOString())
  const marta = await muster.as('marta')
  const rows = await marta.call(analyticsApi.workload, { query: { period: 'day' } })
  const hoursOf = (name: string) => rows.find(({ departmentName }) => departmentName === name)?.hoursWorked
  expect(hoursOf('Maintenance')).toBe(0)
  const { time } = clockIn(now)
  expect(hoursOf('Housekeeping')).toBeCloseTo(time + Math.min(time, 1 / 60), 1)
})

/** The hours since midnight. */
function clockIn(now: number) {
  const [hour = 0, minute = 0] = new Date(now).toLocaleTimeString('en-GB', { timeZone: ZONE }).split(':').map(Number)
  return { time: hour + minute / 60 }
}

test.each([
  ['/analytics/summary?period=year', 'period'],
  ['/analytics/department-workload?period=', 'period'],
  ['/analytics/user-performance?departmentId=x', 'departmentId'],
  ['/analytics/trends?metric=speed', 'metric'],
  ['/analytics/overdue-tasks?departmentId=99999999999', 'departmentId'],
])('%s is refused with the field at fault', async (url, path) => {
  const { status, json } = await (await muster.as('marta')).raw({ method: 'GET', url: `/api/v1${url}` })
  expect(status).toBe(400)
  expect(json.issues).toMatchObject([{ path }])
})

test('people below managers see no figures; for an unknown department they are 0', async () => {
  for (const name of ['uli', 'gus'] as const) {
    const error = await httpErrorOf((await muster.as(name)).call(analyticsApi.summary, { query: {} }))
    expect(error.status).toBe(403)
  }
  const nowhere = { query: { departmentId: 2_000_000_000 } }
  const marta = await muster.as('marta')
  expect(await marta.call(analyticsApi.workload, nowhere)).toEqual([])
  expect(await marta.call(analyticsApi.summary, nowhere)).toMatchObject({ totalCreated: 0, totalOverdue: 0 })
})
