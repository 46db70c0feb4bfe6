import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { type DepartmentName, deactivate, type PersonName, putPerson } from '../../../../test/support/people.ts'
import { newPhotoId, putPhoto } from '../../../../test/support/photos.ts'
import { inDays, putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { putThread, putThreadMessage, type ThreadOf } from '../../../../test/support/threads.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { IDEMPOTENCY_HEADER } from '../../../shared/idempotency.ts'
import { messagesApi } from '../../../shared/messages.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { rateLimits } from '../../../shared/rate-limits.ts'
import {
  MESSAGE_BEGINNING,
  MESSAGE_PAGE,
  type NewThreadMessage,
  TAKE_BACK_MS,
  threadsApi,
} from '../../../shared/threads.ts'
import { usersApi } from '../../../shared/users.ts'
import { deleteOldMessages } from '../messages/expire.ts'
import { deletePhotos } from '../photos/expire.ts'
import { deleteOldThreads } from './expire.ts'

const muster = useTestApp()
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
beforeEach(async () => {
  await clearSessions(muster)
  await query('delete from threads; delete from messages; delete from notifications; delete from rate_limits')
})

const idOf = (name: PersonName) => muster.fixtures.people[name].id
const departmentOf = (name: DepartmentName) => muster.fixtures.departments[name]
const person = (name: PersonName) => {
  const { id, firstName, lastName, profileImageUrl } = muster.fixtures.people[name]
  return { id, firstName, lastName, profileImageUrl }
}
const comesOnDuty = async (...names: PersonName[]) => {
  for (const name of names) await putSession(muster, name, new Date(Date.now() - 3_600_000).toISOString(), null)
}
const as = (name: PersonName) => muster.as(name)
const list = async (name: PersonName, after?: string) =>
  (await as(name)).call(threadsApi.list, { query: after ? { after } : {} })
const read = async (name: PersonName, id: number, before?: number) =>
  (await as(name)).call(threadsApi.messages, { params: { id }, query: before ? { before } : {} })
const send = async (name: PersonName, id: number, body: Partial<NewThreadMessage> = {}) =>
  (await as(name)).call(threadsApi.send, { params: { id }, body: { text: 'On my way', ...body } })
const markRead = async (name: PersonName, id: number) => (await as(name)).call(threadsApi.markRead, { params: { id } })
const takeBack = async (name: PersonName, id: number, message: number) =>
  (await as(name)).call(threadsApi.takeBack, { params: { id, message } })
const write = async (
  name: PersonName,
  to: { userIds?: string[]; onDutyIn?: number },
  text = 'Two cots for 512, please',
) => (await as(name)).call(messagesApi.send, { body: { text, ...to } })
const bellOf = async (name: PersonName) =>
  (await (await as(name)).call(notificationsApi.list, {})).map(({ title, message, threadId }) => ({
    title,
    message,
    threadId,
  }))
const unreadOf = async (name: PersonName) => (await as(name)).call(notificationsApi.unreadCount, {})
const refused = async (calling: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(calling)
  return { status, code: reply?.code, paths: reply?.issues?.map(({ path }) => path) }
}
const texts = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text)

