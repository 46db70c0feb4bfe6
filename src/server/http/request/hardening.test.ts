import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { emailOf, PASSWORD } from '../../../../test/support/people.ts'
import { rawClient, statusFor } from '../../../../test/support/raw-client.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { buildApp } from '../../app.ts'
import { trustOf } from './proxies.ts'

const muster = useTestApp({ PUBLIC_URL: 'https://muster.example' })
const plain = useTestApp()
const getSession = { method: 'GET', url: '/api/v1/auth/session' }

describe('over https', () => {
  test('a cookie belongs to this very host', async () => {
    const browser = muster.stranger()
    const reply = await browser.raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: emailOf('lea'), password: PASSWORD }),
    })
    expect(reply.headers['set-cookie']).toEqual(
      ['sid', 'device'].map((name) =>
        expect.stringMatching(
          new RegExp(`^__Host-muster\\.${name}=[\\w-]{43}; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$`),
        ),
      ),
    )
    await browser.call(authApi.session, {})
  })

  test('a session cookie that another site of the domain may have planted counts for nothing', async () => {
    const own = await muster.signIn(emailOf('una'))
    const planted = own.cookie.replace('__Host-', '')
    const session = (cookie: string) => muster.stranger().raw({ ...getSession, headers: { cookie } })
    expect((await session(planted)).status).toBe(401)
    expect((await session(`${own.cookie}; muster.sid=planted`)).status).toBe(200)
  })

  test('signing in removes the cookie of the first versions', async () => {
    const { headers } = await muster.stranger().raw({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json', cookie: 'muster.sid=of-old' },
      payload: JSON.stringify({ email: emailOf('lea'), password: PASSWORD }),
    })
    expect(headers['set-cookie']).toContainEqual(expect.stringMatching(/^muster\.sid=; .*Expires=Thu, 01 Jan 1970/))
  })

  test('signing out ends it under both names', async () => {
    const browser = await muster.signIn(emailOf('una'))
    const both = `${browser.cookie}; ${browser.cookie.replace('__Host-', '')}`
    const { headers } = await browser.raw({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie: both } })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-muster\.sid=; /),
      expect.stringMatching(/^muster\.sid=; /),
    ])
  })
})

describe('the pictures that a browser keeps', () => {
  const cleared = (headers: Record<string, unknown>) => headers['clear-site-data']
  const post = (url: string, cookie: string, body?: object) =>
    plain.stranger().raw({
      ...{ method: 'POST', url: `/api/v1/auth/${url}` },
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    })

  test('go at sign-out, also of a session that has ended', async () => {
    const { cookie } = await plain.signIn(emailOf('lea'))
    for (let times = 0; times < 2; times += 1) expect(cleared((await post('logout', cookie)).headers)).toBe('"cache"')
  })

  test('go when somebody else signs in over a session, and not when its own person does', async () => {
    const login = async (cookie: string, name: 'lea' | 'uli') =>
      cleared((await post('login', cookie, { email: emailOf(name), password: PASSWORD })).headers)
    expect(await login((await plain.signIn(emailOf('lea'))).cookie, 'uli')).toBe('"cache"')
    expect(await login((await plain.signIn(emailOf('lea'))).cookie, 'lea')).toBeUndefined()
    expect(await login('', 'lea')).toBeUndefined()
  })
})

test('a session ends 90 days after its sign-in, whatever its use', async () => {
  const browser = await plain.signIn(emailOf('marta'))
  const other = await plain.signIn(emailOf('marta'))
  const signedIn = (days: number) =>
    plain.services.database.pool.query(
      `update sessions set sess = jsonb_set(sess::jsonb, '{signedInAt}', to_jsonb(to_char(
         now() at time zone 'UTC' - $1 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
       where sid = encode(sha256($2::bytea), 'hex')`,
      [days, browser.cookie.split('=')[1]],
    )
  await signedIn(89.9)
  await browser.call(authApi.session, {})
  expect(await other.call(authApi.sessions, {})).toHaveLength(2)
  await signedIn(90)
  expect((await httpErrorOf(browser.call(authApi.session, {}))).status).toBe(401)
  expect(await other.call(authApi.sessions, {})).toHaveLength(1)
})

describe('a request with two Host headers', () => {
  test.each(['/healthz', '/api/v1/auth/session', '/api/docs'])('is refused: %s', async (path) => {
    const address = await plain.listen()
    const statusOf = async (hosts: string[]) => {
      const client = await rawClient(address)
      client.socket.write([`GET ${path} HTTP/1.1`, ...hosts, 'Connection: close', '', ''].join('\r\n'))
      const status = await statusFor(client)
      client.socket.destroy()
      return status
    }
    expect(await statusOf(['Host: a.example', 'Host: b.example'])).toBe('400')
    expect(await statusOf(['Host: a.example', 'host: a.example'])).toBe('400')
    expect(await statusOf(['Host: a.example'])).not.toBe('400')
  })
})

