import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover } from '../../../../test/support/handovers.ts'
import { putPlace, putProblem } from '../../../../test/support/problems.ts'
import { putOccurrence, putRoutine } from '../../../../test/support/routines.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { analyticsApi } from '../../../shared/analytics.ts'
import { analyticsRoutinesApi } from '../../../shared/analytics-routines.ts'
import { analyticsSheetApi } from '../../../shared/analytics-sheet.ts'
import { analyticsShiftApi } from '../../../shared/analytics-shift.ts'

/** Figures of chosen dates, beside the days before and the same days a year before, and problems by place and kind. */

const muster = useTestApp({ TIME_ZONE: 'Asia/Kathmandu' })
const MINUTE = 60_000
/** A time of a day in Kathmandu, which is 5:45 ahead and whose clocks never change. */
const at = (date: string, time = '12:00') => new Date(`${date}T${time}:00+05:45`).toISOString()
const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * MINUTE).toISOString()

beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
  await clearHandovers(muster)
  await muster.services.database.pool.query('delete from places')
})

const done = (date: string, hours: number, department: 'Housekeeping' | 'Maintenance' = 'Housekeeping') =>
  putTask(muster, {
    ...{ status: 'completed', department, assignee: 'uli' },
    ...{ createdAt: at(date, '06:00'), completedAt: later(at(date, '06:00'), hours * 60) },
  })

const march = { from: '2025-03-01', to: '2025-03-31' }

describe('chosen dates', () => {
  test('have the figures of exactly these days, with the days before and a year before beside them', async () => {
    await done('2025-03-01', 2)
    await done('2025-03-31', 4)
    await done('2025-04-01', 9)
    await done('2025-02-28', 8)
    await done('2024-03-15', 1)
    await done('2024-03-16', 3, 'Maintenance')
    await done('2025-01-31', 3)
    const marta = await muster.as('marta')
    const figures = (totalCompleted: number, avgCompletionTime: number) => ({
      ...{ totalCompleted, avgCompletionTime, totalCreated: totalCompleted },
    })
    expect(await marta.call(analyticsApi.summary, { query: march })).toEqual({
      ...{ ...figures(2, 3), totalOverdue: 0 },
      ...{ before: figures(1, 8), yearBefore: figures(2, 2) },
    })
    const departmentId = muster.fixtures.departments.Housekeeping
    const own = await marta.call(analyticsApi.summary, { query: { ...march, departmentId } })
    expect(own).toMatchObject({ totalCompleted: 2, yearBefore: figures(1, 1) })
  })

  test('reach every figure: trends, workload, people, routines, problems', async () => {
    await done('2025-03-31', 4)
    await done('2025-04-01', 9)
    await putProblem(muster, { createdAt: at('2025-03-31', '23:59'), department: 'Maintenance' })
    await putProblem(muster, { createdAt: at('2025-04-01', '00:00'), department: 'Maintenance' })
    await putOccurrence(muster, { occurrenceAt: at('2025-03-31'), outcome: 'done', status: 'completed' })
    await putSession(muster, 'uli', at('2025-03-31', '20:00'), at('2025-04-01', '04:00'))
    const marta = await muster.as('marta')
    const trend = await marta.call(analyticsApi.trends, { query: march })
    expect([trend.length, trend[0]?.date, trend.at(-1)]).toEqual([31, '2025-03-01', { date: '2025-03-31', value: 1 }])
    const workload = await marta.call(analyticsApi.workload, { query: march })
    expect(workload.find(({ departmentName }) => departmentName === 'Housekeeping')).toMatchObject({
      ...{ completed: 1, hoursWorked: 4 },
    })
    expect(await marta.call(analyticsApi.performance, { query: march })).toMatchObject([{ tasksCompleted: 1 }])
    expect((await marta.call(analyticsRoutinesApi.routines, { query: march })).total).toMatchObject({ done: 1 })
    expect((await marta.call(analyticsRoutinesApi.problems, { query: march })).total).toMatchObject({ reported: 1 })
    const { problems } = await marta.call(analyticsRoutinesApi.problemList, { query: march })
    expect(problems).toHaveLength(1)
  })

  test('show on each day what was overdue at its end, though it is done since', async () => {
    await putTask(muster, {
      ...{ status: 'completed', createdAt: at('2025-03-01'), dueDate: at('2025-03-10') },
      completedAt: at('2025-03-12', '08:00'),
    })
    await putTask(muster, { status: 'overdue', title: 'Marked now', createdAt: at('2025-03-01') })
    const marta = await muster.as('marta')
    const query = { metric: 'overdue', from: '2025-03-09', to: '2025-03-13' } as const
    const values = (await marta.call(analyticsApi.trends, { query })).map(({ value }) => value)
    expect(values).toEqual([0, 1, 1, 0, 0])
  })

  test('that reach up to now have what was overdue at the end of the days before, and of a year before', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    // Overdue a year before, and since completed; overdue at the end of the days before, and still.
    await putTask(muster, {
      ...{ status: 'completed', createdAt: days(400), dueDate: days(380), completedAt: days(300) },
    })
    await putTask(muster, { createdAt: days(60), dueDate: days(50) })
    await putTask(muster, { createdAt: days(2), dueDate: days(1), department: 'Maintenance' })
    await putTask(muster, { status: 'overdue', title: 'Marked now', createdAt: days(60) })
    const marta = await muster.as('marta')
    expect(await marta.call(analyticsApi.summary, { query: { period: 'week' } })).toMatchObject({
      ...{ totalOverdue: 3, before: { totalOverdue: 1 }, yearBefore: { totalOverdue: 1 } },
    })
    // The figure shows what is overdue now, and days that are over have no counterpart for it.
    const { before, yearBefore } = await marta.call(analyticsApi.summary, { query: march })
    expect([before, yearBefore].map((earlier) => earlier?.totalOverdue)).toEqual([undefined, undefined])
  })

  test.each([
    ['end before they begin', { from: '2025-03-02', to: '2025-03-01' }, 'to'],
    ['are too many', { from: '2024-01-01', to: '2025-01-01' }, 'from'],
  ])('that %s are refused', async (_, query, path) => {
    const marta = await muster.as('marta')
    for (const endpoint of [analyticsApi.summary, analyticsRoutinesApi.problems, analyticsSheetApi.read])
      await expect(marta.call(endpoint, { query })).rejects.toMatchObject({ status: 400 })
    const { json } = await marta.raw({
      method: 'GET',
      url: `/api/v1/analytics/sheet?from=${query.from}&to=${query.to}`,
    })
    expect(json.issues).toMatchObject([{ path }])
  })

  test('at the ends of time are no fault', async () => {
    const marta = await muster.as('marta')
    for (const query of [
      { from: '1970-01-01', to: '1970-01-01' },
      { from: '2999-01-01', to: '2999-12-31' },
      { to: '1970-01-31' },
    ])
      for (const endpoint of [analyticsApi.summary, analyticsSheetApi.read, analyticsApi.trends])
        await marta.call(endpoint, { query })
  })
})

