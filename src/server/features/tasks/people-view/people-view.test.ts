import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../../test/support/clock.ts'
import { type PersonName, personNames, putPerson } from '../../../../../test/support/people.ts'
import { clearTasks, inDays, putTask } from '../../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { departmentsApi } from '../../../../shared/departments.ts'
import { LANE_TASKS, LANES_PAGE, type LanesQuery, peopleViewApi } from '../../../../shared/people-view.ts'
import { tasksApi } from '../../../../shared/tasks.ts'
import { dateOf, daysLater, instantOf } from '../../../../shared/time/time.ts'

const muster = useTestApp()
beforeEach(async () => {
  await clearTasks(muster)
  await clearSessions(muster)
})

const hoursAgo = (hours: number) => inDays(-hours / 24)
const lanesFor = async (name: PersonName, query: LanesQuery = {}) =>
  (await muster.as(name)).call(peopleViewApi.lanes, { query: query as never })
const nameOf = (id: string | undefined) => personNames.find((name) => muster.fixtures.people[name].id === id)
const laneOf = async (name: PersonName | null, query?: LanesQuery) => {
  const { lanes } = await lanesFor('gita', query)
  const lane = lanes.find(({ person }) => (person === null ? name === null : nameOf(person.id) === name))
  if (!lane) throw new Error(`There is no lane for ${name}`)
  return lane
}
const department = (name: 'Housekeeping' | 'Maintenance') => muster.fixtures.departments[name]

