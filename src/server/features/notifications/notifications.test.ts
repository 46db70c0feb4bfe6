import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../../test/support/global-setup.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import { type PersonName, personNames } from '../../../../test/support/people.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { DAY, putTask } from '../../../../test/support/tasks.ts'
import { aside, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { messagesApi } from '../../../shared/messages.ts'
import { MAX_NOTIFICATIONS, type NotificationFilter, notificationsApi } from '../../../shared/notifications.ts'
import { RESTORE_DAYS, tasksApi } from '../../../shared/tasks.ts'
import { projectRoot } from '../../base/project-root.ts'
import { contextFor, inTransaction } from '../../core/context.ts'
import { migrateDatabase } from '../../db/migrate/migrate.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { fireDue } from '../reminders/fire.ts'
import { purgeDeletedTasks } from '../tasks/deleted.ts'
import { deleteReadNotifications, deleteUnreadNotifications } from './expire.ts'
import { notify } from './notify.ts'
import { countUnread, listNotifications } from './read.ts'

const muster = useTestApp()

beforeEach(() => muster.services.database.pool.query('delete from notifications'))

/** Notifies each of them, as features do. */
const tell = (names: PersonName[], title: string, at = new Date()) =>
  inTransaction(muster.contextOf('gita', at), (ctx) =>
    notify(
      ctx,
      names.map((name) => muster.fixtures.people[name].id),
      { kind: 'reminder', params: { title, description: null }, subject: null },
    ),
  )
const listOf = async (name: PersonName) => (await muster.as(name)).call(notificationsApi.list, {})
const unreadOf = async (name: PersonName) =>
  (await (await muster.as(name)).call(notificationsApi.unreadCount, {})).count
const read = async (name: PersonName, id: number) =>
  (await muster.as(name)).call(notificationsApi.read, { params: { id } })
const titlesOf = async (name: PersonName) => (await listOf(name)).map(({ title }) => title)

/** The one notification that this person has. */
async function onlyOneOf(name: PersonName) {
  const [only, ...others] = await listOf(name)
  expect(others).toEqual([])
  if (!only) throw new Error(`${name} has no notification`)
  return only
}

describe('the list', () => {
  test('holds one’s own only, newest first', async () => {
    await tell(['uli', 'gus'], 'Meeting', new Date('2026-05-01T08:00:00Z'))
    await tell(['uli'], 'Lunch', new Date('2026-05-01T10:00:00Z'))
    await tell(['lea'], 'Not yours')
    expect(await titlesOf('uli')).toEqual(['Lunch', 'Meeting'])
    expect(await onlyOneOf('gus')).toEqual({
      id: expect.any(Number),
      userId: muster.fixtures.people.gus.id,
      reminderId: null,
      taskId: null,
      sopId: null,
      title: 'Meeting',
      message: null,
      type: 'reminder',
      isRead: false,
      createdAt: '2026-05-01T08:00:00.000Z',
    })
    expect(await titlesOf('gita')).toEqual([])
  })

  test('begins with unread urgent messages, however old they are', async () => {
    await tell(['uli'], 'Meeting', new Date('2026-05-01T08:00:00Z'))
    const marta = await muster.as('marta')
    const text = 'Water runs down the wall'
    const reason = 'The cellar fills up with water'
    await marta.call(messagesApi.sendUrgent, { body: { userIds: [muster.fixtures.people.uli.id], text, reason } })
    const start = Date.now() + 60_000
    for (let at = 0; at < MAX_NOTIFICATIONS; at += 1) await tell(['uli'], `No. ${at}`, new Date(start + at * 1000))
    const list = await listOf('uli')
    expect(list).toHaveLength(100)
    expect(list.slice(0, 2)).toMatchObject([{ type: 'urgent-message' }, { title: 'No. 99' }])
    await (await muster.as('uli')).call(notificationsApi.read, { params: { id: list[0]?.id ?? 0 } })
    expect((await titlesOf('uli'))[0]).toBe('No. 99')
    await muster.services.database.pool.query('delete from messages')
  })

  test('holds those about oneself, of a department, or urgent ones, if a filter says so', async () => {
    const { uli } = muster.fixtures.people
    await tell(['uli'], 'Meeting')
    const params = { by: 'Marta', title: 'The tap drips', place: null }
    await inTransaction(muster.contextOf('gita', new Date()), (ctx) =>
      notify(ctx, [uli.id], { kind: 'problem-reported', params, subject: null }),
    )
    const reason = 'The cellar fills up with water'
    const body = { userIds: [uli.id], text: 'Come to the cellar', reason }
    await (await muster.as('marta')).call(messagesApi.sendUrgent, { body })
    const typesOf = async (about: NotificationFilter) =>
      (await (await muster.as('uli')).call(notificationsApi.list, { query: { about } })).map(({ type }) => type)
    expect((await typesOf('me')).toSorted()).toEqual(['reminder', 'urgent-message'])
    expect(await typesOf('department')).toEqual(['problem'])
    expect(await typesOf('urgent')).toEqual(['urgent-message'])
    await muster.services.database.pool.query('delete from messages')
  })

  test('holds the newest hundred; the count counts them all', async () => {
    const start = Date.parse('2026-05-01T08:00:00Z')
    for (let at = 0; at < MAX_NOTIFICATIONS + 3; at += 1) await tell(['uli'], `No. ${at}`, new Date(start + at * 1000))
    const titles = await titlesOf('uli')
    expect(titles).toHaveLength(100)
    expect([titles[0], titles.at(-1)]).toEqual(['No. 102', 'No. 3'])
    expect(await unreadOf('uli')).toBe(103)
  })

  test('is refused to strangers', async () => {
    for (const url of ['/api/v1/notifications', '/api/v1/notifications/unread-count']) {
      expect((await muster.stranger().raw({ method: 'GET', url })).status).toBe(401)
    }
  })
})

describe('marking as read', () => {
  test('gives the whole notification, lowers the count, and does no harm twice', async () => {
    await tell(['uli'], 'Meeting')
    await tell(['uli'], 'Lunch')
    const [lunch] = await listOf('uli')
    if (!lunch) throw new Error('There is none')
    expect(await read('uli', lunch.id)).toEqual({ ...lunch, isRead: true })
    expect(await unreadOf('uli')).toBe(1)
    expect(await read('uli', lunch.id)).toEqual({ ...lunch, isRead: true })
    expect((await listOf('uli')).map(({ title, isRead }) => [title, isRead])).toEqual([
      ['Lunch', true],
      ['Meeting', false],
    ])
  })

  test('is for one’s own only: nobody else, whatever their role, can tell that it exists', async () => {
    await tell(['uli'], 'Meeting')
    const { id } = await onlyOneOf('uli')
    for (const name of personNames.filter((person) => person !== 'uli')) {
      expect((await httpErrorOf(read(name, id))).status, name).toBe(404)
    }
    expect((await onlyOneOf('uli')).isRead).toBe(false)
    const uli = await muster.as('uli')
    for (const wrong of ['0', 'x', '99999999999', '1.5']) {
      expect((await uli.raw({ method: 'PUT', url: `/api/v1/notifications/${wrong}/read` })).status).toBe(404)
    }
  })

  test('all of them leaves nobody else’s read', async () => {
    await tell(['uli', 'lea'], 'Meeting')
    await tell(['uli', 'lea'], 'Lunch')
    const uli = await muster.as('uli')
    expect(await uli.call(notificationsApi.readAll, {})).toEqual({ count: 0 })
    expect([await unreadOf('uli'), await unreadOf('lea')]).toEqual([0, 2])
    expect((await listOf('uli')).every(({ isRead }) => isRead)).toBe(true)
  })

  test('is not written to the audit log', async () => {
    await tell(['uli'], 'Meeting')
    const uli = await muster.as('uli')
    const before = await muster.services.database.orm.select().from(auditLogs)
    await read('uli', (await onlyOneOf('uli')).id)
    await uli.call(notificationsApi.readAll, {})
    expect(await muster.services.database.orm.select().from(auditLogs)).toEqual(before)
  })

  test('writes nothing when there is nothing unread', async () => {
    await tell(['gus'], 'Meeting')
    const gus = await muster.as('gus')
    const { id } = await onlyOneOf('gus')
    await read('gus', id)
    const written = async () => {
      const { rows } = await muster.services.database.pool.query(
        `select xmin::text as version, (select count(*)::int from events) as events from notifications where id = ${id}`,
      )
      return rows
    }
    const before = await written()
    expect(await read('gus', id)).toMatchObject({ id, isRead: true })
    expect(await gus.call(notificationsApi.readAll, {})).toEqual({ count: 0 })
    expect(await written()).toEqual(before)
  })

  test('refreshes the person’s other screens, and nobody else’s', async () => {
    const address = await muster.listen()
    const pageOf = async (name: PersonName) => {
      const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
      page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
      await page.receives('auth_success')
      return page
    }
    const [uli, lea] = [await pageOf('uli'), await pageOf('lea')]
    await tell(['uli'], 'Meeting')
    const { data } = await uli.receives('notification')
    expect(data).toMatchObject({ title: 'Meeting', message: null, taskId: null })
    await read('uli', data.id)
    expect((await uli.receives('change')).data).toEqual({ resource: 'notifications', id: null })
    expect(await lea.receivedByNow()).toEqual([])
    for (const page of [uli, lea]) page.socket.terminate()
  })
})

test('read ones are deleted after 90 days, unread ones after a year', async () => {
  const now = new Date()
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  await tell(['uli'], 'Read long ago', before(90.1))
  await tell(['uli'], 'Read lately', before(89.9))
  for (const { id } of await listOf('uli')) await read('uli', id)
  await tell(['uli'], 'Never read', before(364.9))
  await tell(['uli'], 'Never read, for long', before(365.1))
  for (const clean of [deleteReadNotifications, deleteUnreadNotifications]) await clean(muster.contextOf('gita', now))
  const { id } = muster.fixtures.people.uli
  const left = await muster.services.database.orm.select().from(notifications).where(eq(notifications.userId, id))
  expect(left.map(({ params }) => 'title' in params && params.title).sort()).toEqual(['Never read', 'Read lately'])
})

describe('the subject', () => {
  test('is named until its row is deleted for good; the words stay', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping', title: 'Air the attic' })
    const uli = await muster.as('uli')
    await (await muster.as('marta')).call(tasksApi.update, {
      params: { id },
      body: { assigneeId: muster.fixtures.people.uli.id },
    })
    const notification = await onlyOneOf('uli')
    expect(notification).toMatchObject({ taskId: id, message: 'Marta Oliveira assigned you "Air the attic"' })
    await (await muster.as('marta')).call(tasksApi.remove, { params: { id } })
    // There is nothing left to do, so nobody is asked to read it.
    expect(await onlyOneOf('uli')).toEqual({ ...notification, isRead: true })
    const later = muster.contextOf('gita', new Date(Date.now() + (RESTORE_DAYS + 1) * DAY))
    await purgeDeletedTasks(later)
    expect(await onlyOneOf('uli')).toEqual({ ...notification, taskId: null, isRead: true })
    expect(await uli.call(notificationsApi.read, { params: notification })).toMatchObject({
      ...{ taskId: null, title: 'New task for you', isRead: true },
    })
  })

  test('that is one of another kind is none of those that have a field', async () => {
    const fact = { kind: 'clock-confirmed', subject: { type: 'clock-session', id: 1 } } as const
    const session = { start: '2026-11-02T07:00:00.000Z', end: null }
    await inTransaction(muster.contextOf('gita'), (ctx) =>
      notify(ctx, [muster.fixtures.people.uli.id], { ...fact, params: { by: 'Gita Rao', session, reason: 'So' } }),
    )
    expect(await onlyOneOf('uli')).toMatchObject({ type: 'clock', taskId: null, reminderId: null, sopId: null })
  })
})