describe('problems', () => {
  const reported = (title: string, place: string | null, minutes: number | null) =>
    putProblem(muster, {
      ...{ title, place, createdAt: at('2025-03-05') },
      ...(minutes !== null && {
        ...{ status: 'completed', takenAt: later(at('2025-03-05'), minutes / 2) },
        completedAt: later(at('2025-03-05'), minutes),
      }),
    })

  test('are counted by place, which leads to its sign, and by the words of their reports', async () => {
    const sign = await putPlace(muster, { name: 'Room 214' })
    await reported('Tap drips', 'room 214', 20)
    await reported('TAP DRIPS', 'Room 214', 40)
    await reported('No light', 'Room 214', null)
    await reported('Tap drips', 'Room 9', 10)
    await reported('No light', null, null)
    const marta = await muster.as('marta')
    const { places = [], kinds = [] } = await marta.call(analyticsRoutinesApi.problems, { query: march })
    expect(places).toMatchObject([
      { place: 'Room 214', code: sign.code, reported: 3, taken: 2, minutesToTaken: 15, minutesToDone: 30 },
      { place: 'Room 9', code: null, reported: 1, minutesToDone: 10 },
    ])
    expect(kinds).toMatchObject([
      { title: expect.stringMatching(/tap drips/i), reported: 3, minutesToDone: 20 },
      { title: 'No light', reported: 2, minutesToDone: null },
    ])
    const list = async (query: { place?: string; title?: string }) =>
      (await marta.call(analyticsRoutinesApi.problemList, { query: { ...march, ...query } })).problems.length
    expect(await list({ place: 'Room 214' })).toBe(3)
    expect(await list({ title: 'Tap drips' })).toBe(3)
    expect(await list({ place: 'ROOM 214', title: 'no light' })).toBe(1)
  })

  test('of two signs with one name are counted once', async () => {
    const first = await putPlace(muster, { name: 'Pool' })
    await putPlace(muster, { name: 'pool' })
    await reported('Green', 'POOL', null)
    const { places } = await (await muster.as('marta')).call(analyticsRoutinesApi.problems, { query: march })
    expect(places).toMatchObject([{ place: 'Pool', code: first.code, reported: 1 }])
  })
})