describe('lanes', () => {
  test('of nobody are those without an assignee', async () => {
    const { id } = await putTask(muster)
    await putTask(muster, { assignee: 'uli' })
    const { lanes } = await lanesFor('gita', { assigneeId: 'none' })
    expect(lanes.flatMap(({ tasks }) => tasks.map((task) => task.id))).toEqual([id])
  })

  test('stand in order: nobody, people on duty, others, each by name', async () => {
    await putSession(muster, 'una', hoursAgo(2), null)
    await putSession(muster, 'lea', hoursAgo(9), null)
    // A forgotten clock-out is not duty, and a shift that has ended is not either.
    await putSession(muster, 'milan', hoursAgo(15), null)
    await putSession(muster, 'uli', hoursAgo(9), hoursAgo(1))
    const { lanes, next } = await lanesFor('gita')
    expect(lanes.map(({ person }) => person && nameOf(person.id))).toEqual([
      null,
      ...['lea', 'una', 'adam', 'gita', 'marta', 'milan', 'nora', 'uli'],
    ])
    expect(next).toBeNull()
    expect(lanes[1]).toMatchObject({
      person: { firstName: 'Léa', isActive: true, department: { name: 'Housekeeping' } },
      onDutySince: expect.stringMatching(/Z$/),
      onDutyUntil: expect.stringMatching(/Z$/),
      ...{ due: 0, later: 0, total: 0, tasks: [] },
    })
    expect(lanes.find(({ person }) => nameOf(person?.id) === 'milan')?.onDutySince).toBeNull()
  })

  test('hold open tasks: overdue ones, then by due date, then by priority', async () => {
    const of = (fields: Parameters<typeof putTask>[1]) => putTask(muster, { assignee: 'uli', ...fields })
    const dated = { dueDate: inDays(3) }
    const none = await of({})
    const later = await of({ dueDate: inDays(5), priority: 'high' })
    const low = await of({ ...dated, priority: 'low' })
    const high = await of({ ...dated, priority: 'high' })
    const marked = await of({ status: 'overdue' })
    const late = await of({ dueDate: inDays(-1), status: 'in_progress' })
    const later2 = await of({ dueDate: inDays(-2) })
    await of({ status: 'completed', dueDate: inDays(-3) })
    await of({ deletedAt: inDays(-1) })
    const lane = await laneOf('uli', { person: muster.fixtures.people.uli.id, limit: 50 })
    expect(lane.tasks.map(({ id }) => id)).toEqual([later2, late, marked, high, low, later, none].map(({ id }) => id))
    expect(lane).toMatchObject({ due: 3, later: 4, total: 7 })
    // A filter that leaves few tasks reads them another way.
    const narrow = await laneOf('uli', { assigneeId: muster.fixtures.people.uli.id, limit: 3 })
    expect(narrow.tasks).toEqual(lane.tasks.slice(0, 3))
    const [task] = (await laneOf('uli')).tasks
    expect(task).toEqual(await (await muster.as('gita')).call(tasksApi.get, { params: later2 }))
  })

  test('begin with a few tasks and give more on demand', async () => {
    for (let at = 0; at < LANE_TASKS + 3; at += 1) await putTask(muster, { dueDate: inDays(at + 1) })
    const lane = await laneOf(null)
    expect([lane.tasks.length, lane.total, lane.due + lane.later]).toEqual([LANE_TASKS, LANE_TASKS + 3, LANE_TASKS + 3])
    const { lanes } = await lanesFor('gita', { unassigned: 'true', limit: 100 })
    expect(lanes).toHaveLength(1)
    expect(lanes[0]?.tasks).toHaveLength(LANE_TASKS + 3)
  })

  test('count and show what matches the filters', async () => {
    await putTask(muster, { assignee: 'uli', title: 'Air the attic', priority: 'high' })
    await putTask(muster, { assignee: 'uli', dueDate: inDays(-1), department: 'Maintenance' })
    expect(await laneOf('uli')).toMatchObject({ due: 1, later: 1, total: 2 })
    for (const query of [{ search: 'attic' }, { priority: 'high' }, { status: 'pending' }] as LanesQuery[]) {
      const lane = await laneOf('uli', query)
      expect(lane).toMatchObject({ due: 0, later: 1, total: 1, tasks: [{ title: 'Air the attic' }] })
    }
    for (const query of [{ status: 'overdue' }, { due: 'overdue' }] as LanesQuery[]) {
      const lane = await laneOf('uli', query)
      expect(lane).toMatchObject({ due: 1, later: 0, total: 1, tasks: [{ status: 'pending' }] })
    }
    expect(await laneOf('uli', { departmentId: department('Maintenance') })).toMatchObject({
      due: 1,
      later: 0,
      total: 1,
    })
    expect(await laneOf('uli', { status: 'completed' })).toMatchObject({ due: 0, later: 0, total: 0, tasks: [] })
  })

  test('are narrowed by the kind and the place of the tasks', async () => {
    await putTask(muster, { assignee: 'uli', kind: 'problem', place: 'Room 204' })
    await putTask(muster, { assignee: 'uli', kind: 'routine', place: 'Pool' })
    await putTask(muster, { assignee: 'uli' })
    expect(await laneOf('uli', { kind: 'problem' })).toMatchObject({ later: 1, tasks: [{ place: 'Room 204' }] })
    expect(await laneOf('uli', { kind: 'routine' })).toMatchObject({ later: 1, tasks: [{ place: 'Pool' }] })
    expect(await laneOf('uli', { place: 'room 204' })).toMatchObject({ later: 1, tasks: [{ kind: 'problem' }] })
    expect(await laneOf('uli', { place: 'Room' })).toMatchObject({ due: 0, later: 0, total: 0 })
  })

  test('sum the estimated minutes of the chosen days, and count the tasks without an estimate', async () => {
    const { timeZone } = muster.services.config
    const today = dateOf(Date.now(), timeZone)
    const day = daysLater(today, 40)
    const of = (days: number, fields: Parameters<typeof putTask>[1] = {}) =>
      putTask(muster, { dueDate: instantOf(daysLater(today, days), '12:00', timeZone), assignee: 'uli', ...fields })
    await of(40, { estimateMinutes: 45 })
    await of(40, { estimateMinutes: 30, kind: 'routine' })
    await of(40)
    await of(41, { estimateMinutes: 500 })
    await of(40, { estimateMinutes: 20, assignee: null })
    await of(40, { estimateMinutes: 100, status: 'completed' })
    const on = { dueFrom: day, dueTo: day }
    expect(await laneOf('uli', on)).toMatchObject({ due: 3, later: 1, dueMinutes: 75, dueUnestimated: 1 })
    expect(await laneOf('uli', { ...on, kind: 'routine' })).toMatchObject({ dueMinutes: 30, dueUnestimated: 0 })
    expect(await laneOf('uli')).toMatchObject({ due: 0, later: 4, dueMinutes: 0, dueUnestimated: 0 })
    expect(await laneOf(null, on)).toMatchObject({ due: 1, dueMinutes: 20, dueUnestimated: 0 })
  })

  test('count for the days that the filter of due dates names, and for today otherwise', async () => {
    const of = (fields: Parameters<typeof putTask>[1]) => putTask(muster, { assignee: 'uli', ...fields })
    const { timeZone } = muster.services.config
    const today = dateOf(Date.now(), timeZone)
    const on = (days: number) => instantOf(daysLater(today, days), '12:00', timeZone)
    const dueDates = [on(-3), on(1), on(1), on(40), on(41)]
    for (const dueDate of dueDates) await of({ dueDate })
    await of({ status: 'overdue' })
    await of({})
    const counts = async (query: LanesQuery) => {
      const { due, later } = await laneOf('uli', query)
      return [due, later]
    }
    for (const query of [{}, { due: 'today' }, { due: 'none' }] as LanesQuery[])
      expect(await counts(query)).toEqual([2, 5])
    expect(await counts({ due: 'overdue' })).toEqual([2, 0])
    expect(await counts({ due: 'tomorrow' })).toEqual([2, 5])
    for (const due of ['yesterday', 'day_after_tomorrow'] as const) expect(await counts({ due })).toEqual([0, 7])
    const day = daysLater(today, 40)
    expect(await counts({ dueFrom: day, dueTo: day })).toEqual([1, 6])
    expect(await counts({ dueFrom: day })).toEqual([2, 5])
    expect(await counts({ dueTo: day })).toEqual([4, 3])
    const isSunday = new Date(today).getUTCDay() === 0
    expect(await counts({ due: 'week' })).toEqual(isSunday ? [2, 5] : [4, 3])
  })

  test('of a department are those of its people, and of everybody else who has a task in it', async () => {
    await putTask(muster, { assignee: 'una', department: 'Housekeeping' })
    await putTask(muster, { assignee: 'gus', department: 'Housekeeping' })
    await putTask(muster, { department: 'Maintenance' })
    const { lanes } = await lanesFor('marta', { departmentId: department('Housekeeping') })
    expect(lanes.map(({ person, total }) => [person && nameOf(person.id), total])).toEqual([
      [null, 0],
      ['gus', 1],
      ['lea', 0],
      ['marta', 0],
      ['uli', 0],
      ['una', 1],
    ])
    const { lanes: only } = await lanesFor('gita', { assigneeId: muster.fixtures.people.una.id })
    expect(only.map(({ person }) => person && nameOf(person.id))).toEqual([null, 'una'])
  })

  test('of people who have left keep their open tasks in sight', async () => {
    const { id } = await putPerson(muster.services, { isActive: false, firstName: 'Olga' })
    const task = await putTask(muster)
    await muster.services.database.pool.query('update tasks set assignee_id = $1 where id = $2', [id, task.id])
    const { lanes } = await lanesFor('gita')
    expect(lanes.find(({ person }) => person?.id === id)).toMatchObject({ person: { isActive: false }, total: 1 })
  })

  test('come in pages', async () => {
    const { id: departmentId } = await (await muster.as('gita')).call(departmentsApi.create, {
      body: { name: 'Attic' },
    })
    for (let at = 0; at < LANES_PAGE + 2; at += 1) await putPerson(muster.services, { departmentId })
    const first = await lanesFor('gita', { departmentId })
    expect([first.lanes.length, first.next]).toEqual([LANES_PAGE + 1, LANES_PAGE])
    const second = await lanesFor('gita', { departmentId, offset: LANES_PAGE })
    expect([second.lanes.length, second.next]).toEqual([2, null])
    expect(new Set([...first.lanes, ...second.lanes].map(({ person }) => person?.id)).size).toBe(LANES_PAGE + 3)
  })

  test('of another department are for those who may assign there', async () => {
    const marta = await muster.as('marta')
    const { status } = await marta.raw({
      method: 'GET',
      url: `/api/v1/tasks/people?departmentId=${department('Maintenance')}`,
    })
    expect(status).toBe(403)
  })
})
