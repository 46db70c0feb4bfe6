import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'

/** Requests that are wrong as a whole: bodies, addresses, methods, cookies, bytes. None of them gets a 500. */

const muster = useTestApp()

const JSON_TYPE = { 'content-type': 'application/json' }
const create = async (payload: unknown, headers: Record<string, string> = JSON_TYPE) =>
  (await muster.as('gita')).raw({ method: 'POST', url: '/api/v1/tasks', headers, payload })

type Reply = Awaited<ReturnType<typeof create>>

/** The status and the code of an error reply, whose shape it checks. */
function errorOf({ status, json, headers }: Reply) {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Object.keys(json).filter((name) => !['message', 'code', 'params', 'issues'].includes(name))).toEqual([])
  expect(json.message).toMatch(/\S/)
  return [status, json.code]
}

test('a method that browsers do not use gets 404', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK']) {
    const reply = await (await muster.as('uli')).raw({ method, url: '/api/v1/tasks' })
    expect([method, reply.status]).toEqual([method, 404])
  }
})

describe('a body', () => {
  test.each([
    ...['{', '{"title":', '{"title":}', "{'title':1}", '{title:1}', '[1,', 'nope', 'NaN', 'undefined', '"'],
    ...['{"title":"a"}{"title":"b"}', '{"title":"a",}', '\u0000', '{"title":"\n"}', '%7B%7D', 'title=a'],
  ])('that is not JSON is malformed: %j', async (text) => {
    expect(errorOf(await create(text))).toEqual([400, 'malformed'])
  })

  test('may begin with a byte order mark', async () => {
    expect((await create('\ufeff{"title":"Marked"}')).json).toMatchObject({ title: 'Marked' })
  })

  test('that is missing gets 400, and one without its required field gets the name of the field', async () => {
    for (const reply of await Promise.all([create(undefined, {}), create(undefined), create('')])) {
      expect(errorOf(reply)).toEqual([400, 'invalid'])
      expect(reply.json.issues).toMatchObject([{ path: '', message: expect.stringContaining('expected object') }])
    }
    const empty = await create('{}')
    expect(errorOf(empty)).toEqual([400, 'invalid'])
    expect(empty.json.issues).toEqual([{ path: 'title', message: 'Title is required' }])
  })

  test('with several faults names each field, in words', async () => {
    const body = { title: '  ', priority: 'urgent', departmentId: '5', tags: ['a', ''], dueDate: 'soon', size: 1 }
    const reply = await create(JSON.stringify(body))
    expect(errorOf(reply)).toEqual([400, 'invalid'])
    expect(reply.json.issues).toMatchObject([
      { path: 'title', message: 'Title is required' },
      { path: 'priority', message: 'Must be one of low, medium, high' },
      { path: 'departmentId', message: 'Invalid input: expected number, received string' },
      { path: 'dueDate', message: 'Must be a date and time, as 2026-11-20T17:30:00.000Z' },
      { path: 'tags.1', message: 'A tag must not be empty' },
      { path: 'size', message: 'There is no such field' },
    ])
  })

  test.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'],
    ...['application/jsonp', 'application/json-patch+json', 'text/json', 'nonsense', 'application/', ';'],
  ])('of type %s gets 415', async (type) => {
    expect(errorOf(await create('{"title":"a"}', { 'content-type': type }))).toEqual([415, 'wrong_type'])
  })

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('of type %s is read', async (type) => {
    expect((await create('{"title":"Read"}', { 'content-type': type })).status).toBe(201)
  })

  test.each(['gzip', 'br', 'deflate', 'GZIP', 'gzip, identity', 'x-unheard-of'])(
    'compressed by %s gets 415, compressed or not',
    async (encoding) => {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding }
      expect(errorOf(await create(gzipSync('{"title":"a"}'), headers))).toEqual([415, 'wrong_type'])
      expect(errorOf(await create('{"title":"a"}', headers))).toEqual([415, 'wrong_type'])
    },
  )

  test('of two megabytes is too large', async () => {
    const large = JSON.stringify({ title: 'a', description: 'x'.repeat(2 * 1024 * 1024) })
    expect(errorOf(await create(large))).toEqual([413, 'too_large'])
    const claimed = { ...JSON_TYPE, 'content-length': String(2 ** 31) }
    expect(errorOf(await create('{"title":"a"}', claimed))).toEqual([413, 'too_large'])
    // Without a session the reply is 401, for any body.
    const request = { method: 'POST', url: '/api/v1/tasks', headers: JSON_TYPE, payload: large }
    expect(errorOf(await muster.stranger().raw(request))).toEqual([401, 'not_signed_in'])
  })

  const lists = '['.repeat(120_000) + ']'.repeat(120_000)
  test.each([
    ['lists', lists, ''],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 'a'],
    ['lists in a field', `{"title":${lists}}`, 'title'],
    ['lists in a list', `{"title":"a","tags":[${lists}]}`, 'tags.0'],
  ])('of very deep %s gets 400', async (_, text, path) => {
    const reply = await create(text)
    expect(errorOf(reply)).toEqual([400, 'invalid'])
    expect(reply.json.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test.each([
    ['tags', JSON.stringify({ title: 'a', tags: Array(120_000).fill(1) })],
    ['unknown fields', `{${Array.from({ length: 24_000 }, (_, at) => `"f${at}":1`).join()}}`],
  ])('with very many faulty %s gets a short 400', async (_, text) => {
    const reply = await create(text)
    expect(errorOf(reply)).toEqual([400, 'invalid'])
    expect(reply.json.issues.length).toBeGreaterThan(0)
    expect(reply.text.length).toBeLessThan(20_000)
  })

  test('with a field twice counts with the last value', async () => {
    expect((await create('{"title":"first","title":"last"}')).json.title).toBe('last')
  })

  test('of bytes that are not UTF-8 is repaired', async () => {
    const reply = await create(Buffer.from([...Buffer.from('{"title":"a'), 0xff, 0xc0, 0x80, ...Buffer.from('b"}')]))
    expect([reply.status, reply.json.title]).toEqual([201, 'a\ufffd\ufffd\ufffdb'])
  })
})

describe('an address', () => {
  test.each([
    ...['/api', '/api/', '/api/v1', '/api/v1/', '/api/v2/tasks', '/api/v1/nope', '/api/v1/tasks/1/nope'],
    ...['/api/v1/Tasks', '/api/v1//tasks', '/api/v1/tasks/1/', '/api/v1/%2e%2e/tasks', '/api/v1/tasks;x=1'],
    ...['/api/v1/constructor', '/api/v1/__proto__'],
  ])('below the API that does not exist gets 404 as JSON, whatever the method: %s', async (url) => {
    for (const browser of [muster.stranger(), await muster.as('gita')]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const body = method === 'GET' ? {} : { headers: JSON_TYPE, payload: '{}' }
        expect(errorOf(await browser.raw({ method, url, ...body })), method).toEqual([404, 'not_found'])
      }
      expect((await browser.raw({ method: 'HEAD', url })).status).toBe(404)
    }
  })

  test.each([
    ['PATCH', '/api/v1/tasks/1'],
    ['POST', '/api/v1/tasks/1'],
    ['POST', '/api/v1/tasks/board'],
    ['GET', '/api/v1/auth/login'],
    ['DELETE', '/api/v1/auth/session'],
    ['OPTIONS', '/api/v1/tasks'],
    ['HEAD', '/api/v1/tasks'],
    ['HEAD', '/api/v1/auth/session'],
  ])('does not answer to %s %s', async (method, url) => {
    const headers = { origin: 'http://localhost', host: 'localhost', 'access-control-request-method': 'PUT' }
    const reply = await (await muster.as('gita')).raw({ method, url, headers })
    expect(reply.status).toBe(404)
    if (method !== 'HEAD') expect(errorOf(reply)).toEqual([404, 'not_found'])
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each(['%', '%zz', '%1', '%ff', '%c0%ae', '%ed%a0%80', '1%', 'x'.repeat(201), '1'.repeat(5000)])(
    'that cannot be decoded gets an error below 500: %s',
    async (part) => {
      const gita = await muster.as('gita')
      for (const url of [`/api/v1/tasks/${part}`, `/api/v1/${part}`, `/api/v1/notifications/${part}/read`]) {
        const { status, json, headers } = await gita.raw({ method: 'GET', url })
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(json.message).toMatch(/\S/)
      }
    },
  )

  test.each(['/%zz', '/%', '/api/v1/%ff', '/api/v1/tasks/%zz', `/api/v1/tasks/${'1'.repeat(201)}`])(
    'gets the headers of every page: %s',
    async (url) => {
      const lasting = ({ headers }: { headers: Record<string, unknown> }) =>
        Object.entries(headers).filter(
          ([name]) => !/^(content-(length|type|language)|date|vary|connection)$/.test(name),
        )
      const usual = await muster.stranger().raw({ method: 'GET', url: '/api/v1/auth/session' })
      expect(usual.headers).toHaveProperty('content-security-policy')
      expect(lasting(await muster.stranger().raw({ method: 'GET', url }))).toEqual(lasting(usual))
    },
  )

  test('with very many parameters gets a short 400', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `p${at}=1`).join('&')
    const reply = await (await muster.as('gita')).raw({ method: 'GET', url: `/api/v1/tasks?${many}` })
    expect(errorOf(reply)).toEqual([400, 'invalid'])
    expect(reply.text.length).toBeLessThan(20_000)
  })
})