test('of a text that is longer than anybody may enter, the beginning is stored, and less is sent', async () => {
  const page = await openPage(await muster.listen(), { cookie: (await muster.as('uli')).cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
  await page.receives('auth_success')
  const description = 'x'.repeat(100_000)
  await inTransaction(muster.contextOf('gita'), (ctx) =>
    notify(ctx, [muster.fixtures.people.uli.id], {
      ...{ kind: 'reminder', params: { title: 'Long', description }, subject: null },
    }),
  )
  expect((await page.receives('notification')).data.message).toHaveLength(500)
  expect((await onlyOneOf('uli')).message).toHaveLength(4000)
  page.socket.terminate()
  await muster.services.database.pool.query('delete from notifications')
  const due = new Date(Date.now() - 1000).toISOString()
  await putReminder(muster, { user: 'uli', nextRun: due, description })
  await aside(() => fireDue(muster.contextOf('gita')))
  expect((await onlyOneOf('uli')).message).toHaveLength(4000)
})

test('those of an older Muster read as before', async () => {
  const name = `older_${process.pid}_${Date.now()}`
  const url = databaseUrl(inject('databaseServer'), name)
  const admin = new pg.Client({ connectionString: inject('databaseServer') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const userId = '01900000-0000-7000-8000-000000000000'
  const old = { userId, message: null, type: 'reminder', taskId: null, reminderId: null, sopId: null, isRead: false }
  const before = [
    { ...old, id: 7, title: 'Stretch', message: 'Shoulders', reminderId: 1 },
    { ...old, id: 6, title: 'Of a deleted reminder', isRead: true },
    { ...old, id: 5, type: 'task', title: 'New task for you', message: 'Ada King assigned you "Été"', taskId: 1 },
    { ...old, id: 4, type: 'task', title: '2 new tasks for you', message: 'Ada King assigned you "A" and 1 more' },
    { ...old, id: 3, type: 'sop', title: 'Please read a procedure', message: '"S", version 1, waits', sopId: 1 },
    { ...old, id: 2, type: 'clock', title: 'Your hours were confirmed', message: 'Ada King confirmed "it": \\ So' },
    { ...old, id: 1, type: 'security', title: 'New sign-in to your account', message: 'Signed in\nwith Firefox' },
  ].map((row) => ({ ...row, createdAt: `2026-05-01T08:00:0${row.id}.000Z` }))
  try {
    const { entries } = JSON.parse(readFileSync(join(projectRoot, 'migrations/meta/_journal.json'), 'utf8'))
    await migrateDatabase(
      url,
      entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_notification_facts')),
    )
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    await database.query(`
      insert into users (id, email, password_hash, first_name, last_name, folded_name)
        values ('${userId}', 'old@hotel.example', 'x', 'Olda', 'Old', 'olda old');
      insert into tasks (title, folded_title, search_text, creator_id) values ('Été', 'ete', ' ete', '${userId}');
      insert into reminders (title, next_run, created_by) values ('Stretch', now(), '${userId}');
      insert into sops (title, created_by) values ('S', '${userId}')`)
    await database.query(
      `insert into notifications (id, user_id, reminder_id, task_id, sop_id, title, message, type, is_read, created_at)
        overriding system value select id, "userId", "reminderId", "taskId", "sopId", title, message, type, "isRead", "createdAt"
        from jsonb_to_recordset($1::jsonb) as old (id int, "userId" uuid, "reminderId" int, "taskId" int, "sopId" int,
          title text, message text, type text, "isRead" boolean, "createdAt" timestamptz)`,
      [JSON.stringify(before)],
    )
    await database.end()
    await migrateDatabase(url)
    const { services } = await muster.another({}, url)
    const viewer = { ...muster.fixtures.people.uli, id: userId }
    const ctx = contextFor(services, viewer, new Date())
    expect(await listNotifications(ctx, { query: {} } as never)).toEqual(before)
    expect(await countUnread(ctx)).toEqual({ count: 6, threads: 0 })
  } finally {
    await admin.end()
  }
})
