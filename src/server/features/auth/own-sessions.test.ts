import { describe, expect, test } from 'vitest'
import { openPage } from '../../../../test/support/live-page.ts'
import { putPerson } from '../../../../test/support/people.ts'
import { readerOf } from '../../../../test/support/readers.ts'
import { httpErrorOf, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { deviceOf } from '../../base/device.ts'

const muster = useTestApp()

test('one sees where one is signed in, ends one session, and all others', async () => {
  const { id, email } = await putPerson(muster.services)
  const [here, phone, office] = [await muster.signIn(email), await muster.signIn(email), await muster.signIn(email)]
  const list = () => here.call(authApi.sessions, {})
  const all = await list()
  expect(all.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
  expect(all[0]).toMatchObject({ ipAddress: '127.0.0.1', device: 'Unknown device' })
  expect(Date.now() - Date.parse(all[0]?.lastSeenAt ?? '')).toBeLessThan(60_000)
  expect(Date.now() - Date.parse(all[0]?.signedInAt ?? '')).toBeLessThan(60_000)
  // The ids in the reply open no session.
  const thief = muster.stranger()
  thief.cookie = `muster.sid=${all[1]?.id}`
  expect((await httpErrorOf(thief.call(authApi.session, {}))).status).toBe(401)

  const page = await openPage(await muster.listen(), { cookie: phone.cookie })
  page.send({ type: 'auth', userId: id })
  await page.receives('auth_success')
  const [phones] = (await phone.call(authApi.sessions, {})).filter(({ isCurrent }) => isCurrent)
  await here.call(authApi.endSession, { params: { id: phones?.id ?? '' } })
  expect(await page.closed).toBe(4401)
  expect((await httpErrorOf(phone.call(authApi.session, {}))).status).toBe(401)
  await office.call(authApi.session, {})

  await here.call(authApi.endOtherSessions, {})
  expect((await httpErrorOf(office.call(authApi.session, {}))).status).toBe(401)
  expect(await list()).toHaveLength(1)
})

test('another person’s session is not found', async () => {
  const [uli, una] = [await muster.as('uli'), await muster.as('una')]
  const [other] = await una.call(authApi.sessions, {})
  expect((await httpErrorOf(uli.call(authApi.endSession, { params: { id: other?.id ?? '' } }))).status).toBe(404)
  await una.call(authApi.session, {})
})

test('one’s open pages hear of a sign-in elsewhere', async () => {
  const { id, email } = await putPerson(muster.services)
  const { cookie } = await muster.signIn(email)
  const page = await openPage(await muster.listen(), { cookie })
  page.send({ type: 'auth', userId: id })
  await page.receives('auth_success')
  await muster.signIn(email)
  expect((await page.receives('change')).data).toEqual({ resource: 'sessions', id: null })
  page.socket.terminate()
})

describe('a device', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  test.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (Linux; Android 16) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile Safari/604.1',
      'Chrome on iPad',
    ],
    ['curl/8.9', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    [null, 'Unknown device'],
  ])('is read from %j', (agent, words) => {
    expect(deviceOf(agent, readerOf('UTC'))).toBe(words)
  })
})
