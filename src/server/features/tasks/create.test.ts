import { describe, expect, test } from 'vitest'
import type { PersonName } from '../../../../test/support/people.ts'
import { putProject } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { MAX_STEPS, type NewStep } from '../../../shared/step-fields.ts'
import { stepsApi } from '../../../shared/steps.ts'
import { tasksApi } from '../../../shared/tasks.ts'

const muster = useTestApp()

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const housekeeping = () => ({ id: muster.fixtures.departments.Housekeeping, name: 'Housekeeping' })
const read = async (id: number) => (await muster.as('gita')).call(tasksApi.get, { params: { id } })

describe('creating a task', () => {
  test('needs no more than a title', async () => {
    const marta = await muster.as('marta')
    const task = await marta.call(tasksApi.create, { body: { title: '  Fold the towels ' } })
    expect(task).toEqual({
      id: expect.any(Number),
      title: 'Fold the towels',
      description: null,
      status: 'pending',
      priority: 'medium',
      projectId: null,
      assigneeId: null,
      creatorId: muster.fixtures.people.marta.id,
      departmentId: housekeeping().id,
      dueDate: null,
      completedAt: null,
      tags: [],
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: task.createdAt,
      deletedAt: null,
      ...{ sopId: null, sopPage: null, sopRevision: null },
      ...{ stepsDone: 0, stepsTotal: 0, comments: 0, photos: 0 },
      ...{ kind: 'task', place: null, estimateMinutes: null, takenAt: null, isReceived: false, routineId: null },
      occurrenceAt: null,
      closesAt: null,
      ...{ outcome: null, closedAt: null },
      department: housekeeping(),
      assignee: null,
      project: null,
    })
    expect(await read(task.id)).toEqual(task)
  })

  test('gives 201 and the whole task, with the names that belong to it', async () => {
    const spring = await putProject(muster, 'Spring opening')
    const { marta, uli } = muster.fixtures.people
    const body = {
      title: 'Air the rooms',
      description: 'All of the east wing',
      status: 'in_progress',
      priority: 'high',
      projectId: spring.id,
      assigneeId: uli.id,
      departmentId: housekeeping().id,
      dueDate: '2031-03-01T09:30:00.000Z',
      tags: ['rooms', 'East Wing'],
    }
    const reply = await (await muster.as('marta')).raw({
      method: 'POST',
      url: '/api/v1/tasks',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(reply.status).toBe(201)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.json).toEqual({
      ...body,
      id: expect.any(Number),
      creatorId: marta.id,
      completedAt: null,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: reply.json.createdAt,
      deletedAt: null,
      ...{ sopId: null, sopPage: null, sopRevision: null },
      ...{ stepsDone: 0, stepsTotal: 0, comments: 0, photos: 0 },
      ...{
        kind: 'task',
        place: null,
        estimateMinutes: null,
        takenAt: reply.json.createdAt,
        isReceived: false,
        routineId: null,
        occurrenceAt: null,
        closesAt: null,
      },
      ...{ outcome: null, closedAt: null },
      department: housekeeping(),
      project: { id: spring.id, name: 'Spring opening' },
      assignee: { id: uli.id, firstName: 'Uli', lastName: 'Brandt', email: 'uli@hotel.example', profileImageUrl: null },
    })
  })

  test.each<[PersonName, string, null | undefined, string | undefined]>([
    ['marta', 'manager of Housekeeping', undefined, 'Housekeeping'],
    ['marta', 'manager of Housekeeping', null, undefined],
    ['nora', 'manager of no department', undefined, undefined],
    ['adam', 'admin', undefined, undefined],
    ['gita', 'god', undefined, undefined],
  ])('by %s, %s, with department %s, puts it into %s', async (name, _, departmentId, department) => {
    const browser = await muster.as(name)
    const task = await browser.call(tasksApi.create, { body: { title: 'Count the keys', departmentId } })
    expect(task.department?.name).toBe(department)
  })

  test('keeps each tag once, trimmed, in the order given', async () => {
    const marta = await muster.as('marta')
    const body = { title: 'Polish', tags: [' brass ', 'Lobby', 'brass', 'lobby'] }
    expect((await marta.call(tasksApi.create, { body })).tags).toEqual(['brass', 'Lobby', 'lobby'])
  })

  test('brings its steps along, all or none', async () => {
    const marta = await muster.as('marta')
    const steps: NewStep[] = [
      { text: 'Strip the bed', required: true },
      { text: 'Minibar', kind: 'number', unit: '°C', max: 7 },
    ]
    const body = { title: 'Room 204', place: 'Room 204', estimateMinutes: 25, steps }
    const task = await marta.call(tasksApi.create, { body })
    expect(task).toMatchObject({ place: 'Room 204', estimateMinutes: 25, stepsTotal: 2, stepsDone: 0 })
    const list = await marta.call(stepsApi.list, { params: { id: task.id } })
    expect(list.steps).toMatchObject([
      { position: 1, text: 'Strip the bed', kind: 'tick', required: true },
      { position: 2, text: 'Minibar', kind: 'number', unit: '°C', max: 7 },
    ])
    const wrong = [{ text: 'Count' }, { text: 'Minibar', unit: '°C' }]
    const error = await httpErrorOf(marta.call(tasksApi.create, { body: { title: 'Room 205', steps: wrong } }))
    expect([error.status, error.reply?.issues?.[0]?.path]).toEqual([400, 'steps.1.unit'])
    const many = Array.from({ length: MAX_STEPS + 1 }, () => ({ text: 'Again' }))
    expect((await httpErrorOf(marta.call(tasksApi.create, { body: { title: 'Room 205', steps: many } }))).status).toBe(
      400,
    )
    const { rows } = await muster.services.database.pool.query(`select from tasks where title = 'Room 205'`)
    expect(rows).toEqual([])
  })

  test('for a department, person or project that does not exist is refused with the field', async () => {
    const gita = await muster.as('gita')
    await muster.services.database.pool.query(`update users set is_active = false where email = 'gwen@hotel.example'`)
    for (const reference of [
      { departmentId: 9999 },
      { projectId: 9999 },
      { assigneeId: '0190b1a0-0000-7000-8000-000000000000' },
      { assigneeId: muster.fixtures.people.gwen.id },
    ]) {
      const error = await httpErrorOf(gita.call(tasksApi.create, { body: { title: 'Nobody’s', ...reference } }))
      expect(error.status).toBe(400)
      expect(error.reply?.issues?.map(({ path }) => path)).toEqual(Object.keys(reference))
    }
  })
})
