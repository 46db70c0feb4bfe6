import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { putReminder } from '../../../../test/support/reminders.ts'
import { aside, useTestApp } from '../../../../test/support/test-app.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { contextFor } from '../../core/context.ts'
import type { PausedRows } from '../../core/jobs/due-rows.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { users } from '../../db/tables/users.ts'
import { startScheduler } from '../../scheduled/scheduler.ts'
import { isAbout } from '../notifications/read.ts'
import { fireDue } from './fire.ts'

const muster = useTestApp({ TIME_ZONE: 'Europe/Lisbon' })
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
const DUE = at('09:00').toISOString()

beforeEach(async () => {
  await muster.services.database.pool.query('delete from notifications')
  await muster.services.database.pool.query('delete from reminders')
})

const fireAt = (time: string, paused?: PausedRows) =>
  aside(() => fireDue(contextFor(muster.services, null, at(time)), paused))
const rowOf = async (id: number) => {
  const [row] = await muster.services.database.orm.select().from(reminders).where(eq(reminders.id, id))
  return row
}
/** The first names of the people who got a notification. */
async function deliveredOf(id?: number) {
  const delivered = await muster.services.database.orm
    .select({ name: users.firstName })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(id === undefined ? undefined : isAbout('reminder', [id]))
    .orderBy(asc(users.foldedName))
  return delivered.map(({ name }) => name)
}

describe('a reminder that is due', () => {
  test('notifies the person, the department or everyone, as far as they are active, and is over', async () => {
    const personal = await putReminder(muster, {
      user: 'uli',
      nextRun: DUE,
      title: 'Stretch',
      description: 'Shoulders',
    })
    const wide = await putReminder(muster, { department: 'Maintenance', nextRun: DUE })
    const general = await putReminder(muster, { nextRun: DUE })
    await muster.services.database.orm.update(users).set({ isActive: false }).where(eq(users.firstName, 'Gwen'))
    await muster.services.database.orm.update(users).set({ deletedAt: DUE }).where(eq(users.firstName, 'Una'))
    const mine = await putReminder(muster, { user: 'una', nextRun: DUE })

    expect(await fireAt('08:59')).toBe(0)
    expect(await fireAt('09:00')).toBe(4)
    expect(await deliveredOf(personal.id)).toEqual(['Uli'])
    expect(await deliveredOf(wide.id)).toEqual(['Milan'])
    expect(await deliveredOf(general.id)).toEqual(['Adam', 'Gita', 'Gus', 'Léa', 'Marta', 'Milan', 'Nora', 'Uli'])
    expect(await deliveredOf(mine.id)).toEqual([])
    const list = await (await muster.as('uli')).call(notificationsApi.list, {})
    expect(list.find(({ reminderId }) => reminderId === personal.id)).toMatchObject({
      type: 'reminder',
      title: 'Stretch',
      message: 'Shoulders',
      taskId: null,
      createdAt: DUE,
    })
    expect(await rowOf(personal.id)).toMatchObject({ isActive: false, lastTriggered: DUE, nextRun: DUE })
    expect(await fireAt('09:01')).toBe(0)
    await muster.services.database.orm.update(users).set({ isActive: true, deletedAt: null })
  })

  test('and comes back is next at its rule’s next time after now: what was missed meanwhile fires once', async () => {
    const daily = await putReminder(muster, { user: 'uli', cronRule: '0 9 * * *', nextRun: '2026-11-01T09:00:00.000Z' })
    const hourly = await putReminder(muster, {
      user: 'lea',
      cronRule: '0 * * * *',
      nextRun: '2026-11-20T05:00:00.000Z',
    })
    expect(await fireAt('12:30')).toBe(2)
    expect(await fireAt('12:31')).toBe(0)
    expect(await deliveredOf()).toEqual(['Léa', 'Uli'])
    const lastTriggered = at('12:30').toISOString()
    expect(await rowOf(daily.id)).toMatchObject({ isActive: true, lastTriggered, nextRun: '2026-11-21T09:00:00.000Z' })
    expect(await rowOf(hourly.id)).toMatchObject({ isActive: true, lastTriggered, nextRun: '2026-11-20T13:00:00.000Z' })
    expect(await fireAt('13:00')).toBe(1)
  })

  test('but asleep, or edited just now, is left alone; the latter until that is done', async () => {
    await putReminder(muster, { user: 'uli', nextRun: DUE, isActive: false })
    const { id } = await putReminder(muster, { user: 'lea', nextRun: DUE })
    await muster.services.database.transaction(async (db) => {
      await db.select().from(reminders).where(eq(reminders.id, id)).for('update')
      expect(await fireAt('09:00')).toBe(0)
    })
    expect(await fireAt('09:00')).toBe(1)
  })

  test('leaves an audit entry of nobody', async () => {
    const { id } = await putReminder(muster, { user: 'uli', nextRun: DUE })
    await fireAt('09:00')
    const [entry] = await muster.services.database.orm
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.action, 'reminder.fire'))
    expect(entry).toMatchObject({ userId: null, resourceType: 'reminder' })
    expect(await rowOf(id)).toMatchObject({ isActive: false })
  })
})