describe('a message to people', () => {
  test('belongs to their thread, in which the other can answer', async () => {
    await comesOnDuty('lea', 'uli')
    const sent = await write('uli', { userIds: [idOf('lea')] })
    const id = sent.threadId as number
    expect((await list('lea')).threads).toEqual([
      {
        ...{ id, person: person('uli'), department: null, isOpen: true, onDuty: 1, unread: 1 },
        last: {
          ...{ id: sent.id, sender: person('uli'), text: 'Two cots for 512, please', createdAt: sent.createdAt },
          ...{ isUrgent: false, hasPhoto: false, isTakenBack: false },
        },
      },
    ])
    const answer = await send('lea', id)
    expect(answer).toEqual({
      ...{ id: expect.any(Number), threadId: id, sender: person('lea'), text: 'On my way', reason: null },
      ...{ photo: null, task: null, createdAt: expect.stringMatching(/Z$/), takenBackAt: null },
    })
    const { messages, thread, next } = await read('uli', id)
    expect([messages.at(-1), next]).toEqual([answer, null])
    expect(thread).toMatchObject({ id, person: person('lea'), unread: 1, last: { id: answer.id, text: 'On my way' } })
    // The same two people have one thread, also if the other one begins.
    expect((await write('lea', { userIds: [idOf('uli')] })).threadId).toBe(id)
    expect(await query('select count(*)::int as threads from threads')).toEqual([{ threads: 1 }])
  })

  test('stands in the thread with each of several, who do not see each other’s answers', async () => {
    await comesOnDuty('lea', 'marta')
    const sent = await write('uli', { userIds: [idOf('lea'), idOf('marta')] })
    expect(sent.threadId).toBeNull()
    const { threads } = await list('uli')
    expect(threads.map((thread) => [thread.person?.firstName, thread.last?.id]).sort()).toEqual([
      ['Léa', sent.id],
      ['Marta', sent.id],
    ])
    const ofLea = (await list('lea')).threads[0]?.id as number
    await send('lea', ofLea, { text: 'Not I' })
    const ofMarta = (await list('marta')).threads[0]?.id as number
    expect(texts(await read('marta', ofMarta))).toEqual(['Two cots for 512, please'])
    expect((await bellOf('lea'))[0]?.threadId).toBe(ofLea)
    expect((await bellOf('marta'))[0]?.threadId).toBe(ofMarta)
  })

  test('on duty in one’s own department stands in the department’s thread', async () => {
    await comesOnDuty('lea')
    const { threadId } = await write('uli', { onDutyIn: departmentOf('Housekeeping') })
    const id = threadId as number
    const department = { id: departmentOf('Housekeeping'), name: 'Housekeeping' }
    for (const [name, unread] of [
      ['uli', 0],
      ['lea', 1],
      ['marta', 1],
    ] as const)
      expect((await list(name)).threads).toMatchObject([{ id, person: null, department, unread, isOpen: true }])
    expect(await bellOf('lea')).toEqual([
      { title: 'Message from Uli Brandt to Housekeeping', message: 'Two cots for 512, please', threadId: id },
    ])
  })

  test('on duty in another department goes to each of them, and only answers enter the sender’s list', async () => {
    await comesOnDuty('una', 'milan')
    const sent = await write('marta', { onDutyIn: departmentOf('Maintenance') })
    expect([sent.recipients.length, sent.threadId]).toEqual([2, null])
    expect((await list('marta')).threads).toEqual([])
    const ofUna = (await list('una')).threads
    expect(ofUna).toMatchObject([{ person: { firstName: 'Marta' }, unread: 1 }])
    await send('una', ofUna[0]?.id as number)
    const { threads } = await list('marta')
    expect(threads).toMatchObject([{ person: { firstName: 'Una' }, unread: 1 }])
    expect(texts(await read('marta', threads[0]?.id as number))).toEqual(['Two cots for 512, please', 'On my way'])
    // One that she has herself written to stays there.
    expect(await query('select count(*)::int as messages from messages')).toEqual([{ messages: 2 }])
  })

  test('that is urgent stands there with its reason', async () => {
    const reason = 'The boiler leaks into the lift'
    const body = { userIds: [idOf('lea')], text: 'Keep out of the lift', reason }
    const { threadId } = await (await as('marta')).call(messagesApi.sendUrgent, { body })
    expect((await read('lea', threadId as number)).messages).toMatchObject([{ text: 'Keep out of the lift', reason }])
    expect((await list('lea')).threads).toMatchObject([{ last: { isUrgent: true } }])
  })
})

