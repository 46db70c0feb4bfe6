import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deactivate, emailOf, PASSWORD, type PersonName } from '../../../../test/support/people.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { sessions } from '../../db/tables/sessions.ts'

const muster = useTestApp()
const credentials = (name: Parameters<typeof emailOf>[0], password = PASSWORD) => ({
  body: { email: emailOf(name), password },
})

describe('signing in', () => {
  test('gives the session object, whatever the case of the e-mail', async () => {
    const browser = muster.stranger()
    const viewer = await browser.call(authApi.login, { body: { email: ' MARTA@Hotel.Example ', password: PASSWORD } })
    const { Housekeeping } = muster.fixtures.departments
    expect(viewer).toEqual({
      id: muster.fixtures.people.marta.id,
      username: null,
      role: 'manager',
      departmentId: Housekeeping,
      email: 'marta@hotel.example',
      firstName: 'Marta',
      lastName: 'Oliveira',
      department: { id: Housekeeping, name: 'Housekeeping' },
      isActive: true,
      profileImageUrl: null,
      createdAt: muster.fixtures.people.marta.createdAt,
      language: null,
      startScreen: null,
      notify: null,
      wantsExtraShifts: false,
      timeZone: 'Europe/Berlin',
      organisation: null,
    })
    expect(await browser.call(authApi.session, {})).toEqual(viewer)
  })

  test('keeps only a hash of the cookie, and sets it HttpOnly and Lax', async () => {
    const browser = muster.stranger()
    const reply = await browser.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(credentials('lea').body),
    })
    expect(reply.status).toBe(200)
    expect(reply.headers['set-cookie']).toEqual(
      ['sid', 'device'].map((name) =>
        expect.stringMatching(
          new RegExp(`^muster\\.${name}=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
        ),
      ),
    )
    const value = browser.cookie.split('=')[1] ?? ''
    const rows = await muster.services.database.orm.select().from(sessions)
    expect(rows.map((row) => row.sid)).not.toContain(value)
    expect(JSON.stringify(rows)).not.toContain(value)
  })

  test('gives a new session each time and ends the one before', async () => {
    const browser = muster.stranger()
    await browser.call(authApi.login, credentials('lea'))
    const first = browser.cookie
    await browser.call(authApi.login, credentials('lea'))
    expect(browser.cookie).not.toBe(first)
    const old = muster.stranger()
    old.cookie = first
    expect((await httpErrorOf(old.call(authApi.session, {}))).status).toBe(401)
  })

  test('refuses a wrong password, an unknown e-mail and a closed account with the same words', async () => {
    await deactivate(muster.services, 'gwen')
    const errors = await Promise.all([
      httpErrorOf(muster.stranger().call(authApi.login, credentials('uli', 'wrong one'))),
      httpErrorOf(
        muster.stranger().call(authApi.login, { body: { email: 'nobody@hotel.example', password: PASSWORD } }),
      ),
      httpErrorOf(muster.stranger().call(authApi.login, credentials('gwen'))),
    ])
    for (const refusal of errors) {
      expect(refusal.status).toBe(401)
      expect(refusal.reply).toEqual({ message: 'Invalid email or password', code: 'wrong_credentials' })
    }
  })

  test('is written to the audit log, tried and done, without a password', async () => {
    const { database } = muster.services
    const uli = muster.fixtures.people.uli.id
    const browser = muster.stranger()
    await httpErrorOf(browser.call(authApi.login, credentials('uli', 'secret typo')))
    await browser.call(authApi.login, credentials('uli'))
    await browser.call(authApi.logout, {})
    const rows = await database.orm.select().from(auditLogs).where(eq(auditLogs.userId, uli)).orderBy(auditLogs.id)
    expect(rows.slice(-3).map((row) => row.action)).toEqual(['session.refuse', 'session.start', 'session.end'])
    expect(JSON.stringify(rows)).not.toMatch(/secret typo|correct horse/)
  })

  test('with the password in the wrong field does not reach the audit log', async () => {
    const wrong = (email: string) =>
      httpErrorOf(muster.stranger().call(authApi.login, { body: { email, password: 'x' } }))
    await wrong('nobody@hotel.example')
    await wrong('Correct Horse')
    const rows = await muster.services.database.orm
      .select({ details: auditLogs.details })
      .from(auditLogs)
      .where(eq(auditLogs.action, 'session.refuse'))
      .orderBy(auditLogs.id)
    expect(rows.slice(-2).map(({ details }) => details)).toEqual([{ email: 'nobody@hotel.example' }, {}])
  })

  test('lets nobody in after ten failed tries for an account from one address, and says when', async () => {
    for (let attempts = 0; attempts < 10; attempts += 1) {
      expect((await httpErrorOf(muster.stranger().call(authApi.login, credentials('milan', 'wrong')))).status).toBe(401)
    }
    const reply = await muster.stranger().raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(credentials('milan').body),
    })
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(900)
    // Another account is not locked out.
    await muster.stranger().call(authApi.login, credentials('una'))
    // After the wait the right password works, even if the clock has been set since.
    for (const hours of [5, -5]) {
      await muster.services.database.pool.query(
        `update sign_in_tries set created_at = created_at + $1 * interval '1 hour'`,
        [hours],
      )
      const { status } = await httpErrorOf(muster.stranger().call(authApi.login, credentials('milan', 'wrong')))
      expect(status).toBe(hours > 0 ? 401 : 429)
    }
    await muster.services.database.pool.query(
      `update sign_in_tries set created_at = created_at - interval '15 minutes'`,
    )
    await muster.stranger().call(authApi.login, credentials('milan'))
  })

  test('does not let many tries at once slip through', async () => {
    const attempts = Array.from({ length: 40 }, () =>
      httpErrorOf(muster.stranger().call(authApi.login, credentials('nora', 'wrong'))),
    )
    const statuses = (await Promise.all(attempts)).map((refusal) => refusal.status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(12)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(28)
  })
})

describe('a session', () => {
  test('needs a session', async () => {
    const refusal = await httpErrorOf(muster.stranger().call(authApi.session, {}))
    expect(refusal.status).toBe(401)
    expect(refusal.message).toBe('401: {"message":"Sign in to continue","code":"not_signed_in"}')
  })

  test('ends with signing out, here only', async () => {
    const here = muster.stranger()
    const there = muster.stranger()
    await here.call(authApi.login, credentials('adam'))
    await there.call(authApi.login, credentials('adam'))
    const cookie = here.cookie
    await here.call(authApi.logout, {})
    expect(here.cookie).toBe('')
    here.cookie = cookie
    expect((await httpErrorOf(here.call(authApi.session, {}))).status).toBe(401)
    await there.call(authApi.session, {})
  })

  test('is renewed at most once an hour', async () => {
    const browser = muster.stranger()
    await browser.call(authApi.login, credentials('adam'))
    const ask = () => browser.raw({ method: 'GET', url: '/api/v1/auth/session' })
    expect((await ask()).headers['set-cookie']).toBeUndefined()
    await muster.services.database.pool.query(`update sessions set expire = expire - interval '2 hours'`)
    expect((await ask()).headers['set-cookie']).toMatch(/^muster\.sid=/)
    expect((await ask()).headers['set-cookie']).toBeUndefined()
  })

  test('that cannot be renewed is a session all the same', async () => {
    const { pool } = muster.services.database
    const browser = muster.stranger()
    await browser.call(authApi.login, credentials('adam'))
    await pool.query(`update sessions set expire = expire - interval '2 hours'`)
    await pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'full' using errcode = '53100'; end $$`)
    await pool.query('create trigger refused before update on sessions for each row execute function refuse()')
    try {
      await browser.call(authApi.session, {})
    } finally {
      await pool.query('drop trigger refused on sessions; drop function refuse')
    }
  })

  test('that has run out is none', async () => {
    const browser = muster.stranger()
    await browser.call(authApi.login, credentials('adam'))
    await muster.services.database.pool.query(`update sessions set expire = now() - interval '1 second'`)
    expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
  })
})

describe('a write from another site', () => {
  const send = (headers: Record<string, string>) =>
    muster.stranger().raw({ method: 'POST', url: '/api/v1/auth/logout', headers })

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://muster.example:8080', host: 'muster.example' },
    { origin: 'https://muster.example', host: 'muster.example:80' },
    { origin: 'http://muster.example', host: 'muster.example@evil.example' },
    { origin: 'http://muster.example', host: 'muster.example/evil.example' },
  ])('is refused: %o', async (headers) => {
    expect((await send(headers)).status).toBe(403)
  })

  test.each<Record<string, string>>([
    {},
    { origin: 'http://muster.example', host: 'muster.example' },
    { origin: 'http://muster.example', host: 'muster.example:80' },
    { origin: 'https://muster.example', host: 'muster.example:443' },
    { origin: 'http://[::1]:3000', host: '[::1]:3000' },

    { 'sec-fetch-site': 'same-origin' },
  ])('is not suspected: %o', async (headers) => {
    expect((await send(headers)).status).toBe(204)
  })
})

