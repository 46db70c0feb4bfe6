import { describe, expect, test } from 'vitest'
import { type DepartmentName, departmentNames, type PersonName, personNames } from '../../../../test/support/people.ts'
import { putRoutine } from '../../../../test/support/routines.ts'
import { clearTasks, DAY, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { dashboardApi } from '../../../shared/dashboard.ts'
import { may } from '../../../shared/permissions.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { shownStatus, statuses } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import { insertMany } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { readMetrics } from './read.ts'

const ZONE = 'Europe/Berlin'
const muster = useTestApp({ TIME_ZONE: ZONE })

const idOf = (department: DepartmentName | undefined) =>
  department === undefined ? undefined : muster.fixtures.departments[department]
const metricsOf = async (name: PersonName, department?: DepartmentName) =>
  (await muster.as(name)).call(dashboardApi.metrics, { query: { departmentId: idOf(department) } })
const activityOf = async (name: PersonName, department?: DepartmentName) =>
  (await muster.as(name)).call(dashboardApi.activity, { query: { departmentId: idOf(department) } })

const mayChoose = (name: PersonName) => ['manager', 'admin', 'god'].includes(muster.fixtures.people[name].role)
const dayOf = (iso: string) => new Date(iso).toLocaleDateString('en-CA', { timeZone: ZONE })

/** Tasks of every status, department and person, due and completed before, on and after today. */
async function fillHotel() {
  await clearTasks(muster)
  const people = [null, 'marta', 'uli', 'una', 'gus', 'gwen', 'nora'] as const
  const places = [null, ...departmentNames] as const
  for (let at = 0; at < 96; at += 1) {
    await putTask(muster, {
      title: `Task ${at}`,
      status: statuses[at % 4] ?? 'pending',
      department: places[Math.floor(at / 4) % 4] ?? null,
      assignee: people[at % 7] ?? null,
      creator: people[(at * 5) % 7] ?? 'gita',
      dueDate: at % 3 === 0 ? null : inDays((at % 5) - 2.5),
      completedAt: inDays(-(at % 6) * 0.4),
      deletedAt: at % 11 === 0 ? inDays(-1) : null,
    })
  }
}

/** The figures, counted in plain TypeScript over all tasks and people. */
async function countedByHand(name: PersonName, department?: DepartmentName) {
  const viewer = muster.fixtures.people[name]
  const departmentId = idOf(department)
  const now = Date.now()
  const all = await muster.services.database.orm.select().from(tasks)
  const seen = all
    .filter((task) => task.deletedAt === null && may(viewer, 'task:read', task))
    .filter((task) => departmentId === undefined || task.departmentId === departmentId)
  const shown = seen.map((task) => shownStatus(task, now))
  const place = departmentId ?? (mayChoose(name) ? undefined : viewer.departmentId)
  return {
    activeTasks: shown.filter((status) => status !== 'completed').length,
    completedToday: seen.filter(
      ({ completedAt }) => completedAt && dayOf(completedAt) === dayOf(new Date(now).toISOString()),
    ).length,
    overdueTasks: shown.filter((status) => status === 'overdue').length,
    teamMembers: Object.values(muster.fixtures.people).filter(
      (person) => place === undefined || person.departmentId === place,
    ).length,
  }
}

describe('the figures', () => {
  test('of everybody, in every department they may look into, are what one counts by hand', async () => {
    await fillHotel()
    for (const name of personNames) {
      for (const department of [undefined, ...departmentNames]) {
        const own = muster.fixtures.people[name].department?.name === department
        if (department && !own && !mayChoose(name)) continue
        expect(await metricsOf(name, department), `${name}, ${department}`).toEqual(
          await countedByHand(name, department),
        )
      }
    }
  })

  test('of another department are refused to users and guests, to guests their own are not', async () => {
    for (const name of ['uli', 'gus'] as const) {
      expect((await httpErrorOf(metricsOf(name, 'Maintenance'))).status).toBe(403)
      expect((await httpErrorOf(activityOf(name, 'Maintenance'))).status).toBe(403)
    }
    expect(await metricsOf('gus', 'Housekeeping')).toEqual(await countedByHand('gus', 'Housekeeping'))
  })

  test('of a department that does not exist are zero, of a bad one a fault', async () => {
    const adam = await muster.as('adam')
    expect(await adam.call(dashboardApi.metrics, { query: { departmentId: 9999 } })).toEqual({
      activeTasks: 0,
      completedToday: 0,
      overdueTasks: 0,
      teamMembers: 0,
    })
    expect((await adam.raw({ method: 'GET', url: '/api/v1/dashboard/metrics?departmentId=x' })).status).toBe(400)
    expect((await muster.stranger().raw({ method: 'GET', url: '/api/v1/dashboard/metrics' })).status).toBe(401)
  })

  test('count only active people', async () => {
    const before = await metricsOf('adam')
    const { pool } = muster.services.database
    const { lea, gwen } = muster.fixtures.people
    await pool.query('update users set is_active = false where id = $1', [lea.id])
    await pool.query('update users set deleted_at = now() where id = $1', [gwen.id])
    expect((await metricsOf('adam')).teamMembers).toBe(before.teamMembers - 2)
    expect((await metricsOf('marta', 'Housekeeping')).teamMembers).toBe(3)
    await pool.query('update users set is_active = true, deleted_at = null')
  })

  test.each([
    // now, completed at, counts as today
    ['2026-06-15T21:59:59.999Z', '2026-06-14T22:00:00.000Z', true],
    ['2026-06-15T21:59:59.999Z', '2026-06-14T21:59:59.999Z', false],
    ['2026-06-15T22:00:00.000Z', '2026-06-15T21:59:59.999Z', false],
    ['2026-06-15T22:00:00.000Z', '2026-06-15T22:00:00.000Z', true],
    // The day on which the clocks go back has 25 hours.
    ['2026-10-25T22:59:59.000Z', '2026-10-24T22:00:00.000Z', true],
    ['2026-10-25T22:59:59.000Z', '2026-10-24T21:59:59.999Z', false],
  ])('at %s count what was completed at %s as today: %s', async (now, completedAt, counts) => {
    await clearTasks(muster)
    await putTask(muster, { status: 'completed', completedAt, department: 'Housekeeping' })
    for (const name of ['gita', 'marta', 'uli'] as const) {
      const ctx = muster.contextOf(name, new Date(now))
      const { completedToday } = await readMetrics(ctx, { params: {}, query: {}, body: undefined })
      expect(completedToday, name).toBe(counts ? 1 : 0)
    }
  })

  test('move a task from active to overdue when its due date passes', async () => {
    await clearTasks(muster)
    const due = Date.now() + DAY
    await putTask(muster, { department: 'Housekeeping', dueDate: new Date(due).toISOString() })
    const at = (time: number) =>
      readMetrics(muster.contextOf('marta', new Date(time)), { params: {}, query: {}, body: undefined })
    expect(await at(due)).toMatchObject({ activeTasks: 1, overdueTasks: 0 })
    expect(await at(due + 1)).toMatchObject({ activeTasks: 1, overdueTasks: 1 })
  })
})

describe('recent activity', () => {
  const create = async (name: PersonName, title: string, fields: object = {}) =>
    (await muster.as(name)).call(tasksApi.create, { body: { title, ...fields } })
  const update = async (name: PersonName, id: number, body: object) =>
    (await muster.as(name)).call(tasksApi.update, { params: { id }, body })

  test('is the newest three things done, newest first, with who did them', async () => {
    await clearTasks(muster)
    const beds = await create('marta', 'Make the beds')
    const towels = await create('marta', 'Fold the towels')
    await update('lea', beds.id, { status: 'in_progress' })
    await update('uli', beds.id, { status: 'completed' })
    expect(await activityOf('uli')).toEqual([
      {
        id: expect.any(Number),
        kind: 'completed',
        taskId: beds.id,
        title: 'Make the beds',
        firstName: 'Uli',
        lastName: 'Brandt',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ kind: 'updated', taskId: beds.id, firstName: 'Léa' }),
      expect.objectContaining({ kind: 'created', taskId: towels.id, firstName: 'Marta' }),
    ])
    await update('marta', beds.id, { title: 'Make all beds' })
    expect((await activityOf('gus'))[0]).toMatchObject({
      kind: 'updated',
      title: 'Make all beds',
      lastName: 'Oliveira',
    })
  })

  test('is not hidden by what routines open', async () => {
    await clearTasks(muster)
    await create('marta', 'Make the beds')
    const { id: routineId } = await putRoutine(muster)
    const at = new Date().toISOString()
    const rows = ['05', '06', '07', '08'].map((hour) => ({
      ...{ title: 'Pool', foldedTitle: 'pool', searchText: ' pool', kind: 'routine' as const, routineId },
      ...{ occurrenceAt: `2026-11-03T${hour}:00:00.000Z`, creatorId: muster.fixtures.people.marta.id },
      ...{ departmentId: idOf('Housekeeping'), createdAt: at, updatedAt: at },
    }))
    const ctx = contextFor(muster.services, null, new Date())
    const [first] = await inTransaction(ctx, (within) => insertMany(within, tasks, rows, 'open'))
    expect((await activityOf('uli')).map(({ title }) => title)).toEqual(['Make the beds'])
    await update('uli', first?.id ?? 0, { status: 'in_progress' })
    expect((await activityOf('uli')).map(({ title }) => title)).toEqual(['Pool', 'Make the beds'])
  })

  test('says nothing of when somebody did a step', async () => {
    await clearTasks(muster)
    const { id } = await create('marta', 'Make the beds')
    const { steps } = await (await muster.as('marta')).call(stepsApi.create, {
      params: { id },
      body: { steps: [{ text: 'Sheets' }, { text: 'Pillows' }] },
    })
    // The first step of a pending task starts it, which everybody may know.
    await update('marta', id, { status: 'in_progress' })
    const set = async (at: number, value: true | null) =>
      (await muster.as('uli')).call(stepsApi.setValue, { params: { id: steps[at]?.id ?? 0 }, body: { value } })
    await set(0, true)
    await set(0, null)
    await set(1, true)
    for (const name of ['lea', 'gus', 'marta'] as const)
      expect((await activityOf(name)).map(({ kind, firstName }) => [kind, firstName])).toEqual([
        ['updated', 'Marta'],
        ['updated', 'Marta'],
        ['created', 'Marta'],
      ])
  })

  test('shows users and guests nothing of other departments, save what they are part of', async () => {
    await clearTasks(muster)
    const pump = await create('milan', 'Mend the pump')
    await create('marta', 'Air the rooms')
    const titlesOf = async (name: PersonName, department?: DepartmentName) =>
      (await activityOf(name, department)).map(({ title }) => title)
    expect(await titlesOf('uli')).toEqual(['Air the rooms'])
    expect(await titlesOf('gwen')).toEqual(['Mend the pump'])
    expect(await titlesOf('nora')).toEqual(['Air the rooms', 'Mend the pump'])
    expect(await titlesOf('marta', 'Maintenance')).toEqual(['Mend the pump'])
    expect(await titlesOf('marta', 'Operations')).toEqual([])

    await update('milan', pump.id, { assigneeId: muster.fixtures.people.uli.id })
    expect(await titlesOf('uli')).toContain('Mend the pump')
    expect(await titlesOf('uli', 'Housekeeping')).toEqual(['Air the rooms'])
  })

  test('is silent about deleted tasks', async () => {
    await clearTasks(muster)
    await create('marta', 'Stays')
    const gone = await create('marta', 'Goes')
    await (await muster.as('marta')).call(tasksApi.remove, { params: { id: gone.id } })
    for (const name of ['gita', 'marta', 'uli'] as const) {
      expect((await activityOf(name)).map(({ title }) => title)).toEqual(['Stays'])
    }
  })

  test('is empty where nothing was done', async () => {
    await clearTasks(muster)
    expect(await activityOf('gwen')).toEqual([])
  })
})
