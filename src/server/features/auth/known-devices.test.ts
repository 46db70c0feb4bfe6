import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, putPerson } from '../../../../test/support/people.ts'
import { type Browser, useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { notificationsApi } from '../../../shared/notifications.ts'
import { usersApi } from '../../../shared/users.ts'
import { contextFor } from '../../core/context.ts'
import { deleteOldDevices } from '../../credentials/devices.ts'

const muster = useTestApp({ TRUST_PROXY: '1' })
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const query = (text: string, values: unknown[] = []) => muster.services.database.pool.query(text, values)
beforeEach(() => query('delete from sign_in_tries'))

const attempt = (browser: Browser, email: string, address: string, password = 'wrong one') =>
  browser.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': WINDOWS },
    payload: JSON.stringify({ email, password }),
  })
/** Sends wrong passwords, each from another network address; returns the statuses. */
async function attack(email: string, times: number) {
  const statuses: number[] = []
  for (let at = 0; at < times; at += 1)
    statuses.push((await attempt(muster.stranger(), email, `198.18.7.${at}`)).status)
  return statuses
}
/** Moves all attempts so far back in time by so many seconds. */
const pass = (seconds: number) =>
  query(`update sign_in_tries set created_at = created_at - $1 * interval '1 second'`, [seconds])

const notices = async (browser: Browser) =>
  (await browser.call(notificationsApi.list, {})).filter(({ type }) => type === 'security')

test('new browsers that sign in to one account at once all get in', async () => {
  const { email } = await putPerson(muster.services)
  await muster.signIn(email)
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const together = Array.from({ length: 6 }, (_, at) => attempt(muster.stranger(), email, `198.18.3.${at}`, PASSWORD))
    statuses.push(...(await Promise.all(together)).map(({ status }) => status))
  }
  expect(statuses).toEqual(Array(18).fill(200))
})

describe('an account that is tried from many addresses', () => {
  test('rests for longer and longer, for everybody but the browsers that its owner has used', async () => {
    const { email } = await putPerson(muster.services)
    const known = await muster.signIn(email)
    expect(await attack(email, 20)).toEqual(Array(20).fill(401))
    const rests: number[] = []
    for (let more = 0; more < 4; more += 1) {
      const refused = await attempt(muster.stranger(), email, '203.0.113.9')
      expect(refused.status).toBe(429)
      rests.push(Number(refused.headers['retry-after']))
      await pass(rests.at(-1) ?? 0)
      expect((await attempt(muster.stranger(), email, `198.18.9.${more}`)).status).toBe(401)
    }
    expect(rests).toEqual([5, 10, 20, 40])
    // The right password has to wait too, from a browser that has never signed in to the account.
    expect((await attempt(muster.stranger(), email, '203.0.113.9', PASSWORD)).status).toBe(429)
    expect(
      (await attempt(await muster.signIn((await putPerson(muster.services)).email), email, '203.0.113.9', PASSWORD))
        .status,
    ).toBe(429)
    expect((await attempt(known, email, '198.18.7.1', PASSWORD)).status).toBe(200)
    await pass(900)
    expect((await attempt(muster.stranger(), email, '203.0.113.9', PASSWORD)).status).toBe(200)
  })

  test('is known to exist by nothing', async () => {
    const statuses = await attack('nobody.at.all@hotel.example', 22)
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  })

  test('gives a known browser ten attempts of its own', async () => {
    const { email } = await putPerson(muster.services)
    const known = await muster.signIn(email)
    for (let at = 0; at < 10; at += 1) expect((await attempt(known, email, `203.0.113.${at}`)).status).toBe(401)
    expect((await attempt(known, email, '203.0.113.99', PASSWORD)).status).toBe(429)
    // They do not hold up anybody else.
    expect((await attempt(muster.stranger(), email, '203.0.113.1', PASSWORD)).status).toBe(200)
  })

  test('lets its owner in from an address that has been used up by others', async () => {
    const { email } = await putPerson(muster.services)
    const known = await muster.signIn(email)
    await query(
      `insert into sign_in_tries (purpose, email, ip_address, created_at)
       select 'password', 'guest' || at || '@hotel.example', '203.0.113.50', now() from generate_series(1, 300) as at`,
    )
    expect((await attempt(muster.stranger(), email, '203.0.113.50', PASSWORD)).status).toBe(429)
    expect((await attempt(known, email, '203.0.113.50', PASSWORD)).status).toBe(200)
  })

  test('lets its owner change the password in an open session', async () => {
    const { id, email } = await putPerson(muster.services)
    const here = await muster.signIn(email)
    await attack(email, 21)
    here.device = ''
    await here.call(usersApi.setPassword, {
      params: { id },
      body: { currentPassword: PASSWORD, newPassword: 'better than before' },
    })
  })
})