test('every reply carries the security headers', async () => {
  const { headers } = await muster.stranger().raw({ method: 'GET', url: '/healthz' })
  expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('nothing that the API says of people is left in a cache', async () => {
  const una = await muster.as('una')
  for (const url of ['/api/v1/auth/session', '/api/v1/tasks', '/api/v1/tasks/0', '/api/v1/nothing']) {
    expect((await una.raw({ method: 'GET', url })).headers['cache-control'], url).toBe('no-store')
  }
})

describe('behind a proxy that is trusted', () => {
  const behindProxy = useTestApp({ TRUST_PROXY: '1' })
  const attempt = (from: string, name: PersonName = 'uli') =>
    behindProxy.stranger().raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      payload: JSON.stringify(credentials(name, 'wrong one').body),
    })

  test('tries are counted by the address the proxy saw, whatever the client claims', async () => {
    for (let claimed = 0; claimed < 10; claimed += 1) {
      expect((await attempt(`6.6.6.${claimed}, 1.2.3.4`)).status).toBe(401)
    }
    expect((await attempt('6.6.6.10, 1.2.3.4')).status).toBe(429)
    expect((await attempt('1.2.3.5')).status).toBe(401)
  })

  test('all addresses of one IPv6 network count as one', async () => {
    for (let own = 0; own < 10; own += 1) expect((await attempt(`2001:db8:0:1::${own}`, 'nora')).status).toBe(401)
    expect((await attempt('2001:db8:0:1:ffff:ffff:ffff:ffff', 'nora')).status).toBe(429)
    expect((await attempt('2001:db8:0:2::1', 'nora')).status).toBe(401)
  })
})