describe('who reads a thread', () => {
  const outsiders = {
    Housekeeping: ['gus', 'una', 'milan', 'gwen', 'nora', 'adam', 'gita'],
    pair: ['gus', 'marta', 'gita'],
  }
  test.each([
    ['a department’s', 'Housekeeping' as ThreadOf, ['uli', 'lea', 'marta'], outsiders.Housekeeping],
    ['of two', ['uli', 'lea'] as const, ['uli', 'lea'], outsiders.pair],
  ] as const)('%s: its people, and nobody else', async (_, of, insiders, others) => {
    const id = await putThread(muster, of)
    const message = await putThreadMessage(muster, id, 'uli')
    for (const name of insiders as readonly PersonName[]) {
      expect(texts(await read(name, id))).toEqual(['Two cots, please'])
      expect((await list(name)).threads.map((thread) => thread.id)).toEqual([id])
    }
    for (const name of others as readonly PersonName[]) {
      const status = name === 'gus' || name === 'gwen' ? 403 : 404
      expect((await refused(read(name, id))).status).toBe(status)
      expect((await refused(send(name, id))).status).toBe(status)
      expect((await refused(markRead(name, id))).status).toBe(status)
      expect((await refused(takeBack(name, id, message))).status).toBe(status)
      if (status === 404) expect((await list(name)).threads).toEqual([])
    }
  })

  test('a person who changes department loses the department’s thread, and keeps those of two', async () => {
    const { id, email } = await putPerson(muster.services, { departmentId: departmentOf('Housekeeping') })
    const moved = await muster.signIn(email)
    const ofDepartment = await putThread(muster, 'Housekeeping')
    await putThreadMessage(muster, ofDepartment, 'uli')
    await comesOnDuty('lea')
    const { threadId } = await moved.call(messagesApi.send, { body: { userIds: [idOf('lea')], text: 'Hello' } })
    const idsOf = async () => (await moved.call(threadsApi.list, { query: {} })).threads.map((thread) => thread.id)
    expect(await idsOf()).toEqual([threadId, ofDepartment])
    const body = { departmentId: departmentOf('Maintenance') }
    await (await as('gita')).call(usersApi.update, { params: { id }, body })
    expect(await idsOf()).toEqual([threadId])
    const reading = moved.call(threadsApi.messages, { params: { id: ofDepartment }, query: {} })
    expect((await refused(reading)).status).toBe(404)
  })

  test('a thread with a person who has left can be read, and not written in', async () => {
    const { id: left } = await putPerson(muster.services, { departmentId: departmentOf('Housekeeping') })
    const [{ id }] = await query(
      `insert into threads (person_a, person_b, last_at) values (least($1::uuid, $2), greatest($1::uuid, $2), now()) returning id`,
      [idOf('uli'), left],
    )
    await putThreadMessage(muster, id, 'uli')
    expect((await read('uli', id)).thread.isOpen).toBe(true)
    await query('update users set is_active = false where id = $1', [left])
    expect((await read('uli', id)).thread).toMatchObject({ isOpen: false, person: { id: left } })
    expect(await refused(send('uli', id))).toMatchObject({ status: 409, code: 'cannot_reach' })
  })
})

describe('the list of threads', () => {
  test('has the latest first, a page at a time, each once', async () => {
    const people = await Promise.all(Array.from({ length: 65 }, () => putPerson(muster.services)))
    await query(
      `with thread as (
        insert into threads (person_a, person_b, last_at)
        select least($1::uuid, other), greatest($1::uuid, other), now() from unnest($2::uuid[]) as other returning *
      ), message as (
        insert into messages (sender_id, text, addressees, recipients, off_duty)
        select $1, 'To ' || n, '{}', 1, 0 from generate_series(1, 65) n returning id
      ), link as (
        insert into thread_messages (thread_id, message_id)
        select thread.id, message.id from (select id, row_number() over (order by id) n from thread) thread
          join (select id, row_number() over (order by id) n from message) message using (n) returning *
      ) select 1`,
      [idOf('uli'), people.map(({ id }) => id)],
    )
    // Three of them have the same latest message, as one to several people has.
    await query(`update threads set last_a = least(m, 40), last_b = least(m, 40) from (
      select thread_id, row_number() over (order by message_id) as m from thread_messages) t where thread_id = id`)
    await query(`update threads set last_a = t.last, last_b = t.last from (
      select id, (select min(id) from messages) + last_a - 1 as last from threads) t where t.id = threads.id`)
    const ids: number[] = []
    let next: string | null = null
    const sizes: number[] = []
    do {
      const page = await list('uli', next ?? undefined)
      ids.push(...page.threads.map(({ id }) => id))
      sizes.push(page.threads.length)
      next = page.next
    } while (next !== null)
    expect(sizes).toEqual([30, 30, 5])
    expect(new Set(ids).size).toBe(65)
    const order = await query('select id from threads order by last_a desc, id desc')
    expect(ids).toEqual(order.map(({ id }) => id))
  })

  test('refuses what is no cursor', async () => {
    for (const after of ['', 'x', '1', '1_2_3', '0_1', '99999999999_1'])
      expect((await (await as('uli')).raw({ method: 'GET', url: `${API_PREFIX}/threads?after=${after}` })).status).toBe(
        400,
      )
    expect((await list('uli', '9999999999_9999999999')).threads).toEqual([])
  })
})