test('the log shows addresses without their query', async () => {
  let lines = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk
      done()
    },
  })
  const app = await buildApp({ ...plain.services, log: pino({ level: 'debug' }, output) })
  const { cookie } = await plain.as('marta')
  const long = `/${'x'.repeat(10_000)}`
  for (const url of [
    '/api/v1/tasks?search=secret+guest&limit=1',
    '/sops?search=secret',
    '/nothing?search=secret',
    long,
  ])
    await app.inject({ method: 'GET', url, headers: { cookie } })
  await app.close()
  for (const line of lines.split('\n')) expect(line.length).toBeLessThan(1_000)
  expect(lines).toContain('"url":"/api/v1/tasks"')
  expect(lines).not.toContain('secret')
})

describe('the document of the API', () => {
  test('is under the same policy as everything else', async () => {
    const policyOf = async (url: string) =>
      (await plain.stranger().raw({ method: 'GET', url })).headers['content-security-policy']
    const policy = await policyOf('/healthz')
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-initializer.js', '/api/docs/openapi.json'])
      expect(await policyOf(url), url).toBe(policy)
  })

  // A megabyte of JSON: to write and to compress it takes twenty milliseconds, in which nobody else is served.
  test('is made once, whoever asks how often', async () => {
    const ask = (url: string) => plain.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
    const { rawPayload } = await ask('/api/docs/openapi.json')
    const costOf = async (work: () => unknown) => {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const document = JSON.parse(gunzipSync(rawPayload).toString())
    const made50Times = await costOf(() => {
      for (let times = 0; times < 50; times += 1) gzipSync(JSON.stringify(document))
    })
    const asked50Times = await costOf(async () => {
      for (let times = 0; times < 50; times += 1)
        expect((await ask('/api/docs/openapi.json')).rawPayload.equals(rawPayload)).toBe(true)
    })
    expect(asked50Times).toBeLessThan(made50Times)
    expect((await ask('/api/docs/json')).headers.location).toBe('/api/docs/openapi.json')
    expect((await ask('/api/docs/yaml')).statusCode).toBe(404)
  })

  test('names the cookie as it is', async () => {
    const nameIn = async (app: typeof muster) =>
      (await app.stranger().raw({ method: 'GET', url: '/api/docs/openapi.json' })).json.components.securitySchemes
        .session.name
    expect([await nameIn(muster), await nameIn(plain)]).toEqual(['__Host-muster.sid', 'muster.sid'])
  })
})

describe('forwarding headers', () => {
  const isTrusted = (address: string, hop: number, ...trusted: string[]) => trustOf(trusted)(address, hop)
  test('are trusted from the addresses and networks that are named, at any hop', () => {
    expect(isTrusted('10.0.0.5', 0, '10.0.0.5')).toBe(true)
    expect(isTrusted('10.0.0.6', 0, '10.0.0.5')).toBe(false)
    expect(isTrusted('::ffff:10.0.0.5', 2, '10.0.0.0/24')).toBe(true)
    expect(isTrusted('2001:db8:1::7', 1, '192.0.2.1', '2001:db8:1::/48')).toBe(true)
    expect(isTrusted('2001:db8:2::7', 1, '192.0.2.1', '2001:db8:1::/48')).toBe(false)
    expect(isTrusted('127.0.0.1', 0, 'loopback')).toBe(true)
    expect(isTrusted('unknown', 0, 'loopback')).toBe(false)
    expect(isTrusted('', 0, 'loopback')).toBe(false)
  })

  test('are trusted by 1 from the next hop alone, on this machine or a private network', () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '10.1.2.3',
      '172.17.0.1',
      '192.168.1.1',
      'fd00::1',
      'fe80::1%eth0',
      '::ffff:127.0.0.1',
    ]) {
      expect(trustOf('private')(address, 0), address).toBe(true)
      expect(trustOf('private')(address, 1), address).toBe(false)
    }
    for (const address of ['203.0.113.7', '172.32.0.1', '2001:db8::1', '100.64.0.1'])
      expect(trustOf('private')(address, 0), address).toBe(false)
  })

  test('are trusted by 0 from nobody', () => {
    expect(trustOf(false)('127.0.0.1', 0)).toBe(false)
  })
})

describe('the address that counts', () => {
  const chain = useTestApp({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/24' })
  test('is the first from the right that is not a proxy', async () => {
    const login = async (forwarded: string, remoteAddress = '127.0.0.1') => {
      await chain.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
        payload: { email: emailOf('uli'), password: 'wrong one' },
      })
      const { rows } = await chain.services.database.pool.query(
        `select ip_address from audit_logs where action = 'session.refuse' order by id desc limit 1`,
      )
      return rows[0]?.ip_address
    }
    expect(await login('6.6.6.6, 203.0.113.7, 10.0.0.9')).toBe('203.0.113.7')
    expect(await login('6.6.6.6, 192.168.1.20')).toBe('192.168.1.20')
    // The header of a client that is not a trusted proxy is ignored.
    expect(await login('6.6.6.6', '198.51.100.3')).toBe('198.51.100.3')
  })
})
