import { beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../../test/support/forms.ts'
import { smallPdf } from '../../../../test/support/pdfs.ts'
import { emailOf, PASSWORD, type PersonName } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { putToken, withToken } from '../../../../test/support/tokens.ts'
import { api } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { usersApi } from '../../../shared/users.ts'

/** The entries of the audit log that are no changes: denied requests, exports, reading the log, sign-ins. */

const muster = useTestApp()
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows

beforeEach(async () => {
  await query('delete from audit_logs')
  await query('delete from rate_limits')
  await query('delete from sign_in_tries')
})

/** The entries of an action, oldest first. */
const entriesOf = (action: string) =>
  query(
    `select user_id as "by", resource_type as "type", resource_id as "of", details from audit_logs where action = $1 order by id`,
    [action],
  )
const send = async (name: PersonName, method: string, url: string, body?: object) =>
  (await muster.as(name)).raw({
    method,
    url: API_PREFIX + url,
    ...(body && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })

describe('a denied request', () => {
  test('leaves an entry with person and call if the role may not, before the input is checked', async () => {
    expect((await send('uli', 'POST', '/departments', { anything: true })).status).toBe(403)
    expect((await send('gus', 'DELETE', '/tasks/12')).status).toBe(403)
    expect((await send('gus', 'DELETE', `/tasks/${'x'.repeat(150)}`)).status).toBe(403)
    expect(await entriesOf('access.refuse')).toEqual([
      { by: idOf('uli'), type: 'access', of: null, details: { call: 'POST /departments' } },
      { by: idOf('gus'), type: 'access', of: null, details: { call: 'DELETE /tasks/12' } },
      { by: idOf('gus'), type: 'access', of: null, details: { call: 'DELETE /tasks/:id' } },
    ])
  })

  test('leaves an entry if the person may not change this row, although all else is rolled back', async () => {
    const { id } = await putTask(muster, { department: 'Maintenance' })
    expect((await send('marta', 'PUT', `/tasks/${id}`, { title: 'Mine' })).status).toBe(403)
    const form = { title: 'New', departmentId: String(muster.fixtures.departments.Maintenance) }
    const marta = await muster.as('marta')
    const sop = await marta.raw({
      method: 'POST',
      url: `${API_PREFIX}/sops`,
      ...formOf(form, { content: smallPdf() }),
    })
    expect(sop.status).toBe(403)
    const entries = await entriesOf('access.refuse')
    expect(entries.map(({ details }) => details.call)).toEqual([`PUT /tasks/${id}`, 'POST /sops'])
  })

  test('appears in no history and no activity', async () => {
    const { id } = await putTask(muster, { department: 'Housekeeping' })
    await send('uli', 'PUT', `/tasks/${id}`, { title: 'Mine' })
    const { entries } = await (await muster.as('marta')).call(tasksApi.history, { params: { id } })
    expect(entries.map(({ action }) => action)).toEqual(['task.create'])
    expect((await send('gita', 'GET', '/dashboard/activity')).text).not.toContain('Uli')
  })

  test('leaves an entry if it only reads: a list, a file, another department, or beyond the scopes of a token', async () => {
    const { Maintenance } = muster.fixtures.departments
    const reads = ['/audit-log', '/tasks/export?search=secret', `/tasks/board?departmentId=${Maintenance}`]
    for (const url of reads) expect((await send('uli', 'GET', url)).status).toBe(403)
    const program = withToken(muster, (await putToken(muster, 'uli', ['task:read'])).token)
    expect((await program.raw({ method: 'GET', url: `${API_PREFIX}/clock/history` })).status).toBe(403)
    const entries = await entriesOf('access.refuse')
    expect(entries.map(({ by, details }) => [by, details])).toEqual([
      [idOf('uli'), { call: 'GET /audit-log' }],
      [idOf('uli'), { call: 'GET /tasks/export' }],
      [idOf('uli'), { call: 'GET /tasks/board' }],
      [idOf('uli'), { call: 'GET /clock/history', byToken: 'Import' }],
    ])
  })

  test('leaves no entry for wrong input and requests without a session', async () => {
    expect((await send('marta', 'POST', '/tasks', { title: '' })).status).toBe(400)
    expect((await muster.stranger().raw({ method: 'DELETE', url: `${API_PREFIX}/tasks/1` })).status).toBe(401)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    const uli = await muster.as('uli')
    expect((await uli.raw({ method: 'DELETE', url: `${API_PREFIX}/tasks/1`, headers: crossSite })).status).toBe(403)
    expect(await entriesOf('access.refuse')).toEqual([])
  })

  test('that is repeated cannot fill the log, which says how many there were', async () => {
    for (let at = 0; at < 4; at += 1)
      await Promise.all(Array.from({ length: 40 }, () => send('gus', 'DELETE', '/tasks/1')))
    const entries = await entriesOf('access.refuse')
    expect(entries.length).toBeGreaterThanOrEqual(100)
    expect(entries.length).toBeLessThanOrEqual(102)
    await query(`update rate_limits set updated_at = updated_at - interval '4 minutes'`)
    await send('gus', 'DELETE', '/tasks/1')
    const last = (await entriesOf('access.refuse')).at(-1)
    expect(last.details.unlogged).toBeGreaterThanOrEqual(58)
    expect((await send('una', 'DELETE', '/tasks/1')).status).toBe(403)
    expect(await entriesOf('access.refuse')).toHaveLength(entries.length + 2)
  })

  test('gets its 403 even if the entry cannot be written', async () => {
    await query(`create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'full' using errcode = '53100'; end $$`)
    await query('create trigger refuse_entry before insert on audit_logs for each row execute function refuse_entry()')
    try {
      expect((await send('gus', 'DELETE', '/tasks/1')).status).toBe(403)
      expect((await send('gita', 'GET', '/audit-log')).status).toBe(200)
    } finally {
      await query('drop trigger refuse_entry on audit_logs; drop function refuse_entry')
    }
  })
})

test('a wrong current password leaves an entry, without the password', async () => {
  const uli = await muster.as('uli')
  const change = (currentPassword: string) =>
    uli.call(usersApi.setPassword, { params: { id: idOf('uli') }, body: { currentPassword, newPassword: PASSWORD } })
  expect((await httpErrorOf(change('open sesame'))).status).toBe(400)
  const entries = await entriesOf('user.refuse-password')
  expect(entries).toEqual([{ by: idOf('uli'), type: 'user', of: idOf('uli'), details: null }])
  await change(PASSWORD)
  expect(await entriesOf('user.refuse-password')).toHaveLength(1)
})

describe('an export leaves an entry with its filter', () => {
  test('once its first piece is made', async () => {
    const { Housekeeping } = muster.fixtures.departments
    await send('marta', 'GET', `/tasks/export?departmentId=${Housekeeping}&status=completed&search=towels`)
    await send('marta', 'GET', '/clock/hours/export')
    await send('adam', 'GET', `/audit-log/export?userId=${idOf('uli')}`)
    expect((await send('uli', 'GET', '/tasks/export')).status).toBe(403)
    expect((await send('marta', 'GET', '/tasks/export?status=none')).status).toBe(400)
    expect(await entriesOf('task.export')).toEqual([
      {
        by: idOf('marta'),
        type: 'task',
        of: null,
        details: { departmentId: Housekeeping, status: 'completed', search: 'towels' },
      },
    ])
    expect(await entriesOf('clock-session.export')).toMatchObject([{ by: idOf('marta'), details: {} }])
    expect(await entriesOf('audit-log.export')).toMatchObject([{ by: idOf('adam'), details: { userId: idOf('uli') } }])
  })

  test('from every endpoint that has a download', () => {
    const all = Object.values(api).flatMap((endpoints) => Object.values(endpoints) as Endpoint[])
    expect(all.filter(({ download, auditAction }) => download && !auditAction?.endsWith('.export'))).toEqual([])
    expect(all).toContain(clockApi.export)
  })
})

test('reading the log leaves one entry in a quarter of an hour, and none for further pages', async () => {
  const adam = await muster.as('adam')
  const read = (query: object = {}) => adam.call(auditApi.list, { query })
  await putTask(muster)
  await putTask(muster)
  const { next } = await read({ limit: 1, resourceType: 'task' })
  await read({ limit: 1, resourceType: 'task', after: next ?? '' })
  for (let at = 0; at < 5; at += 1) await read()
  await (await muster.as('gita')).call(auditApi.list, { query: {} })
  const entries = await entriesOf('audit-log.read')
  expect(entries).toEqual([
    { by: idOf('adam'), type: 'audit-log', of: null, details: { resourceType: 'task' } },
    { by: idOf('gita'), type: 'audit-log', of: null, details: {} },
  ])
  await query(`update rate_limits set updated_at = updated_at - interval '16 minutes'`)
  await read()
  expect(await entriesOf('audit-log.read')).toHaveLength(3)
})

describe('signing in', () => {
  const login = (email: string, password: string) =>
    httpErrorOf(muster.stranger().call(authApi.login, { body: { email, password } }))

  test('with a wrong password from many addresses leaves a limited number of entries an hour, and the next says how many more there were', async () => {
    const emptyBucket = `insert into rate_limits (subject, kind, tokens, missed, updated_at) values ($1, 'session-refusal', 0.5, 41, now())`
    for (const subject of [idOf('uli'), 'strangers']) await query(emptyBucket, [subject])
    await login(emailOf('uli'), 'wrong')
    await login('made-up@hotel.example', 'wrong')
    expect(await entriesOf('session.refuse')).toEqual([])
    await login(emailOf('lea'), 'wrong')
    await query(`update rate_limits set updated_at = updated_at - interval '5 minutes'`)
    await login(emailOf('uli'), 'wrong')
    await login('made-up@hotel.example', 'wrong')
    const entries = await entriesOf('session.refuse')
    expect(entries.map(({ by, details }) => [by, details])).toEqual([
      [idOf('lea'), { email: emailOf('lea') }],
      [idOf('uli'), { email: emailOf('uli'), unlogged: 42 }],
      [null, { email: 'made-up@hotel.example', unlogged: 42 }],
    ])
  })

  test('many times leaves the newest fifty sessions', async () => {
    const sid = `lpad(n::text, 64, '0')`
    await query('delete from sessions where user_id = $1', [idOf('nora')])
    await query(
      `insert into sessions (sid, sess, expire, user_id)
       select ${sid}, '{}', now() + n * interval '1 minute', $1 from generate_series(1, 60) n`,
      [idOf('nora')],
    )
    const browser = await muster.signIn(emailOf('nora'))
    await browser.call(authApi.session, {})
    const own = `select count(*)::int as n, min(sid) filter (where sid < '1') as oldest from sessions where user_id = $1`
    expect(await query(own, [idOf('nora')])).toEqual([{ n: 50, oldest: '12'.padStart(64, '0') }])
  })

  test('and signing out in a loop does not fill the log', async () => {
    await query(
      `insert into rate_limits (subject, kind, tokens, missed, updated_at) values ($1, 'session', 1.5, 0, now())`,
      [idOf('milan')],
    )
    for (let at = 0; at < 3; at += 1) await (await muster.signIn(emailOf('milan'))).call(authApi.logout, {})
    expect([await entriesOf('session.start'), await entriesOf('session.end')].flat()).toHaveLength(1)
  })
})