test('messages come fifty a page, from the latest back', async () => {
  const id = await putThread(muster, ['uli', 'lea'])
  const ids: number[] = []
  for (let at = 0; at < MESSAGE_PAGE + 10; at += 1)
    ids.push(await putThreadMessage(muster, id, 'uli', { text: `${at}` }))
  const latest = await read('lea', id)
  expect(latest.messages.map((message) => message.id)).toEqual(ids.slice(10))
  expect(latest.next).toBe(ids[10])
  const earlier = await read('lea', id, latest.next ?? undefined)
  expect(earlier.messages.map((message) => message.id)).toEqual(ids.slice(0, 10))
  expect(earlier.next).toBeNull()
})

describe('sending', () => {
  test('twice with one key writes once', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const uli = await as('uli')
    const once = () =>
      uli.call(
        threadsApi.send,
        { params: { id }, body: { text: 'Once' } },
        { [IDEMPOTENCY_HEADER]: 'sent-in-the-cellar' },
      )
    const [first, second] = [await once(), await once()]
    expect(second).toEqual(first)
    expect(texts(await read('lea', id))).toEqual(['Once'])
    expect(await bellOf('lea')).toHaveLength(1)
  })

  test('needs words, a photo or a task, and at most 500 characters', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    expect(await refused(send('uli', id, { text: '  ' }))).toMatchObject({ status: 400, paths: ['text'] })
    expect(await refused(send('uli', id, { text: 'a'.repeat(501) }))).toMatchObject({ status: 400, paths: ['text'] })
    expect((await send('uli', id, { text: 'ä'.repeat(500) })).text).toHaveLength(500)
  })

  test('at once by many leaves them in one order, and none out', async () => {
    const id = await putThread(muster, 'Housekeeping')
    const people = ['uli', 'lea', 'marta'] as const
    await Promise.all(Array.from({ length: 18 }, (_, at) => send(people[at % 3] as PersonName, id, { text: `${at}` })))
    const { messages, thread } = await read('uli', id)
    expect(messages).toHaveLength(18)
    expect(thread.last?.id).toBe(messages.at(-1)?.id)
  })

  test('is limited for everybody: 60 an hour', async () => {
    expect(rateLimits.thread).toMatchObject({ burst: 60, perHour: 60 })
    const id = await putThread(muster, ['gita', 'lea'])
    await send('gita', id)
    await query('update rate_limits set tokens = 1')
    await send('gita', id)
    expect(await refused(send('gita', id))).toMatchObject({ status: 429, code: 'too_many' })
  })

  test('leaves in the audit log that it was done, and no words', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const { id: message } = await send('uli', id, { text: 'The guest in 214 is ill' })
    await takeBack('uli', id, message)
    const log = await (await as('gita')).call(auditApi.list, {
      query: { resourceType: 'message', resourceId: `${message}` },
    })
    expect(log.entries.map(({ action }) => action)).toEqual(['message.take-back', 'message.send'])
    expect(JSON.stringify(log.entries)).not.toContain('214')
  })
})

