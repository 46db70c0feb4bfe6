import ICAL from 'ical.js'
import pino from 'pino'
import { expect, test } from 'vitest'
import { putPerson } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { calendarApi } from '../../../shared/calendar.ts'
import { profileApi } from '../../../shared/profile.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { usersApi } from '../../../shared/users.ts'
import { buildApp } from '../../app.ts'

const muster = useTestApp({ PUBLIC_URL: 'http://muster.example' })
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A person with an address for their calendar, and its content. */
async function withCalendar(fields: Parameters<typeof putPerson>[1] = {}) {
  const person = await putPerson(muster.services, { departmentId: muster.fixtures.departments.Housekeeping, ...fields })
  const browser = await muster.signIn(person.email)
  const { path } = await browser.call(calendarApi.renew, {})
  return { ...person, browser, path }
}
const get = (url: string, headers: Record<string, string> = {}) =>
  muster.stranger().raw({ method: 'GET', url, headers })
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
async function assign(assigneeId: string, fields: object) {
  const gita = await muster.as('gita')
  const body = { title: 'Towels', departmentId: muster.fixtures.departments.Housekeeping, assigneeId, ...fields }
  return gita.call(tasksApi.create, { body })
}
const statusOf = async (path: string) => (await get(path)).status

test('holds the open tasks of its person that are due, at their times and on their days', async () => {
  const { id, path, browser } = await withCalendar()
  const zone = 'Europe/Berlin'
  const timed = await assign(id, {
    title: 'Room 12; soap, towels',
    dueDate: instantOf(day(1), '17:30', zone),
    place: 'Room 12',
    priority: 'high',
  })
  const whole = await assign(id, {
    title: 'Inventory',
    description: 'All\nof it',
    dueDate: instantOf(day(2), '', zone),
  })
  await assign(id, { title: 'Some time' })
  await assign(muster.fixtures.people.lea.id, { title: 'Hers', dueDate: instantOf(day(1), '17:30', zone) })
  const done = await assign(id, { title: 'Done', dueDate: instantOf(day(1), '', zone) })
  await browser.call(tasksApi.update, { params: { id: done.id }, body: { status: 'completed' } })
  const old = await assign(id, { title: 'Long ago', dueDate: instantOf(day(-100), '', zone) })
  expect(old.id).toBeGreaterThan(0)

  const { status, text, headers } = await get(path)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain('X-PUBLISHED-TTL:PT30M')
  expect(text).toContain('X-WR-CALNAME:My tasks in Muster')
  const [first, second, ...rest] = eventsIn(text)
  expect(rest).toEqual([])
  expect(first).toMatchObject({ uid: `task-${timed.id}@muster.example`, summary: timed.title, location: 'Room 12' })
  const due = timed.dueDate ?? ''
  expect(first?.endDate.toJSDate().toISOString()).toBe(due)
  expect(first?.startDate.toJSDate().getTime()).toBe(Date.parse(due) - 1_800_000)
  expect(first?.component.getFirstPropertyValue('url')).toBe(`http://muster.example/tasks?task=${timed.id}`)
  expect(first?.component.getFirstPropertyValue('priority')).toBe(1)
  expect(first?.component.getFirstProperty('categories')?.getValues()).toEqual(['Housekeeping'])
  expect(second).toMatchObject({ uid: `task-${whole.id}@muster.example`, description: 'Pending\n\nAll\nof it' })
  expect([second?.startDate.toString(), second?.endDate.toString()]).toEqual([day(2), day(3)])

  await query(`update tasks set updated_at = updated_at + interval '90 seconds', title = 'Changed' where id = $1`, [
    whole.id,
  ])
  const changed = eventsIn((await get(path)).text).find(({ uid }) => uid === second?.uid)
  expect(changed?.summary).toBe('Changed')
  expect(changed?.sequence).toBeGreaterThan(second?.sequence ?? 0)
})

test('is in the language of its person, and not sent again as long as it is the same', async () => {
  const { id, path, browser } = await withCalendar()
  await assign(id, { dueDate: instantOf(day(1), '', 'Europe/Berlin') })
  await browser.call(profileApi.update, { body: { language: 'de' } })
  const { text, headers } = await get(path)
  expect(eventsIn(text)[0]?.description).toBe('Offen')
  const again = await get(path, { 'if-none-match': String(headers.etag) })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('a new address replaces the one before; one that was taken away, or is made up, is 404', async () => {
  const { path, browser } = await withCalendar()
  const { path: next } = await browser.call(calendarApi.renew, {})
  expect([await statusOf(path), await statusOf(next)]).toEqual([404, 200])
  expect(await browser.call(calendarApi.get, {})).toMatchObject({ lastReadAt: expect.any(String) })
  await browser.call(calendarApi.remove, {})
  expect(await statusOf(next)).toBe(404)
  expect(await browser.call(calendarApi.get, {})).toEqual({ since: null, lastReadAt: null })
  const made = ['x', '%00', "'", 'x'.repeat(200), '..%2f..', '%ff'].map((word) => `/api/v1/calendar/${word}.ics`)
  for (const path of made) expect([path, (await get(path)).status < 500]).toEqual([path, true])
})

test('ends with the account, and for whoever may have no programs any more', async () => {
  const { id, path } = await withCalendar()
  await query(`update users set role = 'guest' where id = $1`, [id])
  expect(await statusOf(path)).toBe(404)
  await query(`update users set role = 'user' where id = $1`, [id])
  expect(await statusOf(path)).toBe(200)
  const admin = await muster.as('adam')
  await admin.call(usersApi.update, { params: { id }, body: { isActive: false } })
  await admin.call(usersApi.update, { params: { id }, body: { isActive: true } })
  expect(await statusOf(path)).toBe(404)
})

test('is read sixty times an hour at most', async () => {
  const { id, path } = await withCalendar()
  await query(
    `insert into rate_limits (subject, kind, tokens, missed, updated_at) values ($1, 'calendar', 1, 0, now())
      on conflict (subject, kind) do update set tokens = 1`,
    [id],
  )
  expect(await statusOf(path)).toBe(200)
  const refused = await get(path)
  expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('needs a recent proof to be made; neither the log nor the audit log holds the secret', async () => {
  const { path, browser, email } = await withCalendar()
  const secret = /calendar\/(\w{32})\.ics$/.exec(path)?.[1] ?? ''
  expect(secret).toMatch(/^\w{32}$/)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const app = await buildApp({ ...muster.services, log })
  for (const url of [path, `${path}?x=1`, `${path}/`, path.toUpperCase(), `/x${path}`]) await app.inject({ url })
  await app.close()
  expect(lines.join().toLowerCase()).toContain('/calendar/')
  expect(lines.join().toLowerCase()).not.toContain(secret.toLowerCase())
  const stored = await query('select * from audit_logs')
  expect(JSON.stringify([stored.rows, (await query('select * from calendar_feeds')).rows])).not.toContain(secret)
  const later = await muster.signIn(email)
  await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
  for (const each of [browser, later])
    expect((await httpErrorOf(each.call(calendarApi.renew, {}))).reply?.code).toBe('proof_needed')
})
