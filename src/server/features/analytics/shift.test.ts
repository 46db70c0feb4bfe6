import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { clearHandovers, putHandover, putQuestion } from '../../../../test/support/handovers.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { analyticsShiftApi } from '../../../shared/analytics-shift.ts'
import { handoversApi } from '../../../shared/handovers.ts'
import type { DeliveryReason } from '../../../shared/push.ts'
import { messages } from '../../db/tables/messages.ts'
import { notifications } from '../../db/tables/notifications.ts'

/** Figures about handovers, about notifications that reach people off duty, and about urgent messages. */

const muster = useTestApp({ TIME_ZONE: 'Europe/Berlin' })
const query = (text: string) => muster.services.database.pool.query(text)
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const figures = async (asked: object = { from: '2026-09-01', to: '2026-11-15' }, name: PersonName = 'marta') =>
  (await muster.as(name)).call(analyticsShiftApi.shift, { query: asked })
/** A time on one day. */
const at = (time: string) => `2026-11-02T${time}:00.000Z`

beforeEach(async () => {
  await clearHandovers(muster)
  await clearSessions(muster)
  await query('delete from notifications; delete from messages')
})
afterAll(() => clearSessions(muster))

describe('handovers', () => {
  const put = (given: string, received: string | null, fields: Parameters<typeof putHandover>[1] = {}) =>
    putHandover(muster, {
      ...{ createdAt: at(given), ...fields },
      ...(received && { receivedBy: 'lea', receivedAt: at(received) }),
    })

  test('are in time within 15 minutes after somebody could receive them', async () => {
    await putSession(muster, 'lea', at('06:00'), at('14:00'))
    await putSession(muster, 'lea', at('20:00'), at('23:00'))
    // Somebody is there.
    await put('08:00', '08:15')
    await put('08:00', '08:16')
    // Nobody but the giver is there before 20:00.
    await putSession(muster, 'uli', at('13:00'), at('19:00'))
    await put('15:00', '20:14')
    await put('15:00', '20:20')
    // Received by somebody who was not on duty.
    await put('15:30', '16:30')
    // Of a person by name, and of no department.
    await putSession(muster, 'una', at('10:00'), at('12:00'))
    await put('08:00', '10:10', { to: 'una' })
    await put('08:00', '08:30', { department: null })
    // Nobody has received these.
    await put('21:00', null)
    await put('21:30', null, { giver: 'una' })
    const found = await figures()
    // Minutes since somebody could: 15, 16, 14, 20, 0, 10, 30.
    const counts = { items: 9, received: 7, inTime: 4, waiting: 2, minutesToReceipt: 15, questions: 0, answered: 0 }
    expect(found.handovers).toEqual(counts)
    expect(found.departments).toEqual([
      {
        departmentId: muster.fixtures.departments.Housekeeping,
        departmentName: 'Housekeeping',
        ...counts,
        items: 7,
        received: 6,
        inTime: 4,
        waiting: 1,
        minutesToReceipt: 15,
      },
      {
        departmentId: muster.fixtures.departments.Maintenance,
        departmentName: 'Maintenance',
        ...counts,
        items: 1,
        received: 0,
        inTime: 0,
        waiting: 1,
        minutesToReceipt: null,
      },
      {
        departmentId: null,
        departmentName: 'No department',
        ...counts,
        items: 1,
        received: 1,
        inTime: 0,
        waiting: 0,
        minutesToReceipt: 30,
      },
    ])
    expect(found.waiting.map(({ about, giverName, createdAt }) => [about, giverName, createdAt])).toEqual([
      ['The lift is slow', 'Uli Brandt', at('21:00')],
      ['The lift is slow', 'Una Byrne', at('21:30')],
    ])
    const ofMaintenance = await figures({
      from: '2026-11-02',
      to: '2026-11-02',
      departmentId: muster.fixtures.departments.Maintenance,
    })
    expect(ofMaintenance).toMatchObject({
      from: '2026-11-02',
      to: '2026-11-02',
      handovers: { items: 1 },
      waiting: [{ departmentName: 'Maintenance' }],
    })
  })

  test('of a morning are for those who have said after a long shift that they are still there', async () => {
    const next = (time: string) => `2026-11-03T${time}:00.000Z`
    const session = await putSession(muster, 'lea', at('06:00'), null)
    // Handed over twice at once, so that both are looked up together.
    for (const received of [next('09:10'), next('09:40')])
      await putHandover(muster, { createdAt: next('08:00'), receivedBy: 'lea', receivedAt: received })
    await putSession(muster, 'marta', next('09:00'), next('12:00'))
    // Marta is of no use before 09:00, and Lea has forgotten to clock out.
    expect((await figures()).handovers).toMatchObject({ received: 2, inTime: 1, minutesToReceipt: 25 })
    await query(`update clock_sessions set confirmed_at = '${at('21:00')}' where id = ${session.id}`)
    expect((await figures()).handovers).toMatchObject({ received: 2, inTime: 0, minutesToReceipt: 85 })
  })

  test('count their questions, and those that were answered', async () => {
    const task = await putTask(muster, { title: 'Tap drips', department: 'Housekeeping' })
    const { id } = await put('08:00', null, { taskId: task.id })
    await putQuestion(muster, id)
    await putQuestion(muster, id)
    await (await muster.as('marta')).call(handoversApi.answer, { params: { id }, body: { answer: 'Since noon' } })
    const found = await figures()
    expect(found.handovers).toMatchObject({ items: 1, questions: 2, answered: 1 })
    expect(found.waiting).toMatchObject([{ id, about: 'Tap drips', departmentName: 'Housekeeping' }])
  })

  test('of other days do not count', async () => {
    await putHandover(muster, { createdAt: '2026-11-01T22:59:59.999Z' })
    await putHandover(muster, { createdAt: '2026-11-02T23:00:00.000Z' })
    expect((await figures({ from: '2026-11-02', to: '2026-11-02' })).handovers.items).toBe(0)
    expect((await figures({ from: '2026-11-01', to: '2026-11-03' })).handovers.items).toBe(2)
  })
})