test('each missed routine says why it was missed most often', async () => {
  const { id: routineId } = await putRoutine(muster)
  const missed = (date: string, more: object = {}) =>
    putOccurrence(muster, {
      ...{ routineId, occurrenceAt: at(date), createdAt: at(date), closedAt: later(at(date), 60), outcome: 'missed' },
      ...more,
    })
  await missed('2025-03-03')
  await missed('2025-03-04')
  await missed('2025-03-05', { takenAt: at('2025-03-05') })
  const marta = await muster.as('marta')
  const { routines } = await marta.call(analyticsRoutinesApi.routines, { query: march })
  expect(routines).toMatchObject([{ routineId, missed: 3, cause: 'nobody_on_duty' }])
  const sheet = await marta.call(analyticsSheetApi.read, { query: march })
  expect(sheet.missed).toEqual([{ routineId, title: 'Pool: water test', missed: 3, cause: 'nobody_on_duty' }])
})

describe('the page of a department', () => {
  test('has the same figures as the tabs, of these days, of the days before and of a year before', async () => {
    const days = ['2025-03-05', '2025-02-05', '2024-03-05']
    for (const [weight, date] of days.entries()) {
      for (let count = 0; count <= weight; count += 1) {
        await putProblem(muster, {
          ...{ createdAt: at(date), takenAt: later(at(date), 10 + weight), place: 'Bar', status: 'completed' },
          completedAt: later(at(date), 30 + weight),
        })
        await putOccurrence(muster, {
          ...{ occurrenceAt: later(at(date), count), outcome: 'late', status: 'completed' },
        })
        await putHandover(muster, { createdAt: later(at(date), count) })
      }
      await putSession(muster, 'uli', at(date, '08:00'), later(at(date, '08:00'), 60 * (weight + 1)))
      await putSession(muster, 'lea', at(date, '08:00'), at(date, '09:00'))
    }
    const marta = await muster.as('marta')
    const departmentId = muster.fixtures.departments.Housekeeping
    const sheet = await marta.call(analyticsSheetApi.read, { query: { ...march, departmentId } })
    const parts = ['now', 'before', 'yearBefore'] as const
    const ranges = [march, { from: '2025-02-01', to: '2025-02-28' }, { from: '2024-03-01', to: '2024-03-31' }]
    for (const [index, part] of parts.entries()) {
      const query = { ...ranges[index], departmentId }
      const { total } = await marta.call(analyticsRoutinesApi.problems, { query })
      expect(sheet.problems[part]).toEqual(total)
      expect(total.reported).toBe(index + 1)
      const outcomes = await marta.call(analyticsRoutinesApi.routines, { query })
      expect(sheet.routines[part]).toEqual(outcomes.total)
      const shift = await marta.call(analyticsShiftApi.shift, { query })
      expect(sheet.handovers[part]).toEqual(shift.handovers)
      const workload = await marta.call(analyticsApi.workload, { query })
      expect(sheet.hours[part].hoursWorked).toBe(workload[0]?.hoursWorked)
      expect(sheet.hours[part].people).toBeGreaterThan(0)
    }
    expect(sheet.places).toEqual([{ place: 'Bar', code: null, reported: 1, minutesToDone: 30 }])
  })

  test('is empty without anything', async () => {
    const marta = await muster.as('marta')
    const sheet = await marta.call(analyticsSheetApi.read, { query: {} })
    expect(sheet).toMatchObject({ missed: [], places: [], hours: { now: { hoursWorked: 0, people: 0 } } })
    expect(sheet.problems.now).toMatchObject({ reported: 0, minutesToTaken: null })
  })
})

test('corrected hours name their person, the manager and the reason, and managers see only their own department', async () => {
  const correct = async (session: { id: number }, by: 'marta' | 'adam') =>
    muster.services.database.pool.query(
      `update clock_sessions set corrected_by = $2, corrected_at = now(), correction_reason = 'Forgot to clock out' where id = $1`,
      [session.id, muster.fixtures.people[by].id],
    )
  const shift = (name: 'uli' | 'una', date: string) => putSession(muster, name, at(date, '08:00'), at(date, '16:00'))
  const own = await shift('uli', '2025-03-05')
  const other = await shift('una', '2025-03-06')
  const late = await shift('uli', '2025-04-01')
  await shift('uli', '2025-03-07')
  for (const session of [own, late]) await correct(session, 'marta')
  await correct(other, 'adam')
  const marta = await muster.as('marta')
  const { hours } = await marta.call(analyticsSheetApi.corrected, { query: march })
  expect(hours).toMatchObject([
    {
      ...{ id: own.id, startTime: own.startTime, reason: 'Forgot to clock out' },
      ...{ person: { firstName: 'Uli' }, correctedBy: expect.stringContaining('Marta') },
    },
  ])
  const adam = await muster.as('adam')
  const first = await adam.call(analyticsSheetApi.corrected, { query: { ...march, limit: 1 } })
  const second = await adam.call(analyticsSheetApi.corrected, {
    query: { ...march, limit: 1, after: first.next ?? '' },
  })
  expect([first, second].map((page) => page.hours.map(({ id }) => id))).toEqual([[other.id], [own.id]])
  expect(second.next).toBeNull()
})
