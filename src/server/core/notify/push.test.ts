import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearSessions, putSession } from '../../../../test/support/clock.ts'
import { finishJobs } from '../../../../test/support/jobs.ts'
import { openPage } from '../../../../test/support/live-page.ts'
import type { PersonName } from '../../../../test/support/people.ts'
import { finishPushes, tellDevice } from '../../../../test/support/push.ts'
import { openPushService, type PushService } from '../../../../test/support/push-service.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { authApi } from '../../../shared/auth.ts'
import { clockApi } from '../../../shared/clock.ts'
import { deliveryLogApi } from '../../../shared/delivery-log.ts'
import { notificationsApi, type Urgency } from '../../../shared/notifications.ts'
import { profileApi } from '../../../shared/profile.ts'
import { pushApi } from '../../../shared/push.ts'
import { remindersApi } from '../../../shared/reminders.ts'
import type { NotificationFact } from '../../base/words/notification-words.ts'
import { deleteExpiredSessions } from '../../credentials/expiry.ts'
import { notify } from '../../features/notifications/notify.ts'
import { notifyOfSecurity } from '../../features/notifications/security.ts'
import { markShown } from '../../features/notifications/shown.ts'
import { fireDue } from '../../features/reminders/fire.ts'
import { jobKinds } from '../../jobs.ts'
import { contextFor, inTransaction } from '../context.ts'
import { startJobs } from '../jobs/job-runner.ts'

/** From a notification to the device, through a push service of our own that decrypts. */

const service = await openPushService()
/** It answers nobody. */
const silent = await openPushService()
const muster = useTestApp({
  PUSH_HOSTS: `${service.host},${silent.host}`,
  PUBLIC_URL: 'https://muster.example',
})
afterAll(() => Promise.all([service.close(), silent.close()]))

const query = async (text: string, values: unknown[] = []) =>
  (await muster.services.database.pool.query(text, values)).rows
const idOf = (name: PersonName) => muster.fixtures.people[name].id
const NEWS: NotificationFact = {
  kind: 'task-assigned',
  params: { by: 'Ada King', title: 'Air the attic rooms' },
  subject: { type: 'task', id: 7 },
}
const tell = (names: PersonName[], fact: NotificationFact = NEWS, urgency?: Urgency) =>
  inTransaction(contextFor(muster.services, null, new Date()), (ctx) => notify(ctx, names.map(idOf), fact, urgency))
/** A new browser of a person. Of its sign-in nobody is notified. */
async function deviceOf(name: PersonName, on: PushService) {
  const device = await tellDevice(muster, name, on)
  await query(`delete from notifications where kind = 'sign-in-new-browser'`)
  return device
}
const clockIn = (name: PersonName) => putSession(muster, name, new Date(Date.now() - 60_000).toISOString(), null)
const notificationsOf = (name: PersonName) =>
  query('select * from notifications where user_id = $1 order by id', [idOf(name)])

beforeEach(async () => {
  await query('delete from jobs')
  await query('delete from notifications')
  await query('delete from push_subscriptions')
  await query('update users set notify = null, language = null')
  await clearSessions(muster)
  // Housekeeping uses the clock.
  await putSession(
    muster,
    'lea',
    new Date(Date.now() - 86_400_000).toISOString(),
    new Date(Date.now() - 80_000_000).toISOString(),
  )
})

