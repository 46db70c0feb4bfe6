import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { acceptsGzip, compressReplies } from './compress.ts'

/** Compressed replies of the API; `e2e/frame.spec.ts` requests a page of the build. */

const muster = useTestApp()
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface WireReply {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
}
/** The reply as it is on the wire. */
async function get(path: string, headers: Record<string, string> = {}): Promise<WireReply> {
  const { cookie } = await muster.as('gita')
  const address = `${await muster.listen()}${path}`
  return new Promise((resolve, reject) => {
    const clientRequest = request(address, { headers: { cookie, ...headers } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    clientRequest.on('error', reject).end()
  })
}

beforeAll(async () => {
  // Sixty tasks are compressed in a thread, fifty at once.
  const description = 'Vor Mittag, '.repeat(350)
  for (let at = 0; at < 60; at += 1) await putTask(muster, { title: `Zimmer ${at} prüfen`, description })
})

describe.each([
  ['a board, whose JSON the database writes', '/api/v1/tasks/board', 'application/json; charset=utf-8'],
  ['a list that takes a thread to compress', '/api/v1/tasks?limit=1000', 'application/json; charset=utf-8'],
  ['a list of people, which is serialised', '/api/v1/users', 'application/json; charset=utf-8'],
  ['a file that is streamed', '/api/v1/tasks/export', 'text/csv; charset=utf-8'],
  ['the API’s document', '/api/docs/openapi.json', 'application/json; charset=utf-8'],
])('%s', (_, path, type) => {
  test('is much smaller for a browser, and the same when it is decompressed', async () => {
    const [plain, compressed] = [await get(path), await get(path, BROWSER)]
    expect(compressed.headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'cache-control': 'no-store',
    })
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true)
  })

  test.each([undefined, 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000, deflate', '*;q=0', 'gzip;q=0, *;q=1'])(
    'is not compressed for a client that accepts %s',
    async (accepted) => {
      const { status, headers, bytes } = await get(path, accepted === undefined ? {} : { 'accept-encoding': accepted })
      expect(status).toBe(200)
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('accept-encoding')
      expect(bytes.length).toBeGreaterThan(1024)
    },
  )
})

test('a small reply, or one without a body, is not compressed', async () => {
  for (const path of ['/api/v1/auth/session', '/api/v1/tasks/999999', '/api/v1/nowhere', '/healthz']) {
    const { headers, bytes } = await get(path, BROWSER)
    expect(bytes.length, path).toBeLessThan(1024)
    expect(headers['content-encoding'], path).toBeUndefined()
    expect(headers.vary, path).toBeUndefined()
  }
})

describe('a file that is streamed compressed', () => {
  /** Serves a file without an end. `ended` resolves once its generator has been ended. */
  async function serveEndless(part: () => string) {
    const app = fastify()
    compressReplies(app)
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    async function* parts() {
      try {
        while (true) yield part()
      } finally {
        end()
      }
    }
    app.get('/', (_request, reply) => reply.type('text/csv').send(Readable.from(parts())))
    return { address: await app.listen({ port: 0, host: '127.0.0.1' }), ended, close: () => app.close() }
  }

  test('breaks the connection when it fails half way', async () => {
    let parts = 0
    const { address, ended, close } = await serveEndless(() => {
      parts += 1
      if (parts > 20) throw new Error('The database has gone')
      return randomBytes(50_000).toString('hex')
    })
    await expect(fetch(address).then((reply) => reply.text())).rejects.toThrow()
    await ended
    await close()
  })

  test('ends when its client has gone', async () => {
    const { address, ended, close } = await serveEndless(() => randomBytes(50_000).toString('hex'))
    const clientRequest = request(address, { headers: BROWSER }, (reply) => reply.destroy())
    clientRequest.on('error', () => {}).end()
    await ended
    await close()
  })
})

test('a file of the API’s documentation page keeps its ETag, and so its bytes', async () => {
  const { headers } = await get('/api/docs/static/swagger-ui.css', BROWSER)
  expect(headers.etag).toBeDefined()
  expect(headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip', true],
  ['GZip', true],
  ['x-gzip', true],
  ['br, gzip;q=0.5', true],
  ['gzip ; q=1.000', true],
  ['*', true],
  ['', false],
  ['deflate', false],
  ['gzip;q=0', false],
  ['gzip;q=0.0', false],
  ['*;q=0.5, gzip;q=0', false],
  // Malformed.
  ['gzip;q=', false],
  ['gzip;q=yes', false],
  ['gzip;q=-1', false],
  [';;;,,,=', false],
  ['gzip\u0000', false],
  [',gzip,', true],
  ['x'.repeat(10_000), false],
])('an Accept-Encoding of %j accepts gzip: %s', (header, accepts) => {
  expect(acceptsGzip(header)).toBe(accepts)
})