describe('a photo', () => {
  const get = async (name: PersonName, photo: string) =>
    (await (await as(name)).raw({ method: 'GET', url: `${API_PREFIX}/photos/${photo}` })).status

  test('is seen by the people of its thread alone', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const photoId = await putPhoto(muster, { uploader: 'uli' })
    expect(await get('lea', photoId)).toBe(404)
    const message = await send('uli', id, { text: '', photoId })
    expect(message).toMatchObject({
      text: '',
      photo: { id: photoId, url: `${API_PREFIX}/photos/${photoId}`, width: 24 },
    })
    expect([await get('uli', photoId), await get('lea', photoId)]).toEqual([200, 200])
    // People with other threads do not see it either.
    await putThreadMessage(muster, await putThread(muster, ['marta', 'una']), 'una')
    await putThreadMessage(muster, await putThread(muster, ['gita', 'marta']), 'gita')
    for (const other of ['marta', 'una', 'gita'] as const) expect(await get(other, photoId)).toBe(404)
    expect((await list('lea')).threads).toMatchObject([{ last: { hasPhoto: true, text: '' } }])
    expect((await bellOf('lea'))[0]?.message).toBe('Photo')
    // It stays, however old.
    await query(`update photos set created_at = now() - interval '3 days' where id = $1`, [photoId])
    await deletePhotos(muster.contextOf('gita'))
    expect(await get('lea', photoId)).toBe(200)
  })

  test('must be the sender’s, and hang on nothing', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const [own, others] = [await putPhoto(muster, { uploader: 'uli' }), await putPhoto(muster, { uploader: 'lea' })]
    for (const photoId of [others, newPhotoId()])
      expect(await refused(send('uli', id, { photoId }))).toMatchObject({ status: 400, paths: ['photoId'] })
    await send('uli', id, { photoId: own })
    expect(await refused(send('uli', id, { photoId: own }))).toMatchObject({ status: 400, paths: ['photoId'] })
    expect(
      (await refused((await as('uli')).call(threadsApi.send, { params: { id }, body: { text: '', photoId: 'x' } })))
        .status,
    ).toBe(400)
  })
})

describe('a task', () => {
  test('is mentioned by people who see it, and shown to readers who do', async () => {
    const id = await putThread(muster, ['lea', 'una'])
    const task = await putTask(muster, { department: 'Housekeeping', title: 'Air room 12' })
    expect(await refused(send('una', id, { taskId: task.id }))).toMatchObject({ status: 400, paths: ['taskId'] })
    expect(await refused(send('lea', id, { taskId: 99_999 }))).toMatchObject({ status: 400, paths: ['taskId'] })
    const sent = await send('lea', id, { text: '', taskId: task.id })
    expect(sent.task).toEqual({ id: task.id, title: 'Air room 12' })
    expect((await read('lea', id)).messages[0]?.task).toEqual({ id: task.id, title: 'Air room 12' })
    const ofUna = await read('una', id)
    expect(ofUna.messages[0]?.task).toBeNull()
    expect(JSON.stringify([ofUna, await list('una'), await bellOf('una')])).not.toContain('Air room')
    await query('update tasks set assignee_id = $1 where id = $2', [idOf('una'), task.id])
    expect((await read('una', id)).messages[0]?.task).toEqual({ id: task.id, title: 'Air room 12' })
    await query('update tasks set deleted_at = now() where id = $1', [task.id])
    expect((await read('lea', id)).messages[0]?.task).toBeNull()
  })
})

