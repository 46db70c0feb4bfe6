import { randomInt } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { emailOf } from '../../../../test/support/people.ts'
import { tellDevice } from '../../../../test/support/push.ts'
import { openPushService } from '../../../../test/support/push-service.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { pushApi } from '../../../shared/push.ts'
import { pushKeys } from '../../core/notify/push-keys.ts'

/** The browsers that receive pushes, and how they are set up. */

const service = await openPushService()
const muster = useTestApp({ PUSH_HOSTS: `known,${service.host}` })
afterAll(() => service.close())

beforeEach(() => muster.services.database.pool.query('delete from push_subscriptions; delete from rate_limits'))

test('one sees one’s own devices, and takes them off the list', async () => {
  const phone = await tellDevice(muster, 'uli', service)
  const tablet = await tellDevice(muster, 'uli', service)
  await tellDevice(muster, 'lea', service)
  const { publicKey, devices } = await tablet.session.call(pushApi.list, {})
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  expect(devices).toMatchObject([
    { id: tablet.id, isCurrent: true, asleepSince: null, device: expect.any(String) },
    { id: phone.id, isCurrent: false, asleepSince: null },
  ])
  await tablet.session.call(pushApi.remove, { params: { id: phone.id } })
  expect((await tablet.session.call(pushApi.list, {})).devices.map(({ id }) => id)).toEqual([tablet.id])
})

test('other people’s devices are not there', async () => {
  const device = await tellDevice(muster, 'uli', service)
  const lea = await muster.as('lea')
  for (const endpoint of [pushApi.remove, pushApi.test])
    expect((await httpErrorOf(lea.call(endpoint, { params: { id: device.id } }))).status).toBe(404)
})

test('a session has one device: subscribing anew takes its place, and the owner’s pages hear of it', async () => {
  const device = await tellDevice(muster, 'uli', service)
  const page = await openPage(await muster.listen(), { cookie: device.session.cookie })
  page.send({ type: 'auth', userId: muster.fixtures.people.uli.id })
  await page.receives('auth_success')
  const { subscription } = service.browser()
  const again = await device.session.call(pushApi.subscribe, { body: subscription })
  expect(again.id).toBe(device.id)
  expect((await page.receives('change')).data).toMatchObject({ resource: 'push-devices' })
  const { rows } = await muster.services.database.pool.query('select endpoint from push_subscriptions')
  expect(rows).toEqual([{ endpoint: subscription.endpoint }])
  page.socket.terminate()
})

test('a browser that people share is told for whoever is signed in', async () => {
  const shared = await tellDevice(muster, 'uli', service)
  const lea = await muster.signIn(emailOf('lea'))
  await lea.call(pushApi.subscribe, { body: shared.subscription })
  expect((await shared.session.call(pushApi.list, {})).devices).toEqual([])
  expect((await lea.call(pushApi.list, {})).devices).toHaveLength(1)
})

test('one address that several sessions name at once belongs to one of them', async () => {
  const { subscription } = service.browser()
  const sessions = await Promise.all(
    ['uli', 'lea', 'marta', 'milan'].map((name) => muster.signIn(emailOf(name as 'uli'))),
  )
  await Promise.all(sessions.map((session) => session.call(pushApi.subscribe, { body: subscription })))
  const { rows } = await muster.services.database.pool.query('select endpoint from push_subscriptions')
  expect(rows).toHaveLength(1)
})

test('an address is stored as it is sent to, and refused if it is too long then', async () => {
  const uli = await muster.signIn(emailOf('uli'))
  const { keys } = service.browser().subscription
  const subscribe = (endpoint: string) => uli.call(pushApi.subscribe, { body: { endpoint, keys } })
  // Random, because the database compresses repetitions.
  const letters = Array.from({ length: 960 }, () => String.fromCodePoint(0x4e00 + randomInt(20_000)))
  const refused = await httpErrorOf(subscribe(`https://fcm.googleapis.com/${letters.join('')}`))
  expect([refused.status, refused.reply?.issues]).toEqual([
    400,
    [{ path: 'endpoint', message: 'At most 1,000 characters', params: { max: 1000 } }],
  ])
  await subscribe('https://FCM.googleapis.com/é')
  const { rows } = await muster.services.database.pool.query('select endpoint from push_subscriptions')
  expect(rows).toEqual([{ endpoint: 'https://fcm.googleapis.com/%C3%A9' }])
})

test('an address that is not of an allowed push service is refused', async () => {
  const uli = await muster.as('uli')
  const { keys } = service.browser().subscription
  const endpoints = [
    'https://push.evil.example/abc',
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://127.0.0.1/abc',
    'https://localhost/abc',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/abc',
    'nonsense',
  ]
  for (const endpoint of endpoints) {
    const error = await httpErrorOf(uli.call(pushApi.subscribe, { body: { endpoint, keys } }))
    expect([endpoint, error.status, error.reply?.issues?.[0]?.path]).toEqual([endpoint, 400, 'endpoint'])
  }
})

test('keys that cannot be used are refused', async () => {
  const uli = await muster.as('uli')
  const { endpoint, keys } = service.browser().subscription
  const offTheCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
  const wrong = [
    ['p256dh', { ...keys, p256dh: offTheCurve }],
    ['p256dh', { ...keys, p256dh: 'abc' }],
    ['auth', { ...keys, auth: 'abc' }],
  ] as const
  for (const [key, each] of wrong) {
    const error = await httpErrorOf(uli.call(pushApi.subscribe, { body: { endpoint, keys: each } }))
    expect([error.status, error.reply?.issues?.[0]?.path]).toEqual([400, `keys.${key}`])
  }
})

test('the keys are made once, whichever server is first, and the private one stays on the server', async () => {
  await muster.services.database.pool.query(`delete from settings where name = 'pushKeys'`)
  const other = await muster.another()
  const both = await Promise.all([...[muster, muster, other].map(({ services }) => pushKeys(services.database.orm))])
  expect(new Set(both.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1)
  const { text } = await (await muster.as('uli')).raw({ method: 'GET', url: '/api/v1/push-subscriptions' })
  expect(text).toContain(both[0]?.publicKey)
  expect(text).not.toContain(both[0]?.privateKey)
})