describe('over the network', () => {
  /** Sends bytes, and returns the server's bytes until it closes the connection or has sent a JSON reply. */
  async function replyTo(bytes: string) {
    const { hostname, port } = new URL(await muster.listen())
    return new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => socket.write(bytes))
      socket.on('data', (data) => {
        text += data
        if (text.includes('\r\n\r\n') && text.endsWith('}')) socket.end()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
  }

  const long = 'x'.repeat(30_000)
  const get = (headers: string, address = '/api/v1/tasks') => `GET ${address} HTTP/1.1\r\n${headers}\r\n\r\n`
  const post = (headers: string) => `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n{}`

  test.each<[string, string, RegExp]>([
    ['a very long address', get('Host: x', `/api/v1/tasks?search=${long}`), /^HTTP\/1.1 431 /],
    ['very long headers', get(`Host: x\r\nCookie: muster.sid=${long}`), /^HTTP\/1.1 431 /],
    ['bytes that are not HTTP', 'hello there\r\n\r\n', /^HTTP\/1.1 400 /],
    ['no host', get('Accept: */*'), /^HTTP\/1.1 400 /],
    ['two hosts', get('Host: x\r\nHost: y'), /^HTTP\/1.1 400 /],
    ['two lengths', post('Content-Length: 1\r\nContent-Length: 2'), /^HTTP\/1.1 400 /],
    ['a negative length', post('Content-Length: -1'), /^HTTP\/1.1 400 /],
    ['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked'), /^HTTP\/1.1 400 /],
    ['a NUL in a header', get('Host: x\r\nUser-Agent: a\0b'), /^HTTP\/1.1 400 /],
    ['another protocol', get('Host: x\r\nConnection: upgrade\r\nUpgrade: tea'), /^HTTP\/1.1 4\d\d /],
    [
      'a proxy’s form of address',
      get('Host: x\r\nConnection: close', 'http://else.example/api/v1/tasks'),
      /^HTTP\/1.1 4\d\d /,
    ],
  ])('%s gets an error, and the server goes on', async (_, bytes, expected) => {
    const reply = await replyTo(bytes)
    expect(reply).toMatch(expected)
    for (const header of ['x-content-type-options: nosniff', 'content-security-policy: ', 'cache-control: no-store'])
      expect(reply.toLowerCase()).toContain(header)
    expect((await fetch(`${await muster.listen()}/healthz`)).status).toBe(200)
  })
})