describe('who is notified', () => {
  test('in a thread of two the other person, who has it held off duty', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const text = `${'a'.repeat(MESSAGE_BEGINNING)}bc`
    await send('uli', id, { text })
    expect(await bellOf('lea')).toEqual([
      { title: 'Message from Uli Brandt', message: `${'a'.repeat(MESSAGE_BEGINNING)}…`, threadId: id },
    ])
    expect(await bellOf('uli')).toEqual([])
    expect(await query('select urgency, subject_type, rang_at, briefed_at from notifications')).toEqual([
      { urgency: 'normal', subject_type: 'message', rang_at: null, briefed_at: null },
    ])
  })

  test('in a department’s thread the others who are on duty', async () => {
    const id = await putThread(muster, 'Housekeeping')
    await comesOnDuty('uli', 'lea', 'una')
    await send('uli', id)
    const told = await query('select first_name from notifications join users on users.id = user_id')
    expect(told).toEqual([{ first_name: 'Léa' }])
    // Nobody else is on duty: they read it when they come.
    await clearSessions(muster)
    await query('delete from notifications')
    await send('uli', id)
    expect(await query('select id from notifications')).toEqual([])
    expect((await list('marta')).threads).toMatchObject([{ unread: 2 }])
  })
})

test('the newest notification speaks for its thread: earlier ones count as read, but not those of other threads', async () => {
  const [ofTwo, ofDepartment] = [await putThread(muster, ['uli', 'lea']), await putThread(muster, 'Housekeeping')]
  await comesOnDuty('lea')
  const body = { userIds: [idOf('lea')], text: 'Keep out of the lift', reason: 'The boiler leaks' }
  await (await as('marta')).call(messagesApi.sendUrgent, { body })
  await send('uli', ofTwo, { text: 'One' })
  await send('uli', ofDepartment, { text: 'Two' })
  await write('uli', { userIds: [idOf('lea')] }, 'Three')
  const unread = await query(`select params ->> 'text' as text from notifications where not is_read order by id`)
  expect(unread.map(({ text }) => text)).toEqual(['Keep out of the lift', 'Two', 'Three'])
  expect((await list('lea')).threads.map((thread) => thread.unread)).toEqual([2, 1, 1])
})

describe('read marks', () => {
  test('are each person’s own, and take the notifications with them', async () => {
    const id = await putThread(muster, 'Housekeeping')
    await comesOnDuty('lea', 'marta')
    await send('uli', id)
    await send('uli', id)
    expect([await unreadOf('uli'), await unreadOf('lea')]).toEqual([
      { count: 0, threads: 0 },
      { count: 1, threads: 1 },
    ])
    await markRead('lea', id)
    expect(await unreadOf('lea')).toEqual({ count: 0, threads: 0 })
    expect((await list('lea')).threads).toMatchObject([{ unread: 0 }])
    expect(await unreadOf('marta')).toEqual({ count: 1, threads: 1 })
    await send('uli', id)
    expect((await list('lea')).threads).toMatchObject([{ unread: 1 }])
    // Writing is reading.
    await send('lea', id)
    expect((await list('lea')).threads).toMatchObject([{ unread: 0 }])
  })

  test('leave an urgent message to be answered in the bell', async () => {
    const body = { userIds: [idOf('lea')], text: 'Keep out of the lift', reason: 'The boiler leaks' }
    const { threadId } = await (await as('marta')).call(messagesApi.sendUrgent, { body })
    await markRead('lea', threadId as number)
    expect(await unreadOf('lea')).toEqual({ count: 1, threads: 0 })
  })

  test('of a department’s thread that somebody never opened begin a week ago', async () => {
    const id = await putThread(muster, 'Housekeeping')
    await query(`update users set created_at = now() - interval '1 year' where id = any($1)`, [[idOf('lea')]])
    await putThreadMessage(muster, id, 'uli', { createdAt: inDays(-8) })
    await putThreadMessage(muster, id, 'uli', { createdAt: inDays(-6) })
    await putThreadMessage(muster, id, 'uli')
    expect((await list('lea')).threads).toMatchObject([{ unread: 2 }])
    const { email } = await putPerson(muster.services, { departmentId: departmentOf('Housekeeping') })
    await query('update messages set created_at = $1 where created_at > $2', [inDays(-0.1), inDays(-0.1)])
    const newcomer = await muster.signIn(email)
    expect((await newcomer.call(threadsApi.list, { query: {} })).threads).toMatchObject([{ unread: 0 }])
    expect(await newcomer.call(notificationsApi.unreadCount, {})).toEqual({ count: 0, threads: 0 })
  })
})

