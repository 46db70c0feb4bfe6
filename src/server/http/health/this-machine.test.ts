import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../test/support/people.ts'
import { headOf, rawClient, statusFor } from '../../../../test/support/raw-client.ts'
import { type TestApp, useTestApp } from '../../../../test/support/test-app.ts'

/** Metrics without a token, and a sample hotel, are for this machine. Proxies must not open them to others. */

const TOKEN = 'a-token-for-prometheus'
const local = useTestApp()
const withToken = useTestApp({ METRICS_TOKEN: TOKEN })
const published = useTestApp({ PUBLIC_URL: 'https://muster.example' })
const publishedHere = useTestApp({ PUBLIC_URL: 'http://localhost:3000' })
const asked = useTestApp({ PUBLIC_URL: 'https://muster.example', METRICS_TOKEN: 'none' })

const metricsOf = async (muster: TestApp, headers: Record<string, string> = {}) => {
  const request = { method: 'GET', url: '/metrics', headers: { host: '127.0.0.1:3000', ...headers } }
  return (await muster.stranger().raw(request)).status
}
/** Signs in at a sample hotel that nobody has opened to others. */
const signInAtSample = async (muster: TestApp, headers: Record<string, string> = {}) => {
  muster.services.sample = true
  const reply = await muster.stranger().raw({
    ...{ method: 'POST', url: '/api/v1/auth/login' },
    headers: { host: '127.0.0.1:3000', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ email: 'marta@hotel.example', password: PASSWORD }),
  })
  muster.services.sample = false
  return reply.status
}
const opens = async (muster: TestApp, headers: Record<string, string> = {}) => ({
  metrics: await metricsOf(muster, headers),
  sample: await signInAtSample(muster, headers),
})
const closed = { metrics: 403, sample: 403 }

describe('a request that comes over the loopback address', () => {
  test('opens both if it names this machine', async () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect(await opens(local, { host })).toEqual({ metrics: 200, sample: 200 })
  })

  test.each<[string, Record<string, string>]>([
    ['passes on the name that people open', { host: 'muster.example' }],
    ['says from whom it comes', { 'x-forwarded-for': '203.0.113.9' }],
    ['says what it is', { via: '1.1 proxy' }],
    ['passes on a link from its own page', { referer: 'https://muster.example/tasks' }],
    ['passes on what its own page sends', { origin: 'https://muster.example' }],
    ['passes on a page without a name', { origin: 'null' }],
  ])('opens nothing through a proxy that %s', async (_, headers) => {
    expect(await opens(local, headers)).toEqual(closed)
  })

  test('opens nothing through a proxy that sets nothing at all and speaks HTTP/1.0', async () => {
    const client = await rawClient(await local.listen())
    client.socket.write(headOf('GET', '/metrics', { connection: 'close' }).replace('HTTP/1.1', 'HTTP/1.0'))
    expect(await statusFor(client)).toBe('403')
  })

  test('opens nothing where people open another address: a proxy is likely here', async () => {
    expect(await opens(published)).toEqual(closed)
    expect(await opens(publishedHere)).toEqual({ metrics: 200, sample: 200 })
  })
})

describe('METRICS_TOKEN', () => {
  test('is asked of everybody, on this machine too', async () => {
    expect(await metricsOf(withToken)).toBe(403)
    expect(await metricsOf(withToken, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(await metricsOf(withToken, { host: 'muster.example', authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  test('none opens the metrics on this machine, whatever address people open', async () => {
    expect(await metricsOf(asked)).toBe(200)
    expect(await metricsOf(asked, { authorization: 'Bearer none' })).toBe(200)
    const host = 'muster.example'
    expect(await metricsOf(asked, { host })).toBe(403)
    expect(await metricsOf(asked, { host, authorization: 'Bearer none' })).toBe(403)
    expect(await signInAtSample(asked)).toBe(403)
  })
})
