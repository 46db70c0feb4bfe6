import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../test/support/live-page.ts'
import { type PersonName, personNames } from '../../../test/support/people.ts'
import { DAY } from '../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../test/support/test-app.ts'
import { MAX_NOTIFICATIONS, notificationsApi } from '../../shared/notifications.ts'
import { inTransaction } from '../core/context.ts'
import { auditLogs } from '../db/tables/audit-log.ts'
import { notifications } from '../db/tables/notifications.ts'
import { deleteReadNotifications, deleteUnreadNotifications, notify } from './notifications.ts'

const muster = useTestApp()

beforeEach(() => muster.services.database.pool.query('delete from notifications'))

/** Notifies each of them, as features do. */
const tell = (names: PersonName[], title: string, at = new Date()) =>
  inTransaction(muster.contextOf('gita', at), (ctx) =>
    notify(
      ctx,
      names.map((name) => muster.fixtures.people[name].id),
      { type: 'reminder', title, message: null },
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
  expect(left.map(({ title }) => title).sort()).toEqual(['Never read', 'Read lately'])
})
