import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { DepartmentName, PersonName } from '../../../../test/support/people.ts'
import { clearTasks, inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { organisationApi } from '../../../shared/organisation.ts'
import { shiftApi } from '../../../shared/shift.ts'
import { type TaskChanges, tasksApi } from '../../../shared/tasks.ts'
import { listShiftPeople } from './people.ts'

const muster = useTestApp()
beforeEach(() => clearSessions(muster))

const hoursAgo = (hours: number) => inDays(-hours / 24)

test('lists the people of a department, those on duty first', async () => {
  const since = hoursAgo(3)
  await putSession(muster, 'uli', since, null)
  await putSession(muster, 'lea', hoursAgo(14.1), null)
  await putSession(muster, 'una', hoursAgo(1), null)
  const query = { departmentId: String(muster.fixtures.departments.Housekeeping) } as never
  const people = await (await muster.as('marta')).call(shiftApi.people, { query })
  expect(people.map(({ firstName, onDutySince }) => [firstName, onDutySince])).toEqual([
    ['Uli', since],
    ['Léa', null],
    ['Marta', null],
  ])
  expect(people[0]?.department?.name).toBe('Housekeeping')
})

test('is for managers anywhere, and for others in their own department', async () => {
  await putSession(muster, 'una', hoursAgo(1), null)
  const read = async (name: PersonName, department?: DepartmentName) => {
    const departmentId = department && muster.fixtures.departments[department]
    const people = await (await muster.as(name)).call(shiftApi.people, { query: { departmentId } })
    return people.map(({ firstName }) => firstName)
  }
  const all = await read('marta')
  expect(all[0]).toBe('Una')
  expect(all).not.toContain('Gus')
  expect(await read('marta', 'Maintenance')).toEqual(['Una', 'Milan'])
  const own = ['Léa', 'Marta', 'Uli']
  expect(await read('uli')).toEqual(own)
  expect(await read('uli', 'Housekeeping')).toEqual(own)
  expect((await httpErrorOf(read('uli', 'Maintenance'))).status).toBe(403)
  expect((await httpErrorOf(read('gus', 'Housekeeping'))).status).toBe(403)
})

test('is empty for somebody without a department', async () => {
  const ctx = muster.contextOf('uli')
  const nowhere = { ...ctx, viewer: { ...ctx.viewer, departmentId: null, department: null } }
  expect(await listShiftPeople(nowhere, { params: {}, query: {}, body: undefined })).toEqual([])
})

describe('what somebody is at', () => {
  const set = async (name: PersonName, id: number, changes: TaskChanges) =>
    (await muster.as(name)).call(tasksApi.update, { params: { id }, body: changes })
  const doing = async (viewer: PersonName, firstName = 'Uli') =>
    (await (await muster.as(viewer)).call(shiftApi.people, { query: {} })).find(
      (person) => person.firstName === firstName,
    )?.doing
  const taskOf = (assignee: PersonName | null, title = 'Air the rooms', department: DepartmentName = 'Housekeeping') =>
    putTask(muster, { assignee, title, department })

  beforeEach(async () => {
    await clearTasks(muster)
    await putSession(muster, 'uli', hoursAgo(1), null)
  })

  test('is the latest of their tasks that they have set to In Progress', async () => {
    const [first, second] = [await taskOf('uli', 'First'), await taskOf('uli', 'Second')]
    await taskOf('uli', 'Third')
    expect(await doing('lea')).toBeNull()
    await set('uli', second.id, { status: 'in_progress' })
    await set('uli', first.id, { status: 'in_progress' })
    expect(await doing('lea')).toEqual({ id: first.id, title: 'First' })
    // It was changed later, but not begun later.
    await set('marta', second.id, { priority: 'high' })
    expect(await doing('lea')).toEqual({ id: first.id, title: 'First' })
    await set('uli', first.id, { status: 'completed' })
    expect(await doing('lea')).toEqual({ id: second.id, title: 'Second' })
  })

  test('is nothing that others have set to In Progress, or that is no longer theirs', async () => {
    const { id } = await taskOf('uli')
    await set('marta', id, { status: 'in_progress' })
    expect(await doing('lea')).toBeNull()
    await set('uli', id, { status: 'pending' })
    await set('uli', id, { status: 'in_progress' })
    expect(await doing('lea')).toMatchObject({ id })
    await putSession(muster, 'lea', hoursAgo(1), null)
    await set('marta', id, { assigneeId: muster.fixtures.people.lea.id })
    expect(await doing('lea')).toBeNull()
    expect(await doing('marta', 'Léa')).toBeNull()
  })

  test('is shown to those who may see the task, and only of people on duty', async () => {
    const { id } = await taskOf('uli', 'Pump', 'Maintenance')
    await set('uli', id, { status: 'in_progress' })
    expect(await doing('lea')).toBeNull()
    expect(await doing('uli')).toEqual({ id, title: 'Pump' })
    expect(await doing('marta')).toEqual({ id, title: 'Pump' })
    await clearSessions(muster)
    expect(await doing('marta')).toBeNull()
  })
})

test.each([
  ['a manager of another department', 'milan'],
  ['a colleague', 'lea'],
] as const)('%s learns at once that somebody comes on duty, but not of the session', async (_who, name) => {
  const address = await muster.listen()
  const [other, uli] = [await muster.as(name), await muster.as('uli')]
  const page = await openPage(address, { cookie: other.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
  await page.receives('auth_success')
  await uli.call(clockApi.start, {})
  const { data } = await page.receives('change')
  expect(data).toMatchObject({ resource: 'duty', id: null })
  expect(data).not.toHaveProperty('row')
  page.socket.close()
})

test('a correction of a session that has ended changes nobody’s duty, and one of a running session does', async () => {
  const address = await muster.listen()
  const ended = await putSession(muster, 'uli', hoursAgo(80), hoursAgo(72))
  const running = await putSession(muster, 'lea', hoursAgo(3), null)
  const [milan, adam] = [await muster.as('milan'), await muster.as('adam')]
  const page = await openPage(address, { cookie: milan.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.milan.id })
  await page.receives('auth_success')
  const correct = (id: number, startTime: string) =>
    adam.call(clockApi.correct, { params: { id }, body: { startTime, reason: 'Forgotten' } })
  await correct(ended.id, hoursAgo(79))
  const since = hoursAgo(2)
  await correct(running.id, since)
  await adam.call(organisationApi.update, { body: { name: 'The end of what is counted' } })
  const received: string[] = []
  while (!received.includes('organisation')) received.push((await page.receives('change')).data.resource)
  expect(received).toEqual(['duty', 'organisation'])
  const people = await milan.call(shiftApi.people, { query: {} })
  expect(people.find(({ firstName }) => firstName === 'Léa')?.onDutySince).toBe(since)
  page.socket.close()
})
