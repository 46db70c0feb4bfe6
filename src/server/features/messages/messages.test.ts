import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { type DepartmentName, deactivate, type PersonName, putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { messagesApi, type NewMessage, type UrgentMessage } from '../../../shared/messages.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rateLimits } from '../../../shared/rate-limits.ts'

const muster = useTestApp()
const rowsOf = async (text: string) => (await muster.services.database.pool.query(text)).rows
beforeEach(async () => {
  await clearSessions(muster)
  await rowsOf('delete from messages')
  await rowsOf('delete from notifications')
  await rowsOf('delete from rate_limits')
  await rowsOf("delete from audit_logs where resource_type = 'message'")
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const comesOnDuty = async (...names: PersonName[]) => {
  for (const name of names) await putSession(muster, name, hoursAgo(1), null)
}
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const idsOf = (...names: PersonName[]) => names.map(idOf)
const departmentOf = (name: DepartmentName) => muster.fixtures.departments[name]

const text = 'Could somebody bring two cots to 512?'
const reason = 'The boiler leaks into the lift'
const send = async (name: PersonName, body: Partial<NewMessage>) =>
  (await muster.as(name)).call(messagesApi.send, { body: { text, ...body } })
const sendUrgent = async (name: PersonName, body: Partial<UrgentMessage>) =>
  (await muster.as(name)).call(messagesApi.sendUrgent, { body: { text, reason, ...body } })
const namesOf = ({ recipients }: { recipients: { firstName: string; wasOnDuty: boolean }[] }) =>
  recipients.map(({ firstName, wasOnDuty }) => [firstName, wasOnDuty])
const received = async (name: PersonName) =>
  (await (await muster.as(name)).call(notificationsApi.list, {})).map(({ type, title, message }) => [
    ...[type, title, message],
  ])
const refused = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  const issues = reply?.issues?.map(({ path, message }) => [path, message])
  return { status, code: reply?.code, message: reply?.message, issues }
}

describe('a message to people', () => {
  test('reaches those named who are on duty', async () => {
    await comesOnDuty('lea', 'marta')
    const sent = await send('uli', { userIds: idsOf('marta', 'lea') })
    expect(sent).toMatchObject({ id: expect.any(Number), text, reason: null, createdAt: expect.stringMatching(/Z$/) })
    expect(namesOf(sent)).toEqual([
      ['Léa', true],
      ['Marta', true],
    ])
    expect(sent.recipients[0]).toEqual({
      ...{ id: idOf('lea'), firstName: 'Léa', lastName: 'Kern', profileImageUrl: null, wasOnDuty: true },
    })
    expect(await received('lea')).toEqual([['message', 'Message from Uli Brandt', text]])
    expect(await received('uli')).toEqual([])
    const [row] = await rowsOf('select * from messages')
    expect(row).toMatchObject({ sender_id: idOf('uli'), text, reason: null, recipients: 2, off_duty: 0 })
    expect(await rowsOf('select distinct urgency, subject_type, subject_id from notifications')).toEqual([
      { urgency: 'normal', subject_type: 'message', subject_id: String(row.id) },
    ])
  })

  test('says who is not on duty, and reaches nobody then', async () => {
    await comesOnDuty('lea')
    await putSession(muster, 'marta', hoursAgo(14.1), null)
    expect(await refused(send('uli', { userIds: idsOf('lea', 'marta') }))).toEqual({
      ...{ status: 400, code: 'invalid', message: 'userIds.1: Marta Oliveira is not on duty' },
      issues: [['userIds.1', 'Marta Oliveira is not on duty']],
    })
    expect(await received('lea')).toEqual([])
  })

  test('goes to people of the own department, from managers to anybody who does shifts', async () => {
    await comesOnDuty('una', 'lea', 'gus')
    const nobody = 'You cannot send a message to this person'
    const issues = (...at: number[]) => at.map((index) => [`userIds.${index}`, nobody])
    const stranger = '0190b1a0-0000-7000-8000-000000000000'
    expect(await refused(send('uli', { userIds: [...idsOf('una', 'lea'), stranger] }))).toMatchObject({
      issues: issues(0, 2),
    })
    expect(namesOf(await send('marta', { userIds: idsOf('una') }))).toEqual([['Una', true]])
    expect(await refused(send('marta', { userIds: idsOf('gus') }))).toMatchObject({ issues: issues(0) })
    const left = await putPerson(muster.services, { departmentId: departmentOf('Housekeeping'), isActive: false })
    expect(await refused(send('marta', { userIds: [left.id] }))).toMatchObject({ issues: issues(0) })
  })

  test('never goes to its sender', async () => {
    await comesOnDuty('uli', 'lea')
    expect(namesOf(await send('uli', { userIds: idsOf('uli', 'lea', 'lea') }))).toEqual([['Léa', true]])
    expect(await refused(send('uli', { userIds: idsOf('uli') }))).toMatchObject({
      issues: [['userIds', 'Choose somebody else']],
    })
  })

  test('needs either people or a department', async () => {
    const issues = [['userIds', 'Choose either people or a department']]
    expect(await refused(send('uli', {}))).toMatchObject({ status: 400, issues })
    expect(await refused(send('uli', { userIds: idsOf('lea'), onDutyIn: departmentOf('Housekeeping') }))).toMatchObject(
      { issues },
    )
    expect(await refused(send('uli', { userIds: [] }))).toMatchObject({ issues: [['userIds', 'Choose somebody']] })
    expect(await refused(sendUrgent('marta', {}))).toMatchObject({ issues })
    expect(await refused(send('uli', { userIds: idsOf('lea'), text: ' ' }))).toMatchObject({
      issues: [['text', 'Write your message']],
    })
  })
})

describe('a message to all on duty', () => {
  test('reaches everybody on duty in the department but its sender', async () => {
    await comesOnDuty('uli', 'lea', 'una')
    expect(namesOf(await send('uli', { onDutyIn: departmentOf('Housekeeping') }))).toEqual([['Léa', true]])
    expect(await rowsOf('select department_id as department from messages')).toEqual([
      { department: departmentOf('Housekeeping') },
    ])
    expect(namesOf(await send('marta', { onDutyIn: departmentOf('Maintenance') }))).toEqual([['Una', true]])
  })

  test('says when nobody is there', async () => {
    await comesOnDuty('uli')
    expect(await refused(send('uli', { onDutyIn: departmentOf('Housekeeping') }))).toEqual({
      ...{ status: 409, code: 'nobody_on_duty', message: 'Nobody else is on duty there now', issues: undefined },
    })
    expect(await rowsOf('select from messages')).toEqual([])
  })

  test('of another department is for managers', async () => {
    await comesOnDuty('una')
    expect(await refused(send('uli', { onDutyIn: departmentOf('Maintenance') }))).toMatchObject({ status: 403 })
    expect(await refused(send('marta', { onDutyIn: 999 }))).toMatchObject({
      ...{ status: 400, issues: [['onDutyIn', 'There is no such department']] },
    })
  })
})

describe('an urgent message', () => {
  test('reaches those named, on duty or not, with its reason', async () => {
    await comesOnDuty('lea')
    const sent = await sendUrgent('marta', { userIds: idsOf('lea', 'uli') })
    expect(sent.reason).toBe(reason)
    expect(namesOf(sent)).toEqual([
      ['Léa', true],
      ['Uli', false],
    ])
    expect(await received('uli')).toEqual([
      ['urgent-message', 'Urgent message from Marta Oliveira', `${text} (Reason: ${reason})`],
    ])
    expect(await rowsOf('select distinct urgency from notifications')).toEqual([{ urgency: 'urgent' }])
    expect(await rowsOf('select reason, recipients, off_duty from messages')).toEqual([
      { reason, recipients: 2, off_duty: 1 },
    ])
  })

  test('reaches everybody of a department', async () => {
    await comesOnDuty('lea')
    const sent = await sendUrgent('marta', { departmentId: departmentOf('Housekeeping') })
    expect(sent.reason).toBe(reason)
    expect(namesOf(sent)).toEqual([
      ['Léa', true],
      ['Uli', false],
    ])
    expect(namesOf(await sendUrgent('gita', { departmentId: departmentOf('Operations') }))).toEqual([['Adam', false]])
    await deactivate(muster.services, 'adam')
    expect(await refused(sendUrgent('gita', { departmentId: departmentOf('Operations') }))).toMatchObject({
      ...{ status: 409, code: 'nobody_there', message: 'Nobody else belongs to this department' },
    })
  })

  test('is for managers, in their own department', async () => {
    const nobody = { status: 400, issues: [['userIds.0', 'You cannot send a message to this person']] }
    expect(await refused(sendUrgent('uli', { userIds: idsOf('lea') }))).toMatchObject({ status: 403 })
    expect(await refused(sendUrgent('marta', { userIds: idsOf('una') }))).toMatchObject(nobody)
    expect(await refused(sendUrgent('marta', { departmentId: departmentOf('Maintenance') }))).toMatchObject({
      status: 403,
    })
    expect(await refused(sendUrgent('nora', { userIds: idsOf('lea') }))).toMatchObject(nobody)
    expect(namesOf(await sendUrgent('gita', { userIds: idsOf('una') }))).toEqual([['Una', false]])
  })

  test('needs a reason of some words', async () => {
    const body = { userIds: idsOf('lea') }
    expect(await refused(sendUrgent('marta', { ...body, reason: 'Because' }))).toMatchObject({
      issues: [['reason', 'Say why it cannot wait, in 10 characters or more']],
    })
    expect(await refused(sendUrgent('marta', { ...body, reason: `Because${' '.repeat(20)}` }))).toMatchObject({
      status: 400,
    })
  })
})

test('the audit log has the words and the reason of urgent ones, and of others only that they were sent', async () => {
  await comesOnDuty('lea')
  await send('uli', { userIds: idsOf('lea') })
  await sendUrgent('marta', { userIds: idsOf('lea', 'uli') })
  const { entries } = await (await muster.as('gita')).call(auditApi.list, { query: { resourceType: 'message' } })
  const told = entries.map(({ action, changes }) => [
    ...[action, Object.fromEntries(changes.map(({ field, after }) => [field, after]))],
  ])
  expect(told).toEqual([
    ['message.send-urgent', { text, reason, recipients: '2', offDuty: '1' }],
    ['message.send', { recipients: '1', offDuty: '0' }],
  ])
})

describe('the limit', () => {
  test('of messages is for people below managers', async () => {
    await comesOnDuty('lea', 'marta', 'uli')
    const { burst } = rateLimits.message
    for (let sent = 0; sent < burst; sent += 1) {
      await send('uli', { userIds: idsOf('lea') })
      await send('marta', { userIds: idsOf('lea') })
    }
    const tooMany = await refused(send('uli', { userIds: idsOf('lea') }))
    expect(tooMany).toMatchObject({ status: 429, code: 'too_many' })
    expect(tooMany.message).toMatch(/^You are sending many messages\. Try again in/)
    await send('marta', { userIds: idsOf('lea') })
  })

  test('of urgent ones is for everybody', async () => {
    for (const name of ['marta', 'gita'] as const) {
      for (let sent = 0; sent < rateLimits['urgent-message'].burst; sent += 1)
        await sendUrgent(name, { userIds: idsOf('lea') })
      expect(await refused(sendUrgent(name, { userIds: idsOf('lea') }))).toMatchObject({ status: 429 })
    }
  })
})
