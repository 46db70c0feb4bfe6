import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers } from '../../../../test/support/handovers.ts'
import { type PersonName, putPerson } from '../../../../test/support/people.ts'
import { clearTasks, putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { clockApi } from '../../../shared/clock.ts'
import { handoversApi } from '../../../shared/handovers.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'
import { contextFor, type Services } from '../../core/context.ts'
import { offerForgotten } from './forgotten.ts'

/** When a clock-out was forgotten, the person's tasks in progress are offered to the people on duty, once. */

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const offer = (services: Services = muster.services) => offerForgotten(contextFor(services, null, new Date()))
const written = async (name: PersonName = 'lea') =>
  (await (await muster.as(name)).call(handoversApi.list, { query: {} })).handovers
const begun = (fields: Parameters<typeof putTask>[1] = {}) =>
  putTask(muster, {
    ...{
      title: 'Tap drips',
      department: 'Housekeeping',
      assignee: 'uli',
      status: 'in_progress',
      updatedAt: hoursAgo(20),
    },
    ...fields,
  })

beforeEach(async () => {
  await clearHandovers(muster)
  await clearTasks(muster)
  await clearSessions(muster)
  await query('delete from notifications')
  await query('delete from rate_limits')
})
afterAll(() => clearSessions(muster))

describe('after 14 hours', () => {
  test('it is offered to those on duty, and whoever receives it has it', async () => {
    const task = await begun()
    await begun({ status: 'pending' })
    await begun({ assignee: 'lea' })
    await putSession(muster, 'uli', hoursAgo(14.01), null)
    await putSession(muster, 'lea', hoursAgo(2), null)
    expect(await offer()).toBe(1)
    const [handover] = await written()
    expect(handover).toMatchObject({ giver: { id: idOf('uli') }, note: null, department: { name: 'Housekeeping' } })
    expect(handover?.items).toMatchObject([
      {
        isForgotten: true,
        task: { id: task.id },
        severity: 'act',
        next: '',
        toUser: null,
        department: { name: 'Housekeeping' },
      },
    ])
    const news = await (await muster.as('lea')).call(notificationsApi.list, {})
    expect(news).toMatchObject([{ title: 'Please check whether this is done', message: 'Uli Brandt: Tap drips' }])
    const params = { id: handover?.items[0]?.id ?? 0 }
    await (await muster.as('lea')).call(handoversApi.receive, { params })
    expect(await (await muster.as('lea')).call(tasksApi.get, { params: { id: task.id } })).toMatchObject({
      ...{ assigneeId: idOf('lea'), status: 'pending' },
    })
    const [entry] = await query(
      `select user_id from audit_logs where action = 'handover.offer' order by id desc limit 1`,
    )
    expect(entry).toEqual({ user_id: null })
  })

  test('once for each session, on however many servers, whatever else happens', async () => {
    const others = [await muster.another(), await muster.another()]
    await begun()
    const { id } = await putSession(muster, 'uli', hoursAgo(15), null)
    const servers = [muster.services, ...others.map(({ services }) => services)]
    await Promise.all([...servers, ...servers, ...servers].map((services) => offer(services)))
    expect(await written()).toHaveLength(1)
    const body = { endTime: hoursAgo(1), reason: 'Forgot to clock out' }
    await (await muster.as('marta')).call(clockApi.correct, { params: { id }, body })
    expect(await written()).toHaveLength(1)
    // The next one that is forgotten counts anew.
    await query(
      `update clock_sessions set start_time = start_time - interval '20 hours', end_time = end_time - interval '20 hours'`,
    )
    await query(`update handovers set created_at = now() - interval '16 hours'`)
    await putSession(muster, 'uli', hoursAgo(15), null)
    await offer()
    expect(await written()).toHaveLength(2)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['nothing is in progress', () => begun({ status: 'pending' })],
    ['it was begun after 14 hours', () => begun({ updatedAt: hoursAgo(0.5) })],
    ['it is closed', () => begun({ outcome: 'missed', closedAt: hoursAgo(1) })],
    ['it is deleted', () => begun({ deletedAt: hoursAgo(1) })],
  ])('nothing is offered when %s', async (_, prepare) => {
    await prepare()
    await putSession(muster, 'uli', hoursAgo(15), null)
    expect(await offer()).toBe(0)
    expect(await written()).toEqual([])
  })

  test('nothing is offered of a session that is not so long, or was confirmed', async () => {
    await begun()
    const { id } = await putSession(muster, 'uli', hoursAgo(13.9), null)
    expect(await offer()).toBe(0)
    await query('update clock_sessions set start_time = $2, confirmed_at = $3 where id = $1', [
      id,
      hoursAgo(20),
      hoursAgo(1),
    ])
    expect(await offer()).toBe(0)
  })

  test('what belongs to no department is for managers, and what goes elsewhere for the people there', async () => {
    await begun({ department: null, title: 'Budget' })
    await begun({ department: 'Maintenance' })
    await putSession(muster, 'uli', hoursAgo(15), null)
    await putSession(muster, 'marta', hoursAgo(1), null)
    await putSession(muster, 'una', hoursAgo(1), null)
    await putSession(muster, 'lea', hoursAgo(1), null)
    await offer()
    const told = await query(`select first_name, params ->> 'about' as about from notifications
      join users on users.id = user_id order by 1`)
    expect(told).toEqual([
      { first_name: 'Marta', about: 'Budget' },
      { first_name: 'Una', about: 'Tap drips' },
    ])
    expect((await written('lea'))[0]?.items).toEqual([])
    expect((await written('una'))[0]?.items).toHaveLength(1)
  })
})

describe('when somebody else ends the shift', () => {
  test('by a correction, it is offered at once; a correction of what has ended offers nothing', async () => {
    await begun()
    await putSession(muster, 'lea', hoursAgo(1), null)
    const { id } = await putSession(muster, 'uli', hoursAgo(5), null)
    const marta = await muster.as('marta')
    const correct = (body: object) =>
      marta.call(clockApi.correct, { params: { id }, body: { reason: 'Forgot to clock out', ...body } })
    await correct({ startTime: hoursAgo(6) })
    expect(await written()).toEqual([])
    await correct({ endTime: hoursAgo(1) })
    expect(await written()).toMatchObject([{ items: [{ isForgotten: true }] }])
    const [entry] = await query(
      `select user_id from audit_logs where action = 'handover.offer' order by id desc limit 1`,
    )
    expect(entry).toEqual({ user_id: idOf('marta') })
    await clearHandovers(muster)
    await correct({ endTime: hoursAgo(2) })
    expect(await written()).toEqual([])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'closing the account',
      async (id) => (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { isActive: false } }),
    ],
    ['deleting it', async (id) => (await muster.as('adam')).call(usersApi.remove, { params: { id } })],
    [
      'making a guest of them',
      async (id) => (await muster.as('adam')).call(usersApi.update, { params: { id }, body: { role: 'guest' } }),
    ],
  ])('by %s', async (_, close) => {
    const departmentId = muster.fixtures.departments.Housekeeping
    const person = await putPerson(muster.services, { departmentId })
    const task = await begun({ assignee: null })
    await query('update tasks set assignee_id = $2 where id = $1', [task.id, person.id])
    await query('insert into clock_sessions (user_id, department_id, start_time) values ($1, $2, $3)', [
      ...[person.id, departmentId, hoursAgo(3)],
    ])
    await close(person.id)
    const [handover] = await written()
    expect(handover?.items).toMatchObject([{ isForgotten: true, task: { id: task.id } }])
    const params = { id: handover?.items[0]?.id ?? 0 }
    await (await muster.as('lea')).call(handoversApi.receive, { params })
    expect(await query('select assignee_id from tasks where id = $1', [task.id])).toEqual([
      { assignee_id: idOf('lea') },
    ])
  })

  test('who clocks out offers nothing', async () => {
    await begun()
    await putSession(muster, 'uli', hoursAgo(5), null)
    await (await muster.as('uli')).call(clockApi.stop, {})
    expect(await offer()).toBe(0)
    expect(await written()).toEqual([])
  })
})
