import { beforeEach, describe, expect, test } from 'vitest'
import { clearSessions } from '../../../../test/support/clock.ts'
import { enter, listed, PIN, putKiosk, putPin, WRONG_PIN, withPass } from '../../../../test/support/kiosks.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { type Browser, httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { api } from '../../../shared/api.ts'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { auditApi } from '../../../shared/audit-log.ts'
import { authApi } from '../../../shared/auth.ts'
import { briefingApi } from '../../../shared/briefing.ts'
import { clockApi } from '../../../shared/clock.ts'
import { departmentsApi } from '../../../shared/departments.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { kioskApi, kiosksApi } from '../../../shared/kiosks.ts'
import type { Status } from '../../../shared/task-status.ts'
import { tasksApi } from '../../../shared/tasks.ts'
import { todayApi } from '../../../shared/today.ts'
import { usersApi } from '../../../shared/users.ts'

/** Kiosks at the door: who makes them, what a tablet sees, and what a PIN opens. */

const muster = useTestApp()
const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
const refusal = async (call: Promise<unknown>) => {
  const { status, reply } = await httpErrorOf(call)
  return [status, reply?.code]
}
const housekeeping = () => muster.fixtures.departments.Housekeeping
beforeEach(async () => {
  await query('delete from sign_in_tries')
  await clearSessions(muster)
})

/** Somebody with a PIN, at a kiosk of their department. */
async function atKiosk(fields: Parameters<typeof putPerson>[1] = {}) {
  const { tablet, kiosk } = await putKiosk(muster, { departmentId: housekeeping() })
  const person = await putPerson(muster.services, { departmentId: housekeeping(), ...fields })
  await putPin(muster, person.id)
  return { tablet, kiosk, person }
}