describe('taking back', () => {
  test('leaves the place, and nothing of the words, the photo and the notifications', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    await send('uli', id, { text: 'Hello' })
    const photoId = await putPhoto(muster, { uploader: 'uli' })
    const task = await putTask(muster, { department: 'Housekeeping' })
    const { id: message } = await send('uli', id, { text: 'Guest 214 is allergic', photoId, taskId: task.id })
    await takeBack('uli', id, message)
    const { messages, thread } = await read('lea', id)
    expect(messages.at(-1)).toMatchObject({
      ...{ id: message, text: '', photo: null, task: null, takenBackAt: expect.stringMatching(/Z$/) },
    })
    expect(thread).toMatchObject({ unread: 1, last: { id: message, text: '', isTakenBack: true, hasPhoto: false } })
    expect((await bellOf('lea')).map(({ message }) => message)).toEqual(['Message taken back', 'Hello'])
    expect(await unreadOf('lea')).toMatchObject({ count: 0 })
    const photo = await (await as('lea')).raw({ method: 'GET', url: `${API_PREFIX}/photos/${photoId}` })
    expect(photo.status).toBe(404)
    const kept = await query(`select details::text as text from audit_logs union all select text from messages
      union all select params::text from notifications`)
    expect(kept.filter(({ text }) => text?.includes('allergic'))).toEqual([])
    expect((await refused(takeBack('uli', id, message))).status).toBe(404)
  })

  test('is for one’s own last message', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const first = (await send('uli', id)).id
    const second = (await send('uli', id)).id
    const answer = (await send('lea', id)).id
    expect(await refused(takeBack('uli', id, first))).toMatchObject({ status: 409, code: 'too_late' })
    expect((await refused(takeBack('uli', id, answer))).status).toBe(403)
    const other = await putThread(muster, ['uli', 'marta'])
    expect((await refused(takeBack('uli', other, second))).status).toBe(404)
    await takeBack('uli', id, second)
    await takeBack('uli', id, first)
  })

  test('ends after two minutes, and for urgent messages at once', async () => {
    const id = await putThread(muster, ['uli', 'lea'])
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    const old = await putThreadMessage(muster, id, 'uli', { createdAt: ago(TAKE_BACK_MS + 1_000) })
    expect(await refused(takeBack('uli', id, old))).toMatchObject({ status: 409, code: 'too_late' })
    const recent = await putThreadMessage(muster, id, 'uli', { createdAt: ago(TAKE_BACK_MS - 20_000) })
    await takeBack('uli', id, recent)
    const urgent = await putThreadMessage(muster, id, 'uli', { reason: 'The boiler leaks' })
    expect(await refused(takeBack('uli', id, urgent))).toMatchObject({ status: 409, code: 'too_late' })
  })
})

test('messages and their threads go after a year, and a department’s thread with it', async () => {
  const id = await putThread(muster, ['uli', 'lea'])
  await putThreadMessage(muster, id, 'uli', { createdAt: inDays(-366) })
  const kept = await putThread(muster, ['uli', 'marta'])
  await putThreadMessage(muster, kept, 'uli', { createdAt: inDays(-364) })
  await markRead('uli', kept)
  await deleteOldMessages(muster.contextOf('gita'))
  expect(await query('select thread_id from thread_messages')).toEqual([{ thread_id: kept }])
  await query('update threads set last_at = $1 where id = $2', [inDays(-369), id])
  await deleteOldThreads(muster.contextOf('gita'))
  expect(await query('select id from threads')).toEqual([{ id: kept }])
})

test('a closed account keeps its messages and writes no more', async () => {
  const id = await putThread(muster, ['milan', 'una'])
  const milan = await as('milan')
  await milan.call(threadsApi.send, { params: { id }, body: { text: 'The pump runs' } })
  await deactivate(muster.services, 'milan')
  expect((await refused(milan.call(threadsApi.list, { query: {} }))).status).toBe(401)
  expect((await read('una', id)).messages).toMatchObject([{ text: 'The pump runs', sender: person('milan') }])
})
