import { beforeAll, describe, expect, test } from 'vitest'
import { putPhoto } from '../../../../test/support/photos.ts'
import { headOf, rawClient, statusFor } from '../../../../test/support/raw-client.ts'
import { putSop } from '../../../../test/support/sops.ts'
import { putTask } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

/** Headers of every reply over https, by any sender: Muster, Fastify, Node or the WebSocket server. */

const muster = useTestApp({ PUBLIC_URL: 'https://muster.example' })
const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket', origin: 'https://muster.example' }
const KEY = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': 13 }

let photo = ''
let sop = ''
beforeAll(async () => {
  const { id: taskId } = await putTask(muster, { department: 'Housekeeping' })
  photo = `/api/v1/photos/${await putPhoto(muster, { taskId })}`
  sop = `/api/v1/sops/${(await putSop(muster)).id}/file`
})

/** The status and the headers of the reply to these bytes. Names of headers are in small letters. */
async function replyTo(bytes: string) {
  const client = await rawClient(await muster.listen())
  client.socket.write(bytes)
  const status = Number(await statusFor(client))
  client.socket.destroy()
  const [, ...lines] = client.received().split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  const parts = lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]+: ?/, '')])
  return { status, headers: Object.fromEntries(parts) as Record<string, string | undefined> }
}

type Case = [name: string, status: number, method: string, path: string | (() => string), headers?: object]
const cases: Case[] = [
  ['a page', 200, 'GET', '/'],
  ['the head of a page', 200, 'HEAD', '/'],
  ['JSON', 200, 'GET', '/api/v1/auth/session'],
  ['a refusal', 403, 'GET', '/api/v1/audit-log'],
  ['an unknown address', 404, 'GET', '/api/v1/nothing'],
  ['an address that cannot be decoded', 404, 'GET', '/%zz'],
  ['an unknown method', 404, 'TRACE', '/api/v1/tasks'],
  ['the question what is allowed', 404, 'OPTIONS', '*'],
  ['a CSV file', 200, 'GET', '/api/v1/tasks/export'],
  ['a photo', 200, 'GET', () => photo],
  ['a PDF', 200, 'GET', () => sop],
  ['a part of a PDF', 206, 'GET', () => sop, { range: 'bytes=0-9' }],
  ['a range that a PDF does not have', 416, 'GET', () => sop, { range: 'bytes=9999999-' }],
  ['a calendar that is none', 404, 'GET', '/api/v1/calendar/none.ics'],
  ['the health', 200, 'GET', '/healthz'],
  ['the metrics without their token', 403, 'GET', '/metrics'],
  ['the page of the API', 200, 'GET', '/api/docs'],
  ['a style of that page', 200, 'GET', '/api/docs/static/index.css'],
  ['a script of that page', 200, 'GET', '/api/docs/static/swagger-initializer.js'],
  ['the document of the API', 200, 'GET', '/api/docs/openapi.json'],
  ['the document of the live connection', 200, 'GET', '/api/docs/asyncapi.json'],
  ['two hosts', 400, 'GET', '/healthz', { host: 'else.example' }],
  ['an expectation that nobody knows', 200, 'GET', '/healthz', { expect: 'tea' }],
  ['a live connection', 101, 'GET', '/ws', { ...UPGRADE, ...KEY }],
  ['a live connection that is refused', 403, 'GET', '/ws', { ...UPGRADE, ...KEY, origin: 'https://evil.example' }],
  ['a live connection without its key', 400, 'GET', '/ws', UPGRADE],
]

describe('the security headers are on', () => {
  test.each(cases)('%s', async (_, expected, method, path, more = {}) => {
    const { cookie } = await muster.as('marta')
    const address = typeof path === 'string' ? path : path()
    const { status, headers } = await replyTo(headOf(method, address, { cookie, ...more }))
    expect(status).toBe(expected)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(directive)
    expect(headers['cache-control']).toMatch(/^(no-store|private, no-cache|no-cache|public, max-age=0)$/)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    // Pictures and PDFs are bytes; everything else with a body is text.
    const type = headers['content-type']
    if (headers['content-length'] !== '0' && status !== 101)
      expect(type).toMatch(/; charset=utf-8$|^image\/|^application\/pdf$/i)
  })

  test('a page, and the page speaks to its own server alone', async () => {
    const { headers } = await replyTo(headOf('GET', '/'))
    for (const directive of ["default-src 'self'", "connect-src 'self'", "form-action 'self'"])
      expect(headers['content-security-policy']).toContain(directive)
  })

  test('bytes that are no request', async () => {
    const { status, headers } = await replyTo('hello there\r\n\r\n')
    expect([status, headers['referrer-policy'], headers['x-content-type-options']]).toEqual([
      400,
      'same-origin',
      'nosniff',
    ])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
