import { eq, inArray } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { putPerson } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import type { Role } from '../../../shared/permissions.ts'
import { usersApi } from '../../../shared/users.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'

const muster = useTestApp()
const housekeeping = () => muster.fixtures.departments.Housekeeping
const orm = () => muster.services.database.orm
const adam = () => muster.as('adam')

const someone = (role: Role = 'user', departmentId: number | null = housekeeping()) =>
  putPerson(muster.services, { role, departmentId })

/** Somebody with three open tasks, one that is done and one that was missed, two routines, and reminders. */
async function somebodyWithWork() {
  const person = await someone('manager')
  const assigneeId = person.id
  const putTaskOf = async (fields: Parameters<typeof putTask>[1] = {}) => {
    const { id } = await putTask(muster, { department: 'Housekeeping', ...fields })
    await orm().update(tasks).set({ assigneeId }).where(eq(tasks.id, id))
    return id
  }
  const at = new Date().toISOString()
  const open = [await putTaskOf(), await putTaskOf({ status: 'in_progress' }), await putTaskOf({ status: 'overdue' })]
  const done = await putTaskOf({ status: 'completed' })
  const missed = await putTaskOf({ kind: 'routine', outcome: 'missed', closedAt: at })
  const rule = { title: 'Round', days: '* * *', opensAt: '06:00', dueAfterMinutes: 60, creatorId: person.id }
  const [ofDepartment, ofPerson] = await orm()
    .insert(routines)
    .values([
      { ...rule, assigneeId, departmentId: housekeeping() },
      { ...rule, assigneeId, nextOccurrence: '2031-06-01T04:00:00.000Z' },
      { ...rule, departmentId: housekeeping() },
      { ...rule, assigneeId, departmentId: housekeeping(), deletedAt: at },
    ])
    .returning()
  const reminder = { title: 'Order soap', nextRun: '2031-06-01T09:00:00.000Z', createdBy: person.id }
  await orm()
    .insert(reminders)
    .values([
      { ...reminder, userId: person.id },
      { ...reminder, userId: person.id, isActive: false },
      { ...reminder, departmentId: housekeeping() },
      reminder,
    ])
  if (!ofDepartment || !ofPerson) throw new Error('The routines were not written')
  return { person, open, done, missed, ofDepartment, ofPerson }
}

const assigneesOf = async (ids: number[]) =>
  (await orm().select().from(tasks).where(inArray(tasks.id, ids)).orderBy(tasks.id)).map((task) => task.assigneeId)
const routineOf = async (id: number) => (await orm().select().from(routines).where(eq(routines.id, id)))[0]
const toldTo = async (userId: string) =>
  orm().select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.id)

test('what somebody would leave is counted', async () => {
  const { person } = await somebodyWithWork()
  expect(await (await adam()).call(usersApi.openWork, { params: { id: person.id } })).toEqual({
    ...{ tasks: 3, routines: 2, madeRoutines: 3, reminders: 1, madeReminders: 2 },
  })
  const nothing = await someone()
  expect(await (await adam()).call(usersApi.openWork, { params: { id: nothing.id } })).toEqual({
    ...{ tasks: 0, routines: 0, madeRoutines: 0, reminders: 0, madeReminders: 0 },
  })
})

test.each(['deactivated', 'deleted'] as const)('work of somebody who is %s is reassigned at once', async (how) => {
  const { person, open, done, missed, ofDepartment, ofPerson } = await somebodyWithWork()
  const successor = await someone()
  const browser = await adam()
  const params = { id: person.id }
  const successorId = successor.id
  if (how === 'deactivated') await browser.call(usersApi.update, { params, body: { isActive: false, successorId } })
  else await browser.call(usersApi.remove, { params, query: { successorId } })

  expect(await assigneesOf(open)).toEqual([successorId, successorId, successorId])
  expect(await assigneesOf([done])).toEqual([person.id])
  expect(await assigneesOf([missed])).not.toEqual([successorId])
  expect(await routineOf(ofDepartment.id)).toMatchObject({ assigneeId: successorId, isActive: true })
  expect(await routineOf(ofPerson.id)).toMatchObject({
    ...{ assigneeId: successorId, isActive: true, nextOccurrence: '2031-06-01T04:00:00.000Z' },
  })
  const name = `${person.firstName} ${person.lastName}`
  // One notification, and an entry in the log for each task and routine.
  expect((await toldTo(successorId)).map(({ kind, params }) => [kind, params])).toEqual([
    ['work-reassigned', { by: 'Adam Weiss', from: name, tasks: 3, routines: 2 }],
  ])
  const theirs = await muster.signIn(successor.email)
  const [words] = await theirs.call(notificationsApi.list, {})
  expect(words).toMatchObject({
    ...{ title: `You take over the work of ${name}`, message: 'Adam Weiss assigned you 3 tasks and 2 routines' },
  })
  const entries = await orm().select().from(auditLogs).where(eq(auditLogs.userId, muster.fixtures.people.adam.id))
  const given = entries.filter(({ details }) => JSON.stringify(details).includes(`"assigneeId":"${successorId}"`))
  // The deleted routine too, which may come back.
  expect(given.map(({ action }) => action).sort()).toEqual([
    ...['routine.update', 'routine.update', 'routine.update', 'task.update', 'task.update', 'task.update'],
  ])
})

