import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openPushService } from '../../../test/support/push-service.ts'
import { newPushKeys, openPushSender, type Push } from './push.ts'

/** Messages to a push service, and harm that a push service may do to us. */

const service = await openPushService()
const closings: (() => Promise<unknown>)[] = [service.close]
afterAll(() => Promise.all(closings.map((close) => close())))

const keys = await newPushKeys()
const never = new AbortController().signal
const sender = openPushSender({ pushHosts: [service.host], ...nobody() })
function nobody() {
  return { publicUrl: undefined, mailFrom: undefined, adminEmail: undefined }
}

function pushTo({ endpoint, keys: { p256dh, auth } }: ReturnType<typeof service.browser>['subscription']): Push {
  return { endpoint, p256dh, auth, message: '{"web_push":8030}', ttl: 60, topic: 'n1', urgency: 'high' }
}

/** A push service that follows the listener's answers. */
async function serviceThat(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  closings.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const push = { ...pushTo(service.browser().subscription), endpoint: `http://${host}/push` }
  const own = openPushSender({ pushHosts: [host], ...nobody() })
  return (within = 1_000, signal = never) => own.send(push, keys, { within, signal })
}

test('a name that resolves to an address in a private network is not connected to', async () => {
  const asked: string[] = []
  for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1']) {
    const misled = openPushSender({ pushHosts: ['*'], ...nobody() }, async (hostname) => {
      asked.push(hostname)
      // One public address beside it does not help.
      return [
        { address: '8.8.8.8', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]
    })
    const push = { ...pushTo(service.browser().subscription), endpoint: 'https://push.hotel.example/abc' }
    expect(await misled.send(push, keys, { within: 2_000, signal: never })).toEqual({
      result: 'refused',
      reason: 'push.hotel.example does not resolve to a public address',
    })
  }
  expect(asked).toHaveLength(5)
})

test('without settings that name somebody, an address of no one is given as that of the sender', async () => {
  const browser = service.browser()
  expect(await sender.send(pushTo(browser.subscription), keys, { within: 2_000, signal: never })).toEqual({
    result: 'taken',
  })
  expect(browser.received[0]?.claims.sub).toMatch(/^mailto:/)
})

test('a redirect is not followed', async () => {
  const [from, to] = [service.browser(), service.browser()]
  from.answer = { status: 307, headers: { location: to.subscription.endpoint } }
  const outcome = await sender.send(pushTo(from.subscription), keys, { within: 2_000, signal: never })
  expect(outcome).toMatchObject({ result: 'refused' })
  expect([from.requests(), to.requests()]).toEqual([1, 0])
})

test('a reply without end is not read to its end', async () => {
  const endless =
    (status: number): RequestListener =>
    (_request, response) => {
      response.writeHead(status)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', more)
      more()
    }
  expect(await (await serviceThat(endless(201)))()).toEqual({ result: 'taken' })
  const { reason } = (await (await serviceThat(endless(400)))()) as { reason: string }
  expect(reason).toMatch(/^400 x+$/)
  expect(reason.length).toBeLessThan(300)
})

test('a host that does not answer in time is left alone for a minute', async () => {
  let requests = 0
  const send = await serviceThat(() => {
    requests += 1
  })
  const begin = performance.now()
  expect(await send(200)).toMatchObject({ result: 'later', after: 60_000 })
  expect(performance.now() - begin).toBeLessThan(2_000)
  const again = (await send(200)) as { result: string; after: number }
  expect(again.result).toBe('later')
  expect(again.after).toBeGreaterThan(50_000)
  expect(requests).toBe(1)
})

test('a push service says when to come again, by seconds or a date, for an hour at most', async () => {
  const date = new Date(Date.now() + 120_000).toUTCString()
  for (const [header, least, most] of [
    ['30', 30_000, 30_000],
    [date, 100_000, 120_000],
    ['86400', 3_600_000, 3_600_000],
    ['soon', 0, 0],
    ['-5', 0, 0],
  ] as const) {
    const send = await serviceThat((_request, response) => response.writeHead(429, { 'retry-after': header }).end())
    const { result, after } = (await send()) as { result: string; after: number }
    expect([header, result]).toEqual([header, 'later'])
    expect(after).toBeGreaterThanOrEqual(least)
    expect(after).toBeLessThanOrEqual(most)
  }
})

test('what is broken off throws, so that the job begins again', async () => {
  const send = await serviceThat(() => {})
  await expect(send(5_000, AbortSignal.timeout(50))).rejects.toThrow()
})

test('a browser whose keys are none is refused without a call', async () => {
  const browser = service.browser()
  const outcome = await sender.send({ ...pushTo(browser.subscription), p256dh: 'abc' }, keys, {
    within: 2_000,
    signal: never,
  })
  expect(outcome).toMatchObject({ result: 'refused' })
  expect(browser.requests()).toBe(0)
})