test.each([
  ...[
    'muster.sid=',
    'muster.sid',
    'muster.sid=%',
    'muster.sid=%00',
    'muster.sid=%zz',
    `muster.sid=${'x'.repeat(8000)}`,
  ],
  ...[
    'muster.sid=__proto__',
    '=;=;;',
    ';',
    'muster.sid="quoted"',
    'muster.sid=a; muster.sid=b',
    'muster.sid=\u00e4\u00ff',
  ],
  ...["muster.sid='; drop table sessions; --", '__proto__=x; constructor=y', 'a=1; '.repeat(500)],
])('a cookie without a session gets 401, and its browser can sign in: %s', async (cookie) => {
  const stranger = muster.stranger()
  const session = await stranger.raw({ method: 'GET', url: '/api/v1/auth/session', headers: { cookie } })
  expect(errorOf(session)).toEqual([401, 'not_signed_in'])
  const logout = await stranger.raw({ method: 'POST', url: '/api/v1/auth/logout', headers: { cookie } })
  expect(logout.status).toBe(204)
  const payload = JSON.stringify({ email: 'nora@hotel.example', password: 'correct horse' })
  const headers = { ...JSON_TYPE, cookie }
  expect((await stranger.raw({ method: 'POST', url: '/api/v1/auth/login', headers, payload })).status).toBe(200)
})

test.each(['', 'x'.repeat(5000), '\u00e4\u00ff', "'; drop table audit_logs; --", '__proto__', '0123456789abcdef'])(
  'an odd tab, user agent or address does no harm: %s',
  async (name) => {
    const headers = { ...JSON_TYPE, 'x-muster-tab': name, 'user-agent': name, 'x-forwarded-for': name }
    expect((await create('{"title":"Named"}', headers)).status).toBe(201)
  },
)