test('contacts are those of people who were off duty then, by month and reason', async () => {
  await putSession(muster, 'uli', at('06:00'), at('14:00'))
  const rang = (name: PersonName, rangAt: string, rangBecause: DeliveryReason) => ({
    ...{
      userId: idOf(name),
      kind: 'reminder' as const,
      params: { title: 'Tea', description: null },
      rangAt,
      rangBecause,
    },
  })
  await muster.services.database.orm
    .insert(notifications)
    .values([
      rang('uli', at('07:00'), 'always'),
      rang('uli', at('07:00'), 'on_duty'),
      rang('uli', at('15:00'), 'always'),
      rang('una', at('07:00'), 'urgent'),
      rang('lea', '2026-10-31T22:59:00.000Z', 'urgent'),
      rang('lea', '2026-10-31T23:01:00.000Z', 'urgent'),
      rang('lea', '2026-08-31T12:00:00.000Z', 'urgent'),
    ])
  expect((await figures()).contacts).toEqual([
    { month: '2026-10', because: 'urgent', contacts: 1 },
    { month: '2026-11', because: 'always', contacts: 1 },
    { month: '2026-11', because: 'urgent', contacts: 2 },
  ])
  const departmentId = muster.fixtures.departments.Maintenance
  expect((await figures({ from: '2026-09-01', to: '2026-11-15', departmentId })).contacts).toEqual([
    { month: '2026-11', because: 'urgent', contacts: 1 },
  ])
})

test('urgent messages come with their reasons, the newest first, without their texts', async () => {
  const sent = (name: PersonName, createdAt: string, reason: string | null, departmentId: number | null = null) => ({
    ...{ senderId: idOf(name), text: 'Come at once', reason, departmentId, recipients: 3, offDuty: 2, createdAt },
  })
  const { Housekeeping, Maintenance } = muster.fixtures.departments
  await muster.services.database.orm
    .insert(messages)
    .values([
      sent('marta', at('07:00'), 'The roof leaks', Housekeeping),
      sent('milan', at('08:00'), 'The boiler is off'),
      sent('milan', at('09:00'), null),
      sent('milan', '2026-08-01T07:00:00.000Z', 'Long ago', Maintenance),
    ])
  const { urgent } = await figures()
  expect(urgent).toMatchObject({
    total: 2,
    messages: [
      { sender: { firstName: 'Milan' }, reason: 'The boiler is off', departmentName: null, recipients: 3, offDuty: 2 },
      {
        sender: { firstName: 'Marta' },
        reason: 'The roof leaks',
        departmentName: 'Housekeeping',
        createdAt: at('07:00'),
      },
    ],
  })
  expect(JSON.stringify(urgent)).not.toContain('Come at once')
  const ofMaintenance = await figures({ from: '2026-09-01', to: '2026-11-15', departmentId: Maintenance })
  expect(ofMaintenance.urgent.messages.map(({ reason }) => reason)).toEqual(['The boiler is off'])
})

test('the days are the last 30 by default, in order, and not too many', async () => {
  const { from, to, ...rest } = await figures({})
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29)
  expect(rest).toMatchObject({
    handovers: { items: 0, minutesToReceipt: null },
    departments: [],
    waiting: [],
    contacts: [],
  })
  const refused = async (asked: object) => (await httpErrorOf(figures(asked))).reply?.issues?.[0]?.path
  expect(await refused({ from: '2026-11-02', to: '2026-11-01' })).toBe('to')
  expect(await refused({ from: '2025-11-01', to: '2026-11-02' })).toBe('from')
  expect((await figures({ from: '2025-11-02', to: '2026-11-02' })).from).toBe('2025-11-02')
})