test('several servers at once fire each reminder once', async () => {
  const servers = [muster.services, (await muster.another()).services, (await muster.another()).services]
  const values = Array.from({ length: 1000 }, (_, index) => ({
    title: `No. ${index}`,
    nextRun: new Date(at('09:00').getTime() + index * 60).toISOString(),
    departmentId: muster.fixtures.departments.Housekeeping,
    createdBy: muster.fixtures.people.gita.id,
  }))
  await muster.services.database.orm.insert(reminders).values(values)
  const began = performance.now()
  const fired = await Promise.all(servers.map((services) => fireDue(contextFor(services, null, at('09:01')))))
  const took = performance.now() - began
  expect(fired.reduce((sum, count) => sum + count)).toBe(1000)
  const { rows } = await muster.services.database.pool.query<{ times: number; pairs: number }>(
    `select times::int, count(*)::int as pairs
     from (select count(*) as times from notifications group by subject_id, user_id) as each group by 1`,
  )
  expect(rows).toEqual([{ times: 1, pairs: 4000 }])
  expect(took).toBeLessThan(10_000)
})

test('one that cannot be fired stops no other, and is tried again later', async () => {
  const fault = vi.spyOn(muster.services.log, 'error')
  const { database } = muster.services
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on notifications for each row when (new.params ->> 'title' = 'Bad') execute function refuse()`)
  const bad = await putReminder(muster, { user: 'uli', nextRun: DUE, title: 'Bad' })
  for (let count = 0; count < 3; count += 1)
    await putReminder(muster, { user: 'lea', nextRun: at('09:01').toISOString() })
  const paused: PausedRows = new Map()
  expect(await fireAt('09:02', paused)).toBe(3)
  expect([...paused.keys()]).toEqual([bad.id])
  expect(await rowOf(bad.id)).toMatchObject({ isActive: true, lastTriggered: null })
  await database.pool.query('drop trigger refuse on notifications; drop function refuse')
  expect(await fireAt('09:02', paused)).toBe(0)
  expect(await fireAt('09:04', paused)).toBe(1)
  // The clock was put back while one was paused.
  const { id } = await putReminder(muster, { user: 'lea', nextRun: DUE })
  expect(await fireAt('09:05', new Map([[id, at('15:00').getTime()]]))).toBe(1)
  expect(fault).toHaveBeenCalledTimes(1)
  fault.mockRestore()
})

test('one whose connection breaks is not at fault: it fires with the next run', async () => {
  const { database } = muster.services
  await database.pool.query(`
    create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut before insert on notifications for each row execute function cut()`)
  await putReminder(muster, { user: 'uli', nextRun: DUE })
  const paused: PausedRows = new Map()
  await expect(fireAt('09:02', paused)).rejects.toThrow()
  expect([...paused.keys()]).toEqual([])
  await database.pool.query('drop trigger cut on notifications; drop function cut')
  expect(await fireAt('09:02', paused)).toBe(1)
})

test('one whose rule cannot be read fires a last time', async () => {
  const fault = vi.spyOn(muster.services.log, 'error')
  const { id } = await putReminder(muster, { user: 'uli', nextRun: DUE, cronRule: 'now and then' })
  expect(await fireAt('09:00')).toBe(1)
  expect(await rowOf(id)).toMatchObject({ isActive: false, lastTriggered: DUE })
  expect(fault).toHaveBeenCalledTimes(1)
  fault.mockRestore()
})

describe('live', () => {
  const pageOf = async (name: PersonName, address: string) => {
    const page = await openPage(address, { cookie: (await muster.as(name)).cookie })
    page.send({ type: 'auth', userId: muster.fixtures.people[name].id })
    await page.receives('auth_success')
    return page
  }

  test('it reaches each recipient on whichever server, within a second of its time, with an id of their own', async () => {
    const other = await muster.another()
    const uli = await pageOf('uli', await muster.listen())
    const lea = await pageOf('lea', other.address)
    const una = await pageOf('una', other.address)
    const stop = startScheduler(muster.services)
    const due = Date.now() + 700
    const nextRun = new Date(due).toISOString()
    const { id } = await putReminder(muster, { department: 'Housekeeping', nextRun, description: 'All of you' })
    const [byUli, byLea] = await Promise.all([uli.receives('notification'), lea.receives('notification')])
    expect(Date.now() - due).toBeGreaterThanOrEqual(0)
    expect(Date.now() - due).toBeLessThan(1000)
    await stop()
    const content = {
      type: 'reminder',
      title: 'Fire drill',
      message: 'All of you',
      taskId: null,
      reminderId: id,
      sopId: null,
    }
    const { rows } = await muster.services.database.orm.execute<{ id: number; user_id: string }>(
      sql`select id, user_id from notifications`,
    )
    const idOf = (name: PersonName) => rows.find((row) => row.user_id === muster.fixtures.people[name].id)?.id
    expect([byUli.data, byLea.data]).toEqual([
      { id: idOf('uli'), ...content },
      { id: idOf('lea'), ...content },
    ])
    expect((await una.receivedByNow()).filter(({ type }) => type === 'notification')).toEqual([])
    for (const { socket } of [uli, lea, una]) socket.close()
  })
})