test('work stays if nobody is named: tasks with the person, routines as before', async () => {
  const { person, open, ofDepartment, ofPerson } = await somebodyWithWork()
  await (await adam()).call(usersApi.update, { params: { id: person.id }, body: { isActive: false } })
  expect(await assigneesOf(open)).toEqual([person.id, person.id, person.id])
  expect(await routineOf(ofDepartment.id)).toMatchObject({ assigneeId: null, isActive: true })
  expect(await routineOf(ofPerson.id)).toMatchObject({ assigneeId: person.id, isActive: false })
})

test('work goes only to who may have it, and only from who leaves', async () => {
  const { person, open } = await somebodyWithWork()
  const browser = await adam()
  const closed = await someone()
  await browser.call(usersApi.update, { params: { id: closed.id }, body: { isActive: false } })
  const give = (successorId: string, more: object = { isActive: false }) =>
    httpErrorOf(browser.call(usersApi.update, { params: { id: person.id }, body: { ...more, successorId } }))
  const refused = [
    ...[closed.id, person.id, '00000000-0000-7000-8000-000000000000'],
    (await someone('guest')).id,
    (await someone('user', muster.fixtures.departments.Maintenance)).id,
  ]
  for (const id of refused) {
    const { status, reply } = await give(id)
    expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'successorId'])
    const removed = await httpErrorOf(
      browser.call(usersApi.remove, { params: { id: person.id }, query: { successorId: id } }),
    )
    expect(removed.status).toBe(400)
  }
  const { status, reply } = await give((await someone()).id, {})
  expect([status, reply?.issues?.[0]?.path]).toEqual([400, 'successorId'])
  expect(await assigneesOf(open)).toEqual([person.id, person.id, person.id])
  // A manager of another department sees the tasks of all.
  const manager = await someone('manager', muster.fixtures.departments.Maintenance)
  await browser.call(usersApi.update, { params: { id: person.id }, body: { isActive: false, successorId: manager.id } })
  expect(await assigneesOf(open)).toEqual([manager.id, manager.id, manager.id])
})

test('who takes the work over themselves is not told', async () => {
  const { person, open } = await somebodyWithWork()
  const { id } = muster.fixtures.people.adam
  const before = await toldTo(id)
  await (await adam()).call(usersApi.update, { params: { id: person.id }, body: { isActive: false, successorId: id } })
  expect(await assigneesOf(open)).toEqual([id, id, id])
  expect(await toldTo(id)).toEqual(before)
})

test('the statements do not grow with the tasks', async () => {
  const statementsFor = async (count: number) => {
    const [person, successor] = [await someone(), await someone()]
    const ids: number[] = []
    for (let at = 0; at < count; at += 1) ids.push((await putTask(muster, { department: 'Housekeeping' })).id)
    await orm().update(tasks).set({ assigneeId: person.id }).where(inArray(tasks.id, ids))
    const browser = await adam()
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    await browser.call(usersApi.update, {
      ...{ params: { id: person.id }, body: { isActive: false, successorId: successor.id } },
    })
    const statements = queries.mock.calls.length
    queries.mockRestore()
    expect(new Set(await assigneesOf(ids))).toEqual(new Set([successor.id]))
    expect(await toldTo(successor.id)).toHaveLength(1)
    return statements
  }
  await statementsFor(1)
  // The session may be renewed meanwhile.
  expect(await statementsFor(30)).toBeLessThan((await statementsFor(3)) + 5)
})