describe('a push', () => {
  test('is encrypted for the browser, signed, and says what the reader may know without opening Muster', async () => {
    await (await muster.as('uli')).call(profileApi.update, { body: { language: 'de' } })
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    await tell(['uli'])
    await tell(['uli'])
    await finishPushes(muster.services)
    const [notification] = await notificationsOf('uli')
    const { publicKey } = await device.session.call(pushApi.list, {})
    expect(device.received).toHaveLength(2)
    const received = device.received.find(({ message }) => message.notification.tag === `n${notification.id}`)
    expect(received?.message).toEqual({
      web_push: 8030,
      notification: {
        title: expect.any(String),
        navigate: 'https://muster.example/tasks?task=7',
        tag: `n${notification.id}`,
        lang: 'de',
        dir: 'ltr',
        data: { notificationId: notification.id, type: 'task', urgency: 'normal' },
      },
      app_badge: 2,
      mutable: true,
    })
    expect(received?.message.notification.title).not.toBe('New task for you')
    expect(received?.headers).toMatchObject({ ttl: '1800', topic: `n${notification.id}`, urgency: 'high' })
    expect(received?.signedBy).toBe(publicKey)
    expect(received?.claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://muster.example' })
    const lasts = (received?.claims.exp ?? 0) - Date.now() / 1000
    expect(lasts).toBeGreaterThan(0)
    expect(lasts).toBeLessThanOrEqual(24 * 3600)
    expect(notification).toMatchObject({ rang_at: expect.anything(), rang_because: 'on_duty' })
  })

  test('leads to the screen of what it is about', async () => {
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    const subject = { type: 'handover-item', id: 1 } as const
    await tell(['uli'], { kind: 'handover', params: { by: 'Ada King', about: 'The lift' }, subject })
    await tell(['uli'], { kind: 'message', params: { by: 'Ada King', text: 'Soup is there' }, subject: null })
    await finishPushes(muster.services)
    await tell(['uli'], { kind: 'message', params: { by: 'Ada King', text: 'Soup', threadId: 7 }, subject: null })
    await finishPushes(muster.services)
    const paths = device.received.map(({ message }) =>
      message.notification.navigate.replace('https://muster.example', ''),
    )
    expect(paths.toSorted()).toEqual(['/handovers', '/messages?thread=7', '/on-duty'])
  })

  test('holds no words of people unless it may, also where a title has some', async () => {
    const { config } = muster.services
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    for (const content of ['title', 'full'] as const) {
      config.pushContent = content
      await tell(['uli'], { kind: 'handover', params: { by: 'Ada King', about: 'The lift' }, subject: null })
      await finishPushes(muster.services)
      await tell(['uli'], {
        kind: 'message',
        params: { by: 'Ada King', text: 'Soup is there', threadId: 7 },
        subject: null,
      })
      await finishPushes(muster.services)
    }
    config.pushContent = 'title'
    expect(device.received.map(({ message: { notification } }) => [notification.title, notification.body])).toEqual([
      ['Ada King hands over something', undefined],
      ['Message from Ada King', undefined],
      ['Ada King hands over: The lift', undefined],
      ['Message from Ada King', 'Soup is there'],
    ])
  })

  /** Ends Uli's break of so many seconds, 5 s after the notifications: the moment for pages in use is over then. */
  async function endBreak(seconds: number) {
    await query(`update notifications set created_at = created_at - interval '5 seconds'`)
    await query(`update breaks set start_time = start_time - interval '${seconds} seconds'`)
    await (await muster.as('uli')).call(clockApi.endBreak, {})
    await finishPushes(muster.services)
  }

  test('rings after the break, except what cannot wait', async () => {
    // A first sign-in would ring, also during the break.
    const uli = await muster.as('uli')
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    await uli.call(clockApi.startBreak, {})
    await tell(['uli'])
    await finishPushes(muster.services)
    expect(device.received).toEqual([])
    await tell(
      ['uli'],
      { kind: 'message', params: { by: 'Ada King', text: 'Fire', reason: 'Fire' }, subject: null },
      'urgent',
    )
    await finishPushes(muster.services)
    expect(device.received).toHaveLength(1)
    await endBreak(6)
    expect(device.received).toHaveLength(2)
    const rows = await query('select rang_because from notifications order by id')
    expect(rows).toMatchObject([{ rang_because: 'on_duty' }, { rang_because: 'urgent' }])
  })

  test('rings after the break also for what came before it, but not for what came off duty', async () => {
    const uli = await muster.as('uli')
    const device = await deviceOf('uli', service)
    await tell(['uli'])
    await finishPushes(muster.services)
    await query(`update notifications set created_at = created_at - interval '5 minutes'`)
    await clockIn('uli')
    await query(`update clock_sessions set start_time = start_time - interval '1 minute'`)
    await tell(['uli'])
    // The break begins before the moment for pages in use is over.
    await uli.call(clockApi.startBreak, {})
    await finishPushes(muster.services)
    expect(device.received).toEqual([])
    await endBreak(4)
    expect(device.received).toHaveLength(1)
    const rows = await query('select rang_because from notifications order by id')
    expect(rows).toMatchObject([{ rang_because: null }, { rang_because: 'on_duty' }])
  })

  const stop = async (name: PersonName) => (await muster.as(name)).call(clockApi.stop, {})
  /** The person is also told that their hours were corrected. */
  const correct = async (name: PersonName) => {
    const [session] = await query('select id from clock_sessions where user_id = $1', [idOf(name)])
    const body = { endTime: new Date().toISOString(), reason: 'Went home' }
    await (await muster.as('gita')).call(clockApi.correct, { params: { id: session?.id }, body })
  }
  test.each([
    ['the person ends', stop, 1],
    ['a manager ends', correct, 2],
  ])('rings after a break in a shift that %s, if the device always tells', async (_, endShift, pushes) => {
    for (const name of ['uli', 'marta'] as const) await muster.as(name)
    const devices = [await deviceOf('uli', service), await deviceOf('marta', service)]
    for (const name of ['uli', 'marta'] as const) {
      await clockIn(name)
      await (await muster.as(name)).call(clockApi.startBreak, {})
    }
    await tell(['uli', 'marta'])
    await finishPushes(muster.services)
    await query(`update notifications set created_at = created_at - interval '5 seconds'`)
    await query(`update clock_sessions set start_time = start_time - interval '9 seconds'`)
    await query(`update breaks set start_time = start_time - interval '6 seconds'`)
    for (const name of ['uli', 'marta'] as const) await endShift(name)
    await finishPushes(muster.services)
    expect(devices.map(({ received }) => received.length)).toEqual([0, pushes])
  })

  test('waits a moment for pages in use, and goes to every device of the person', async () => {
    const devices = [await deviceOf('uli', service), await deviceOf('uli', service)]
    await clockIn('uli')
    const stop = startJobs(muster.services, jobKinds)
    const begin = Date.now()
    await tell(['uli', 'lea'])
    for (const device of devices) {
      await expect.poll(() => device.received).toHaveLength(1)
      expect((device.received[0]?.at ?? 0) - begin).toBeGreaterThanOrEqual(2_000)
    }
    await stop()
  })

  test('with a device, and none without', async () => {
    await tell(['uli', 'lea'])
    expect(await query('select kind from jobs')).toEqual([])
  })
})

test('the words in full go out only if the administrator allows it', async () => {
  const device = await deviceOf('marta', service)
  const { config } = muster.services
  await tell(['marta'])
  await finishPushes(muster.services)
  config.pushContent = 'full'
  await tell(['marta'])
  await finishPushes(muster.services)
  config.pushContent = 'title'
  expect(device.received.map(({ message }) => message.notification.body)).toEqual([
    undefined,
    'Ada King assigned you "Air the attic rooms"',
  ])
})

test('a push that is sent again after a crash takes the place of itself', async () => {
  const device = await deviceOf('marta', service)
  await tell(['marta'])
  const [job] = await query('select kind, payload, max_attempts from jobs')
  await finishPushes(muster.services)
  const [first] = await notificationsOf('marta')
  await query('insert into jobs (kind, payload, max_attempts) values ($1, $2, $3)', Object.values(job))
  await finishPushes(muster.services)
  expect(
    new Set(device.received.map(({ headers, message }) => `${headers.topic} ${message.notification.tag}`)).size,
  ).toBe(1)
  expect(device.received).toHaveLength(2)
  expect((await notificationsOf('marta'))[0].rang_at).toEqual(first.rang_at)
})

test('the delivery log goes back 30 days, newest first, and holds a hundred', async () => {
  const marta = await muster.as('marta')
  await query(
    `insert into notifications (user_id, kind, params, rang_at, rang_because)
    select $1, 'reminder', jsonb_build_object('title', n::text, 'description', null), now() - n * interval '1 day', 'always'
    from unnest(array[31, 29, 1, 2]) as n`,
    [idOf('marta')],
  )
  expect((await marta.call(deliveryLogApi.list, {})).map(({ title }) => title)).toEqual(['1', '2', '29'])
  await query(
    `insert into notifications (user_id, kind, params, rang_at, rang_because)
    select $1, 'reminder', '{"title":"Tea","description":null}', now(), 'always' from generate_series(1, 120)`,
    [idOf('marta')],
  )
  expect(await marta.call(deliveryLogApi.list, {})).toHaveLength(100)
  expect(await (await muster.as('lea')).call(deliveryLogApi.list, {})).toEqual([])
})

describe('the clock', () => {
  test('holds what comes off duty, and lets it ring on duty', async () => {
    const device = await deviceOf('uli', service)
    await tell(['uli'])
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    expect((await notificationsOf('uli'))[0]).toMatchObject({ rang_at: null, shown_at: null, briefed_at: null })
    await clockIn('uli')
    await tell(['uli'])
    await finishPushes(muster.services)
    expect(device.received).toHaveLength(1)
  })

  test('is asked at the attempt: who has clocked out since is left alone', async () => {
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    await tell(['uli'])
    await device.session.call(clockApi.stop, { body: {} })
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
  })

  test('is asked again at each further attempt', async () => {
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    device.answer = { status: 503 }
    await tell(['uli'])
    await finishPushes(muster.services)
    device.answer = { status: 201 }
    await clearSessions(muster, 'uli')
    await finishPushes(muster.services)
    expect(device.requests()).toBe(1)
    expect(await query('select kind from jobs')).toEqual([])
  })

  test('is not asked for what is urgent, of security, or a reminder of one’s own', async () => {
    const device = await deviceOf('uli', service)
    await tell(['uli'], NEWS, 'urgent')
    await inTransaction(contextFor(muster.services, null, new Date()), (ctx) =>
      notifyOfSecurity(
        ctx,
        { ...muster.fixtures.people.uli, language: null },
        {
          kind: 'sign-in-new-browser',
          params: { device: { browser: null, system: null }, ipAddress: null, at: ctx.now.toISOString() },
          subject: null,
        },
      ),
    )
    const soon = new Date(Date.now() + 60_000).toISOString()
    const own = { title: 'Take the pills', nextRun: soon, userId: idOf('uli') }
    await device.session.call(remindersApi.create, { body: own })
    const marta = await muster.as('marta')
    await marta.call(remindersApi.create, { body: { ...own, title: 'Call me' } })
    await query(`update reminders set next_run = now() - interval '1 second'`)
    await fireDue(contextFor(muster.services, null, new Date()))
    await finishPushes(muster.services)
    const titles = device.received.map(({ message }) => message.notification.title).sort()
    expect(titles).toEqual(['New sign-in to your account', 'New task for you', 'Take the pills'])
    const rang = await query('select rang_because from notifications where rang_at is not null order by id')
    expect(rang.map((row) => row.rang_because)).toEqual(['urgent', 'security', 'own_reminder'])
    const urgencies = device.received.map(({ message }) => message.notification.data.urgency)
    expect(urgencies.filter((urgency) => urgency === 'urgent')).toHaveLength(1)

    const log = await device.session.call(deliveryLogApi.list, {})
    expect(log.map(({ title, because }) => [title, because])).toEqual(
      expect.arrayContaining([
        ['New task for you', 'urgent'],
        ['New sign-in to your account', 'security'],
        ['Take the pills', 'own_reminder'],
      ]),
    )
    expect(log).toHaveLength(3)
    // The phone was out of reach: the clock-in arrives now, and they were on duty after all.
    await clockIn('uli')
    expect(await device.session.call(deliveryLogApi.list, {})).toEqual([])
  })

  test('is not asked for who wants to be told always, besides readings, and not where nobody uses it', async () => {
    const reading: NotificationFact = {
      kind: 'sop-read-reminder',
      params: { title: 'Towels', version: '1.1' },
      subject: null,
    }
    const [uli, una, marta] = [
      await deviceOf('uli', service),
      await deviceOf('una', service),
      await deviceOf('marta', service),
    ]
    await uli.session.call(profileApi.update, { body: { notify: 'always' } })
    for (const fact of [NEWS, reading]) await tell(['uli', 'una', 'marta'], fact)
    await finishPushes(muster.services)
    const titles = (device: typeof uli) => device.received.map(({ message }) => message.notification.title).sort()
    expect(titles(uli)).toEqual(['New task for you'])
    // Nobody in Maintenance clocks in.
    expect(titles(una)).toEqual(['New task for you', 'Please read a procedure'])
    expect(titles(marta)).toEqual(['New task for you', 'Please read a procedure'])
    expect(marta.received[0]?.headers.urgency).toBe('normal')
    await una.session.call(profileApi.update, { body: { notify: 'on_duty' } })
    await tell(['una'])
    await finishPushes(muster.services)
    expect(una.received).toHaveLength(2)
  })
})

describe('what is told already', () => {
  test('does not ring: read, or shown by a page in use', async () => {
    const device = await deviceOf('uli', service)
    await clockIn('uli')
    await tell(['uli'])
    await tell(['uli'])
    const [first, second] = await notificationsOf('uli')
    await device.session.call(notificationsApi.read, { params: { id: first.id } })
    const page = await openPage(await muster.listen(), { cookie: device.session.cookie })
    page.send({ type: 'auth', userId: idOf('uli') })
    await page.receives('auth_success')
    page.send({ type: 'shown', id: second.id })
    await expect.poll(async () => (await notificationsOf('uli'))[1].shown_at).not.toBeNull()
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    page.socket.terminate()
  })

  test('is noted for one’s own notifications alone, and no message of a page does harm', async () => {
    await tell(['uli', 'lea'])
    const ids = (await query('select id from notifications')).map(({ id }) => id)
    const lea = await muster.as('lea')
    const page = await openPage(await muster.listen(), { cookie: lea.cookie })
    // Before it has said who it is, it is not heard.
    for (const id of ids) page.send({ type: 'shown', id })
    page.send({ type: 'auth', userId: idOf('lea') })
    await page.receives('auth_success')
    for (const id of [0, -1, 2 ** 31, 1.5, 'x', null]) page.send({ type: 'shown', id } as never)
    for (const id of [...ids, 2 ** 31 - 1]) page.send({ type: 'shown', id })
    await expect.poll(async () => (await notificationsOf('lea'))[0].shown_at).not.toBeNull()
    expect((await notificationsOf('uli'))[0].shown_at).toBeNull()
    page.socket.terminate()
  })

  test('keeps the time at which it was first shown', async () => {
    await tell(['uli'])
    const [{ id }] = await notificationsOf('uli')
    const [first, second] = [new Date('2026-11-20T10:00:00.000Z'), new Date('2026-11-20T11:00:00.000Z')]
    for (const at of [first, second])
      await markShown(contextFor(muster.services, null, at), [{ userId: idOf('uli'), id }])
    expect((await notificationsOf('uli'))[0].shown_at).toBe(first?.toISOString())
  })
})

describe('a push service', () => {
  test('that says 404 or 410 ends the device', async () => {
    for (const status of [404, 410]) {
      const device = await deviceOf('marta', service)
      device.answer = { status }
      await tell(['marta'])
      await finishPushes(muster.services)
      expect((await device.session.call(pushApi.list, {})).devices).toEqual([])
      expect((await notificationsOf('marta')).every(({ rang_at }) => rang_at === null)).toBe(true)
      expect(await query('select kind from jobs')).toEqual([])
    }
  })

  test('that refuses lets the device sleep until something arrives', async () => {
    const device = await deviceOf('marta', service)
    const state = async () => (await device.session.call(pushApi.list, {})).devices[0]?.asleepSince
    device.answer = { status: 403, body: '{"reason":"BadJwtToken"}' }
    await tell(['marta'])
    await finishPushes(muster.services)
    expect(await state()).toEqual(expect.any(String))
    expect(await query('select kind from jobs')).toEqual([])
    device.answer = { status: 201 }
    await tell(['marta'])
    await finishPushes(muster.services)
    expect(await state()).toBeNull()
  })

  test('that cannot take it is asked again, later each time, and for hours only', async () => {
    const device = await deviceOf('marta', service)
    device.answer = { status: 429, headers: { 'retry-after': '600' } }
    await tell(['marta'])
    await finishPushes(muster.services)
    const [job] = await query(
      `select *, extract(epoch from run_at - now())::int as wait from jobs where kind like 'push%'`,
    )
    expect(job.kind).toBe('push-again')
    expect(job.wait).toBeGreaterThan(590)
    expect(job.wait).toBeLessThanOrEqual(600)
    device.answer = { status: 500 }
    await finishPushes(muster.services)
    await finishPushes(muster.services)
    expect((await device.session.call(pushApi.list, {})).devices[0]?.asleepSince).toEqual(expect.any(String))
    await query(
      `update jobs set payload = jsonb_set(payload, '{since}', to_jsonb((payload->>'since')::float8 - 4 * 3600 * 1000))`,
    )
    await finishPushes(muster.services)
    expect(await query('select kind from jobs')).toEqual([])
    expect(device.requests()).toBe(4)
  })

  test('that does not answer delays nobody', async () => {
    const hanging = await Promise.all(['uli', 'lea', 'marta'].map((name) => deviceOf(name as PersonName, silent)))
    for (const device of hanging) device.answer = 'hang'
    const devices = [await deviceOf('milan', service), await deviceOf('nora', service)]
    for (const name of ['uli', 'lea'] as const) await clockIn(name)
    const stop = startJobs(muster.services, jobKinds)
    const begin = Date.now()
    // More jobs than a server does at once.
    for (let times = 0; times < 12; times += 1) await tell(['uli', 'lea', 'marta', 'milan', 'nora'])
    for (const device of devices) {
      await expect.poll(() => device.received).toHaveLength(12)
      const last = Math.max(...device.received.map(({ at }) => at))
      expect(last - begin, 'the wait for pages, one time limit, and a little').toBeLessThan(10_000)
    }
    await expect
      .poll(async () => (await query(`select count(*)::int as jobs from jobs where kind = 'push'`))[0].jobs, {
        timeout: 15_000,
      })
      .toBe(0)
    await stop()
    const rang = await query('select distinct user_id from notifications where rang_at is not null')
    expect(rang.map(({ user_id }) => user_id).sort()).toEqual([idOf('milan'), idOf('nora')].sort())
    const again = await query(
      `select payload->'pairs' as pairs, payload->'tries' as tries from jobs where kind = 'push-again'`,
    )
    expect(again.flatMap(({ pairs }) => pairs)).toHaveLength(36)
    // The messages that were put off meanwhile were not tried, so they need not wait longer the next time.
    expect(new Set(again.map(({ tries }) => tries))).toEqual(new Set([0, 1]))
  })

  test('whose address is not allowed any more is not called', async () => {
    const device = await deviceOf('marta', service)
    const address = new URL(device.subscription.endpoint)
    await query('update push_subscriptions set endpoint = $1', [`http://localhost:${address.port}${address.pathname}`])
    await tell(['marta'])
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    expect((await device.session.call(pushApi.list, {})).devices[0]?.asleepSince).toEqual(expect.any(String))
  })
})

describe('a device', () => {
  test('ends with its session', async () => {
    const device = await deviceOf('marta', service)
    await tell(['marta'])
    await device.session.call(authApi.logout, {})
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    expect(await query('select id from push_subscriptions')).toEqual([])
  })

  test('is not told when its session has run out and is not deleted yet', async () => {
    const device = await deviceOf('marta', service)
    await tell(['marta'])
    await query(
      `update sessions set expire = now() - interval '1 second' where user_id = $1 and sid in (select session_id from push_subscriptions)`,
      [idOf('marta')],
    )
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    await deleteExpiredSessions(contextFor(muster.services, null, new Date()))
    expect(await query('select id from push_subscriptions')).toEqual([])
  })

  test('of a closed account is silent', async () => {
    const device = await deviceOf('marta', service)
    await tell(['marta'])
    await query('update users set is_active = false where id = $1', [idOf('marta')])
    await finishPushes(muster.services)
    expect(device.requests()).toBe(0)
    await query('update users set is_active = true where id = $1', [idOf('marta')])
  })

  test('is tested once, whoever is on duty, and sleeps if the test does not arrive', async () => {
    const device = await deviceOf('uli', service)
    await device.session.call(pushApi.test, { params: { id: device.id } })
    await finishJobs(muster.services)
    expect(device.received[0]?.message.notification).toMatchObject({
      title: 'This device gets notifications',
      navigate: 'https://muster.example/profile',
      data: { notificationId: null },
    })
    device.answer = { status: 500 }
    await device.session.call(pushApi.test, { params: { id: device.id } })
    await finishJobs(muster.services)
    expect((await device.session.call(pushApi.list, {})).devices[0]?.asleepSince).toEqual(expect.any(String))
    expect(await deliveryLogOf(device)).toEqual([])
  })
})

const deliveryLogOf = ({ session }: Awaited<ReturnType<typeof deviceOf>>) => session.call(deliveryLogApi.list, {})