describe('a browser', () => {
  test('is known by a cookie of which the database holds only a hash', async () => {
    const { id, email } = await putPerson(muster.services)
    const { device } = await muster.signIn(email)
    const value = device.slice('muster.device='.length)
    const { rows } = await query('select token_hash from known_devices where user_id = $1', [id])
    expect(rows).toEqual([{ token_hash: createHash('sha256').update(value).digest('hex') }])
  })

  test('is known to several people, and keeps its name', async () => {
    const [one, two] = [await putPerson(muster.services), await putPerson(muster.services)]
    const desk = await muster.signIn(one.email)
    const name = desk.device
    await desk.call(authApi.logout, {})
    await desk.call(authApi.login, { body: { email: two.email, password: PASSWORD } })
    expect(desk.device).toBe(name)
    for (const { email } of [one, two]) {
      await attack(email, 21)
      expect((await attempt(desk, email, '203.0.113.1', PASSWORD)).status).toBe(200)
    }
  })

  test('with a name that somebody made up gets another', async () => {
    const { email } = await putPerson(muster.services)
    for (const name of ['', 'x', `${'x'.repeat(43)}%00`, 'y'.repeat(5000)]) {
      const browser = muster.stranger()
      browser.device = `muster.device=${name}`
      expect((await attempt(browser, email, '203.0.113.1', PASSWORD)).status).toBe(200)
      expect(browser.device).toMatch(/^muster\.device=[\w-]{43}$/)
    }
  })

  test('is one of twenty at most, the latest, for a year', async () => {
    const { id, email } = await putPerson(muster.services)
    const count = async () =>
      Number((await query('select count(*) from known_devices where user_id = $1', [id])).rows[0].count)
    const first = await muster.signIn(email)
    await query(
      `insert into known_devices (token_hash, user_id, last_used_at)
       select md5(at::text), $1, now() - interval '364 days' + at * interval '1 minute' from generate_series(1, 19) as at`,
      [id],
    )
    await muster.signIn(email)
    expect(await count()).toBe(20)
    await attack(email, 21)
    expect((await attempt(first, email, '203.0.113.1', PASSWORD)).status).toBe(200)
    await deleteOldDevices(contextFor(muster.services, null, new Date(Date.now() + 2 * 24 * 3600 * 1000)))
    expect(await count()).toBe(2)
  })

  test('is known no more once the password was changed elsewhere', async () => {
    const { id, email } = await putPerson(muster.services)
    const [here, there] = [await muster.signIn(email), await muster.signIn(email)]
    await here.call(usersApi.setPassword, {
      params: { id },
      body: { currentPassword: PASSWORD, newPassword: 'better than before' },
    })
    await attack(email, 21)
    expect((await attempt(there, email, '203.0.113.1', 'better than before')).status).toBe(429)
    expect((await attempt(here, email, '203.0.113.1', 'better than before')).status).toBe(200)
  })
})

describe('the owner of an account hears', () => {
  test('of a sign-in in a new browser, but not of the first at all, nor of one in a known browser', async () => {
    const { email } = await putPerson(muster.services)
    const first = await muster.signIn(email)
    await attempt(first, email, '203.0.113.1', PASSWORD)
    expect(await notices(first)).toEqual([])
    await attempt(muster.stranger(), email, '203.0.113.77', PASSWORD)
    expect(await notices(first)).toMatchObject([
      {
        title: 'New sign-in to your account',
        message: expect.stringMatching(
          /^Signed in with Firefox on Windows from 203\.0\.113\.77, \w+ \d+, \d{4}, \d\d:\d\d\. If this was not you, change your password\.$/,
        ),
        isRead: false,
      },
    ])
  })

  test('of repeated failures, once within the window and four times a day', async () => {
    const { id, email } = await putPerson(muster.services)
    const owner = await muster.signIn(email)
    await attack(email, 19)
    expect(await notices(owner)).toEqual([])
    await attack(email, 5)
    await pass(5)
    await attack(email, 1)
    expect(await notices(owner)).toMatchObject([
      {
        title: 'Failed sign-ins to your account',
        message: expect.stringMatching(
          /^Somebody entered a wrong password several times, most recently with Firefox on Windows from 198\.18\.7\.0, /,
        ),
      },
    ])
    for (let windows = 0; windows < 5; windows += 1) {
      await query('delete from sign_in_tries')
      await query(`update notifications set created_at = created_at - interval '15 minutes' where user_id = $1`, [id])
      for (let at = 0; at < 10; at += 1) await attempt(muster.stranger(), email, '198.18.8.8')
    }
    expect(await notices(owner)).toHaveLength(4)
  })

  test('of ten new browsers a day at most', async () => {
    const { id, email } = await putPerson(muster.services)
    const owner = await muster.signIn(email)
    for (let at = 0; at < 12; at += 1) {
      const browser = muster.stranger()
      browser.device = `muster.device=${randomBytes(32).toString('base64url')}`
      await attempt(browser, email, '203.0.113.1', PASSWORD)
    }
    expect(await notices(owner)).toHaveLength(10)
    await query(`update notifications set created_at = created_at - interval '1 day' where user_id = $1`, [id])
    await muster.signIn(email)
    expect(await notices(owner)).toHaveLength(11)
  })
})
