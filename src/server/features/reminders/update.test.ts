import { beforeEach, describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { LATER, putReminder, reminderCalls } from '../../../../test/support/reminders.ts'
import { inDays } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const { create, update, remove } = reminderCalls(muster)
const idOf = (name: PersonName) => muster.fixtures.people[name].id

beforeEach(() => muster.services.database.pool.query('delete from reminders'))

describe('a changed reminder', () => {
  test('changes what is sent alone', async () => {
    const made = await create('uli', { description: 'Shoulders', cronRule: '0 9 * * *' })
    expect(await update('uli', made.id, { title: 'Walk' })).toEqual({ ...made, title: 'Walk' })
    expect(await update('uli', made.id, { description: null, cronRule: null })).toEqual({
      ...made,
      title: 'Walk',
      description: null,
      cronRule: null,
    })
  })

  test('begins at the next time of a new rule, unless it says when', async () => {
    const { id } = await create('uli', {})
    const { nextRun } = await update('uli', id, { cronRule: '0 9 1 1 *' })
    expect(nextRun).toMatch(/-01-01T09:00:00.000Z$/)
    expect(Date.parse(nextRun)).toBeLessThan(Date.parse(inDays(367)))
    expect(await update('uli', id, { cronRule: '0 9 2 1 *', nextRun: LATER })).toMatchObject({ nextRun: LATER })
  })

  test('that is over fires again only at another time', async () => {
    const over = { user: 'uli', nextRun: inDays(-1), lastTriggered: inDays(-1), isActive: false } as const
    const { id, nextRun } = await putReminder(muster, over)
    expect(await update('uli', id, { title: 'Walk' })).toMatchObject({ title: 'Walk', isActive: false })
    expect(await update('uli', id, { nextRun, isActive: true })).toMatchObject({ isActive: false })
    expect(await update('uli', id, { nextRun: LATER })).toMatchObject({ isActive: true, nextRun: LATER })
    const again = await putReminder(muster, over)
    expect(await update('uli', again.id, { cronRule: '0 9 * * *' })).toMatchObject({ isActive: true })
  })

  test('can be put to sleep and woken', async () => {
    const { id } = await create('uli', {})
    expect(await update('uli', id, { isActive: false })).toMatchObject({ isActive: false, nextRun: LATER })
    expect(await update('uli', id, { isActive: true })).toMatchObject({ isActive: true, nextRun: LATER })
  })
})

test('a change is sent to everyone who sees the reminder, and to everyone who did', async () => {
  const address = await muster.listen()
  const pageOf = async (name: PersonName) => {
    const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
    page.send({ type: 'auth', userId: idOf(name) })
    await page.receives('auth_success')
    return page
  }
  const names = ['uli', 'marta', 'una', 'adam'] as const
  const pages = await Promise.all(names.map(pageOf))
  const { id } = await create('gita', { departmentId: muster.fixtures.departments.Maintenance })
  await update('gita', id, { userId: idOf('uli'), departmentId: null })
  await remove('uli', id)
  const done = await putReminder(muster, { title: 'All' })
  await update('gita', done.id, { title: 'For all' })
  const receivedUntil = async (page: Awaited<ReturnType<typeof pageOf>>) => {
    const ids: unknown[] = []
    while (!ids.includes(done.id)) {
      const { data } = await page.receives('change')
      if (data.resource === 'reminders') ids.push(data.id)
    }
    return ids
  }
  // One for Maintenance moves to Uli and is deleted, then one is for everyone: Marta receives only that.
  expect(await Promise.all(pages.map(receivedUntil))).toEqual([
    [id, id, done.id],
    [done.id],
    [id, id, done.id],
    [id, id, done.id],
  ])
  for (const { socket } of pages) socket.close()
})