describe('a kiosk', () => {
  test('is made on the tablet itself, which signs the administrator out there', async () => {
    const { tablet, kiosk } = await putKiosk(muster)
    expect(await refusal(tablet.call(authApi.session, {}))).toEqual([401, 'not_signed_in'])
    const view = await tablet.call(kioskApi.read, { query: {} })
    expect(view).toMatchObject({ name: kiosk.name, department: null, timeZone: 'Europe/Berlin', hasMore: false })
    const [shown] = (await (await muster.as('adam')).call(kiosksApi.list, {})).filter(({ id }) => id === kiosk.id)
    expect(shown?.lastSeenAt).toEqual(expect.any(String))
  })

  test('needs a proof that the administrator sits there', async () => {
    const { email, id } = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(email)
    const long = '{"provedAt":"2026-01-01T00:00:00.000Z"}'
    await query('update sessions set sess = (sess::jsonb || $2::jsonb)::json where user_id = $1', [id, long])
    const body = { name: 'Door', departmentId: null }
    expect(await refusal(browser.call(kiosksApi.create, { body }))).toEqual([403, 'proof_needed'])
    expect(await refusal(browser.call(kiosksApi.createCode, { body }))).toEqual([403, 'proof_needed'])
  })

  test('is replaced by the next one on the same tablet', async () => {
    const { tablet, kiosk } = await putKiosk(muster)
    const { email } = await putPerson(muster.services, { role: 'admin' })
    await tablet.call(authApi.login, {
      body: { email, password: (await import('../../../../test/support/people.ts')).PASSWORD },
    })
    await tablet.call(kiosksApi.create, { body: { name: 'Back door', departmentId: null } })
    const names = (await (await muster.as('adam')).call(kiosksApi.list, {})).map(({ name }) => name)
    expect(names).toContain('Back door')
    expect(names).not.toContain(kiosk.name)
  })

  test('can be made with a code, once, which is easier to type', async () => {
    const adam = await muster.as('adam')
    const { code } = await adam.call(kiosksApi.createCode, { body: { name: 'By code', departmentId: housekeeping() } })
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    const tablet = muster.stranger()
    expect(await refusal(tablet.call(kioskApi.setUp, { body: { code: 'AAAA-BBBB-CCCC' } }))).toEqual([400, 'invalid'])
    await tablet.call(kioskApi.setUp, { body: { code: code.toLowerCase().replaceAll('-', ' ') } })
    expect(await tablet.call(kioskApi.read, { query: {} })).toMatchObject({ department: 'Housekeeping' })
    expect(await refusal(muster.stranger().call(kioskApi.setUp, { body: { code } }))).toEqual([400, 'invalid'])
    const { entries } = await adam.call(auditApi.list, { query: { action: 'kiosk.create', limit: 1 } })
    expect(entries[0]).toMatchObject({ title: 'By code', person: { firstName: 'Adam' } })
  })

  test('is not made by a code that is too old, or of somebody who is no administrator any more', async () => {
    const { id, email } = await putPerson(muster.services, { role: 'admin' })
    const browser = await muster.signIn(email)
    const body = { name: 'Late', departmentId: null }
    const old = await browser.call(kiosksApi.createCode, { body })
    await query("update sign_in_steps set expire = now() - interval '1 second' where user_id = $1", [id])
    expect(await refusal(muster.stranger().call(kioskApi.setUp, { body: { code: old.code } }))).toEqual([
      400,
      'invalid',
    ])
    const { code } = await browser.call(kiosksApi.createCode, { body })
    await query("update users set role = 'manager' where id = $1", [id])
    expect(await refusal(muster.stranger().call(kioskApi.setUp, { body: { code } }))).toEqual([400, 'invalid'])
  })

  test('keeps its department from being deleted, until it is revoked', async () => {
    const adam = await muster.as('adam')
    const { id } = await adam.call(departmentsApi.create, { body: { name: 'Beach bar' } })
    const { kiosk } = await putKiosk(muster, { departmentId: id })
    expect(await refusal(adam.call(departmentsApi.remove, { params: { id } }))).toEqual([409, 'not_empty'])
    await adam.call(kiosksApi.remove, { params: { id: kiosk.id } })
    await adam.call(departmentsApi.remove, { params: { id } })
  })

  test('is one of 200 at most', async () => {
    const adam = await muster.as('adam')
    const { rows } = await query('select count(*)::int as there from kiosks')
    await query(
      `insert into kiosks (name, token_hash, created_by)
        select 'Many', 'hash ' || n, (select id from users limit 1) from generate_series(1, $1) as n`,
      [200 - rows[0].there],
    )
    const body = { name: 'One more', departmentId: null }
    expect(await refusal(adam.call(kiosksApi.createCode, { body }))).toEqual([409, 'too_many_kiosks'])
    await query("delete from kiosks where name = 'Many'")
  })

  test('is none without its cookie, and does not become one by another', async () => {
    const { tablet } = await putKiosk(muster)
    expect(await refusal(muster.stranger().call(kioskApi.read, { query: {} }))).toEqual([401, 'no_kiosk'])
    // A person who is signed in is no kiosk.
    expect(await refusal((await muster.as('adam')).call(kioskApi.read, { query: {} }))).toEqual([401, 'no_kiosk'])
    const forged = { cookie: `muster.kiosk=${'a'.repeat(43)}` }
    expect((await tablet.raw({ method: 'GET', url: '/api/v1/kiosk', headers: forged })).status).toBe(401)
  })

  test('is refused from pages of other sites', async () => {
    const { tablet, person } = await atKiosk()
    const reply = await tablet.raw({
      ...{ method: 'POST', url: '/api/v1/kiosk/passes', payload: JSON.stringify({ userId: person.id, pin: PIN }) },
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(403)
  })
})

describe('a kiosk lists', () => {
  test('active people of its department from the role user on, with no more than a passer-by may read', async () => {
    const { tablet, person } = await atKiosk({ firstName: 'Zora', lastName: 'Zimmer' })
    const people = await Promise.all([
      putPerson(muster.services, { departmentId: muster.fixtures.departments.Maintenance }),
      putPerson(muster.services, { departmentId: housekeeping(), role: 'guest' }),
      putPerson(muster.services, { departmentId: housekeeping(), isActive: false }),
    ])
    expect(await listed(tablet, person.id)).toEqual({
      ...{ id: person.id, firstName: 'Zora', lastName: 'Z.' },
      ...{ isOnDuty: false, onBreakSince: null, hasPin: true },
    })
    for (const { id } of people) expect(await listed(tablet, id)).toBeUndefined()
    const found = await tablet.call(kioskApi.read, { query: { search: 'zo' } })
    expect(found.people.map(({ id }) => id)).toEqual([person.id])
  })

  test('whole last names of two people who would look the same', async () => {
    const { tablet, person } = await atKiosk({ firstName: 'Yara', lastName: 'Schmidt' })
    const other = await putPerson(muster.services, {
      firstName: 'Yara',
      lastName: 'Scholz',
      departmentId: housekeeping(),
    })
    expect((await listed(tablet, person.id))?.lastName).toBe('Schmidt')
    expect(await listed(tablet, other.id)).toMatchObject({ lastName: 'Scholz', hasPin: false })
  })
})

describe('a PIN', () => {
  test('gives a pass, with which its person clocks in and out and reads their day', async () => {
    const { tablet, kiosk, person } = await atKiosk({ language: 'de' })
    const pass = await enter(tablet, person.id)
    expect(pass).toEqual({
      pass: expect.stringMatching(/^muk_/),
      firstName: person.firstName,
      language: 'de',
      secondsLeft: 60,
    })
    const headers = withPass(pass)
    expect(await tablet.call(clockApi.active, {}, headers)).toBeNull()
    await tablet.call(clockApi.start, {}, headers)
    expect((await listed(tablet, person.id))?.isOnDuty).toBe(true)
    expect(await tablet.call(todayApi.read, {}, headers)).toHaveProperty('dueToday')
    expect(await tablet.call(briefingApi.get, { query: {} }, headers)).toHaveProperty('sections')
    expect(await refusal(tablet.call(clockApi.start, {}, headers))).toEqual([409, 'already_clocked_in'])
    const { breaks } = await tablet.call(clockApi.startBreak, {}, headers)
    expect(await listed(tablet, person.id)).toMatchObject({ isOnDuty: true, onBreakSince: breaks?.[0]?.startTime })
    const past = { body: { at: new Date(Date.now() - 60_000).toISOString() } }
    expect(await refusal(tablet.call(clockApi.endBreak, past, headers))).toEqual([400, 'invalid'])
    await tablet.call(clockApi.endBreak, {}, headers)
    expect(await listed(tablet, person.id)).toMatchObject({ isOnDuty: true, onBreakSince: null })
    await tablet.call(clockApi.stop, {}, headers)
    const adam = await muster.as('adam')
    for (const action of [
      ...['clock-session.create', 'clock-session.break-start', 'clock-session.break-end', 'clock-session.stop'],
    ]) {
      const { entries } = await adam.call(auditApi.list, { query: { action, userId: person.id, limit: 1 } })
      expect(entries[0]?.changes).toContainEqual({ field: 'kiosk', before: null, after: kiosk.name })
    }
  })

  test('lets its person finish a task, and take that back, as long as nobody else has changed it', async () => {
    const { tablet, person } = await atKiosk()
    const { id } = await putTask(muster, { status: 'pending', department: 'Housekeeping' })
    const headers = withPass(await enter(tablet, person.id))
    const set = (status: Status, was: Status, taskId = id) =>
      tablet.call(kioskApi.setStatus, { params: { id: taskId }, body: { status, was } }, headers)
    expect(await set('completed', 'pending')).toMatchObject({ status: 'completed' })
    expect(await set('pending', 'completed')).toMatchObject({ status: 'pending', completedAt: null })
    await set('completed', 'pending')
    const marta = await muster.as('marta')
    await marta.call(tasksApi.update, { params: { id }, body: { status: 'in_progress' } })
    expect(await refusal(set('pending', 'completed'))).toEqual([409, 'edited_meanwhile'])
    const elsewhere = await putTask(muster, { department: 'Maintenance' })
    expect(await refusal(set('completed', 'pending', elsewhere.id))).toEqual([404, 'not_found'])
  })

  test('opens nothing else: every other endpoint refuses the pass', async () => {
    const { tablet, person } = await atKiosk({ role: 'god' })
    const headers = withPass(await enter(tablet, person.id))
    const open = [
      'clock.active',
      'clock.start',
      'clock.stop',
      'clock.startBreak',
      'clock.endBreak',
      'today.read',
      'kiosk.setStatus',
      'briefing.get',
      'kiosk.stay',
      'kiosk.leave',
    ]
    const others = Object.entries(api).flatMap(([noun, endpoints]) =>
      Object.entries<Endpoint>(endpoints)
        .filter(([verb, { allow }]) => !open.includes(`${noun}.${verb}`) && allow !== 'anyone')
        .map(([verb, endpoint]): [string, Endpoint] => [`${noun}.${verb}`, endpoint]),
    )
    expect(others.length).toBeGreaterThan(150)
    const stranger = muster.stranger()
    for (const [name, { method, path }] of others) {
      const url = `${API_PREFIX}${path.replace(/:\w+/g, '1')}`
      const { status } = await stranger.raw({ method, url, headers })
      expect({ name, status }).toEqual({ name, status: name.startsWith('kiosk.') ? 401 : 403 })
    }
  })

  test('proves nothing, whoever is signed in on the tablet too', async () => {
    const { tablet, person } = await atKiosk({ role: 'admin' })
    const { PASSWORD } = await import('../../../../test/support/people.ts')
    await tablet.call(authApi.login, { body: { email: person.email, password: PASSWORD } })
    const headers = withPass(await enter(tablet, person.id))
    expect(await refusal(tablet.call(kiosksApi.list, {}, headers))).toEqual([403, 'forbidden'])
  })

  test('lives for a minute, which its person prolongs, for five minutes at most', async () => {
    const { tablet, person } = await atKiosk()
    const pass = await enter(tablet, person.id)
    const headers = withPass(pass)
    expect(await tablet.call(kioskApi.stay, {}, headers)).toEqual({ secondsLeft: 60 })
    await query("update kiosk_passes set expire = now() - interval '1 millisecond'")
    expect(await refusal(tablet.call(kioskApi.stay, {}, headers))).toEqual([401, 'not_signed_in'])
    // A pass that says it began later is another one.
    const [secret, began] = pass.pass.split('.')
    const later = { pass: `${secret}.${(Number.parseInt(began ?? '', 36) + 60_000).toString(36)}` }
    await query("update kiosk_passes set expire = now() + interval '1 minute'")
    expect(await refusal(tablet.call(clockApi.active, {}, withPass(later)))).toEqual([401, 'not_signed_in'])
    await tablet.call(clockApi.active, {}, headers)
  })

  test('ends when its person leaves, and when the next one enters theirs', async () => {
    const { tablet, person } = await atKiosk()
    const first = withPass(await enter(tablet, person.id))
    const second = withPass(await enter(tablet, person.id))
    expect(await refusal(tablet.call(clockApi.active, {}, first))).toEqual([401, 'not_signed_in'])
    await tablet.call(kioskApi.leave, {}, second)
    expect(await refusal(tablet.call(clockApi.active, {}, second))).toEqual([401, 'not_signed_in'])
  })

  test('ends when its person may not clock in there any more', async () => {
    const { tablet, person } = await atKiosk()
    const { Operations } = muster.fixtures.departments
    const adam = await muster.as('adam')
    const move = (body: object) => adam.call(usersApi.update, { params: { id: person.id }, body })
    const headers = withPass(await enter(tablet, person.id))
    await move({ departmentId: Operations })
    expect(await refusal(tablet.call(todayApi.read, {}, headers))).toEqual([401, 'not_signed_in'])
    expect(await refusal(tablet.call(kioskApi.stay, {}, headers))).toEqual([401, 'not_signed_in'])
    await move({ departmentId: housekeeping() })
    const again = withPass(await enter(tablet, person.id))
    await move({ role: 'guest' })
    expect(await refusal(tablet.call(todayApi.read, {}, again))).toEqual([401, 'not_signed_in'])
  })

  test('ends with its kiosk, and with the account', async () => {
    const { tablet, kiosk, person } = await atKiosk()
    const adam = await muster.as('adam')
    const headers = withPass(await enter(tablet, person.id))
    await adam.call(usersApi.update, { params: { id: person.id }, body: { isActive: false } })
    expect(await refusal(tablet.call(clockApi.start, {}, headers))).toEqual([401, 'not_signed_in'])
    expect(await refusal(enter(tablet, person.id))).toEqual([400, 'invalid'])
    const other = await putPerson(muster.services, { departmentId: housekeeping() })
    await putPin(muster, other.id)
    const running = withPass(await enter(tablet, other.id))
    await adam.call(kiosksApi.remove, { params: { id: kiosk.id } })
    expect(await refusal(tablet.call(clockApi.start, {}, running))).toEqual([401, 'not_signed_in'])
    expect(await refusal(enter(tablet, other.id))).toEqual([401, 'no_kiosk'])
  })

  test('goes with a deleted person', async () => {
    const { tablet, person } = await atKiosk()
    const headers = withPass(await enter(tablet, person.id))
    await (await muster.as('adam')).call(usersApi.remove, { params: { id: person.id } })
    expect(await refusal(tablet.call(clockApi.active, {}, headers))).toEqual([401, 'not_signed_in'])
    expect((await query('select from pins where user_id = $1', [person.id])).rowCount).toBe(0)
  })

  test('counts only where its person may clock in, and only now', async () => {
    const { tablet, person } = await atKiosk()
    const elsewhere = await putPerson(muster.services, { departmentId: muster.fixtures.departments.Maintenance })
    await putPin(muster, elsewhere.id)
    expect(await refusal(enter(tablet, elsewhere.id))).toEqual([400, 'invalid'])
    const without = await putPerson(muster.services, { departmentId: housekeeping() })
    expect(await refusal(enter(tablet, without.id))).toEqual([409, 'no_pin'])
    const headers = withPass(await enter(tablet, person.id))
    const body = { at: new Date(Date.now() - 3600_000).toISOString() }
    expect(await refusal(tablet.call(clockApi.start, { body }, headers))).toEqual([400, 'invalid'])
  })
})

describe('wrong PINs', () => {
  const times = async (count: number, tablet: Browser, userId: string) => {
    for (let at = 0; at < count; at += 1) await enter(tablet, userId, WRONG_PIN).catch(() => undefined)
  }
  const waitOf = async (tablet: Browser, userId: string, pin = PIN) => {
    const payload = JSON.stringify({ userId, pin })
    const headers = { 'content-type': 'application/json' }
    const reply = await tablet.raw({ method: 'POST', url: '/api/v1/kiosk/passes', headers, payload })
    return { status: reply.status, retryAfter: Number(reply.headers['retry-after'] ?? 0), message: reply.json.message }
  }
  const pass = (seconds: number) =>
    query("update sign_in_tries set created_at = created_at - $1 * interval '1 second'", [seconds])

  test('of a person wait after five, longer each time, and are in the audit log', async () => {
    const { tablet, kiosk, person } = await atKiosk()
    await times(5, tablet, person.id)
    const first = await waitOf(tablet, person.id)
    expect(first).toMatchObject({ status: 429, message: expect.stringContaining('clock in on your phone') })
    expect(first.retryAfter).toBeGreaterThan(25)
    expect(first.retryAfter).toBeLessThanOrEqual(30)
    await pass(30)
    await times(1, tablet, person.id)
    expect((await waitOf(tablet, person.id)).retryAfter).toBeGreaterThan(55)
    const entries = (
      await (
        await muster.as('adam')
      ).call(auditApi.list, {
        query: { action: 'session.refuse-pin', userId: person.id, limit: 1 },
      })
    ).entries
    expect(entries[0]?.changes).toContainEqual({ field: 'kiosk', before: null, after: kiosk.name })
  })

  test('keep nobody from anything else: neither others there, nor the person elsewhere', async () => {
    const { tablet, person } = await atKiosk()
    await times(6, tablet, person.id)
    const other = await putPerson(muster.services, { departmentId: housekeeping() })
    await putPin(muster, other.id)
    await enter(tablet, other.id)
    await muster.signIn(person.email)
    const { tablet: another } = await putKiosk(muster)
    await enter(another, person.id)
  })

  test('are forgotten after the right one', async () => {
    const { tablet, person } = await atKiosk()
    await times(4, tablet, person.id)
    await enter(tablet, person.id)
    await times(4, tablet, person.id)
    await enter(tablet, person.id)
  })

  test('of one kiosk have a limit too, whoever they are of', async () => {
    const { tablet, kiosk, person } = await atKiosk()
    await query(
      `insert into sign_in_tries (purpose, email, ip_address, own_budget)
        select 'pin', $1, '', 'person ' || n from generate_series(1, 30) as n`,
      [`kiosk ${kiosk.id}`],
    )
    expect(await waitOf(tablet, person.id)).toMatchObject({
      status: 429,
      message: expect.stringContaining('at this kiosk'),
    })
    await pass(60)
    await enter(tablet, person.id)
  })

  test('sent at once are counted before they are made', async () => {
    const { tablet, person } = await atKiosk()
    const replies = await Promise.all(Array.from({ length: 12 }, () => waitOf(tablet, person.id, WRONG_PIN)))
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5)
  })
})
