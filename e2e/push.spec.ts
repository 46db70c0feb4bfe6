import type { Page } from '@playwright/test'
import type { Notification as Stored } from '../src/shared/notifications.ts'
import type { PushDevice, PushMessage } from '../src/shared/push.ts'
import { openPushService, type PushService } from '../test/support/push-service.ts'
import {
  createTask,
  expect,
  expectAccessibleInBoth,
  newGate,
  openLive,
  PASSWORD,
  PHONE,
  test,
  toasts,
  tryAgain,
  unique,
  viewerOf,
  withoutServerTime,
} from './muster.ts'
import { installed } from './network.ts'
import { badgeOf, canBeTold, changeSubscription, deliverTo, isSubscribed, shownOn, tap } from './push-device.ts'
import { startSample } from './sample.ts'

/** A context of its own: a worker's traces are not reset. */
const WITH_WORKER = { serviceWorkers: 'allow' } as const
const SUBSCRIPTIONS = '**/api/v1/push-subscriptions'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tellButton = (page: Page) => page.getByRole('button', { name: 'Tell me on this device' })
/** A new browser of a push service that the sample's Muster knows. Nothing is sent there. */
const someSubscription = () => {
  const { endpoint, keys } = service.browser().subscription
  return { endpoint: `https://fcm.googleapis.com${new URL(endpoint).pathname}`, keys }
}

let service: PushService
test.beforeAll(async () => {
  service = await openPushService()
})
test.afterAll(() => service.close())

const pushOf = (notificationId: number, fields: Partial<PushMessage['notification']> = {}) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      ...{ title: 'New task for you', navigate: '/tasks', tag: `n${notificationId}`, data: { notificationId } },
      ...fields,
    },
    app_badge: 41,
  })

/** The ids of the notifications that the page has told the server to have shown. */
function noteShown(page: Page) {
  const ids: number[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload))
      if (message.type === 'shown') ids.push(message.id)
    }),
  )
  return ids
}

test('a device is told after a tap, tried, and removed', async ({ browser }) => {
  // It starts a Muster of its own, which knows our push service.
  test.slow()
  const muster = await startSample({ PUSH_HOSTS: service.host })
  const context = await browser.newContext({ baseURL: muster.url, reducedMotion: 'reduce', ...WITH_WORKER, ...PHONE })
  const page = await context.newPage()
  const device = service.browser()
  await canBeTold(page, device.subscription)
  await page.request.post('/api/v1/auth/login', { data: { email: 'user@muster.example', password: 'muster-demo' } })
  await page.goto('/profile')
  await installed(page)
  await expect(part(page, 'Devices that get notifications')).toContainText('None yet')
  await expectAccessibleInBoth(page)

  await tellButton(page).click()
  await expect(part(page, 'This device')).toContainText('This device shows notifications')
  await expect(part(page, 'Devices that get notifications').getByRole('listitem')).toContainText('This one')
  await expectAccessibleInBoth(page)

  await part(page, 'This device').getByRole('radio', { name: 'Silent' }).click()
  // The whole way: the server encrypts, the push service takes it, the worker shows it.
  await page.getByRole('button', { name: /^Send a test to/ }).click()
  await expect(toasts(page)).toContainText(['A test is on its way'])
  await expect.poll(() => device.received.length).toBe(1)
  const message = device.received[0]?.message
  const deliver = await deliverTo(page)
  await deliver(JSON.stringify(message))
  await expect.poll(() => shownOn(page)).toMatchObject([{ title: message?.notification.title, silent: true }])

  // A visit later it is still told; the session is the same.
  await page.reload()
  await expect(part(page, 'This device')).toContainText('This device shows notifications')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(tellButton(page)).toBeVisible()
  await expect(part(page, 'Devices that get notifications')).toContainText('None yet')
  expect(await isSubscribed(page)).toBe(false)
  expect(await shownOn(page)).toEqual([])
  await context.close()
  await muster.stop()
})

test('a push is shown once under its tag, rings as the device has chosen, and a tap leads the open page', async ({
  signedIn,
}) => {
  const page = await signedIn('user', WITH_WORKER)
  await canBeTold(page, someSubscription())
  const { title, id } = await createTask(await signedIn('manager'), {
    title: unique('Air the ballroom'),
    assigneeId: (await viewerOf(page)).id,
  })
  const navigate = `/tasks?task=${id}`
  const listOf = async (): Promise<Stored[]> => (await page.request.get('/api/v1/notifications')).json()
  const { id: notificationId = 0 } = (await listOf()).find(({ taskId }) => taskId === id) ?? {}
  await openLive(page, '/profile')
  await installed(page)
  const deliver = await deliverTo(page)
  await deliver(pushOf(notificationId, { body: title, navigate }))
  await expect.poll(() => shownOn(page)).toMatchObject([{ title: 'New task for you', body: title, silent: null }])
  await expect.poll(() => badgeOf(page)).toBe(41)
  await page.evaluate(async () => {
    const cache = await caches.open('muster.device')
    await cache.put('/ring-mode', new Response('silent'))
  })
  await deliver(pushOf(notificationId, { body: 'again', navigate }))
  await expect.poll(() => shownOn(page)).toMatchObject([{ body: 'again', silent: true }])
  // Something that is no message still shows something of ours, not the browser's own text.
  await deliver('nonsense')
  await expect.poll(async () => (await shownOn(page)).map((shown) => shown.title)).toContain('Muster')

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await tap(page, `n${notificationId}`)
  await expect(page).toHaveURL(new RegExp(`/tasks\\?task=${id}`))
  await expect(page.getByRole('dialog')).toContainText(title)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await shownOn(page)).toMatchObject([{ title: 'Muster' }])
  await expect.poll(async () => (await listOf()).find(({ taskId }) => taskId === id)?.isRead).toBe(true)
})

test('what is read elsewhere is closed on the device, and all of it at sign-out', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('user', WITH_WORKER), signedIn('manager')])
  await canBeTold(page, someSubscription())
  await page.request.put('/api/v1/notifications/read-all')
  await page.goto('/profile')
  await installed(page)
  await tellButton(page).click()
  await expect(part(page, 'This device')).toContainText('This device shows notifications')
  const assigneeId = (await viewerOf(page)).id
  for (const title of ['Dust the lamps', 'Check the minibar']) {
    await createTask(manager, { title: unique(title), assigneeId })
  }
  // The number that the page itself shows comes first.
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveText('2')
  const list: Stored[] = await (await page.request.get('/api/v1/notifications')).json()
  const [first = 0, second = 0] = list.map(({ id }) => id)
  const deliver = await deliverTo(page)
  for (const id of [first, second]) await deliver(pushOf(id))
  await expect.poll(async () => (await shownOn(page)).length).toBe(2)
  await expect.poll(() => badgeOf(page)).toBe(41)

  // On another device.
  await page.request.put(`/api/v1/notifications/${first}/read`)
  await expect.poll(() => shownOn(page)).toMatchObject([{ tag: `n${second}` }])
  await expect.poll(() => badgeOf(page)).toBe(1)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => shownOn(page)).toEqual([])
  await expect.poll(() => badgeOf(page)).toBe(0)
  await expect.poll(() => isSubscribed(page)).toBe(false)
})

test('a device stays told after a new sign-in and a new subscription, and not for somebody else', {
  tag: '@long',
}, async ({ signedIn }) => {
  const [page, elsewhere] = await Promise.all([signedIn('admin', WITH_WORKER), signedIn('manager')])
  await canBeTold(page, someSubscription())
  /** Since when the server tells this device. */
  const toldSince = async () => {
    const reply = await page.request.get('/api/v1/push-subscriptions')
    const devices: PushDevice[] = reply.ok() ? (await reply.json()).devices : []
    return devices.filter(({ isCurrent }) => isCurrent).map(({ createdAt }) => createdAt)
  }
  await openLive(page, '/profile')
  await installed(page)
  await tellButton(page).click()
  await expect.poll(toldSince).toHaveLength(1)

  // The session ends; the page asks for the password.
  const as = (account: string) => ({ data: { email: `${account}@muster.example`, password: PASSWORD } })
  await elsewhere.request.post('/api/v1/auth/login', as('admin'))
  await elsewhere.request.delete('/api/v1/auth/sessions')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(toldSince).toHaveLength(1)
  await expect(part(page, 'This device')).toContainText('This device shows notifications')

  // The browser gives another subscription.
  const next = someSubscription()
  const before = await toldSince()
  await changeSubscription(page, next)
  await expect.poll(toldSince).not.toEqual(before)

  // Somebody else signs in here.
  const deliver = await deliverTo(page)
  await deliver(pushOf(1))
  await expect.poll(async () => (await shownOn(page)).length).toBe(1)
  await page.request.post('/api/v1/auth/login', as('god'))
  await page.reload()
  await expect(part(page, 'This device').getByRole('button', { name: 'Tell me on this device' })).toBeVisible()
  await expect.poll(() => isSubscribed(page)).toBe(false)
  expect(await shownOn(page)).toEqual([])
})

test('a page says that it has shown a notification if somebody has used it within a minute', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [page, manager] = await Promise.all([signedIn('guest'), signedIn('manager')])
  const ids = noteShown(page)
  const assigneeId = (await viewerOf(page)).id
  const notify = async () => {
    const title = unique('Polish the door knobs')
    await createTask(manager, { title, assigneeId })
    await expect(toasts(page)).toContainText([title])
  }
  await withoutServerTime(page)
  await page.clock.install()
  await openLive(page, '/profile')
  await page.mouse.move(30, 30)
  await page.mouse.move(60, 60)
  await notify()
  await expect.poll(() => ids.length).toBe(1)
  // Its connection has been silent for so long then that the page makes another one.
  const again = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.clock.fastForward(61_000)
  await again
  await notify()
  await page.keyboard.press('Shift')
  await notify()
  await expect.poll(() => ids.length).toBe(2)
})

test.describe('the settings say what stands in the way', () => {
  const states: [string, string, () => void][] = [
    ['refused', 'are blocked', () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' })],
    ['not possible', 'cannot show notifications', () => Reflect.deleteProperty(window, 'PushManager')],
    [
      'an iPhone',
      'on its home screen',
      () => Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4)' }),
    ],
    [
      'an address without https',
      'addresses that begin with https',
      () => Object.defineProperty(window, 'isSecureContext', { get: () => false }),
    ],
  ]
  for (const [name, text, prepare] of states) {
    test(name, { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn('user', PHONE)
      await page.addInitScript(prepare)
      await page.goto('/profile')
      await expect(part(page, 'This device')).toContainText(text)
      await expect(tellButton(page)).toHaveCount(0)
    })
  }

  test('a browser that cannot subscribe, and a server that does not answer', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('user', WITH_WORKER)
    await canBeTold(page, someSubscription())
    const { opened: answered, open: answer } = newGate()
    await page.route(SUBSCRIPTIONS, async (route) => {
      await answered
      await route.fulfill({ status: 503, json: { message: 'Away' } })
    })
    await page.goto('/profile')
    // The end of the page comes when all of it is known.
    await expect(page.getByRole('main').getByText('Loading...', { exact: true })).toBeAttached()
    await expect(part(page, 'Devices that get notifications')).toHaveCount(0)
    answer()
    await expect(part(page, 'Devices that get notifications')).toContainText('Your devices could not be loaded.')
    await page.unroute(SUBSCRIPTIONS)
    await tryAgain(
      part(page, 'Devices that get notifications'),
      part(page, 'Devices that get notifications').getByText('None yet'),
    )
    await page.evaluate(() =>
      Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new Error('No push service')) }),
    )
    await tellButton(page).click()
    await expect(toasts(page)).toContainText(['It could not be set up on this device'])
    await expect(tellButton(page)).toBeEnabled()
  })
})

test('people choose when they are told, by keyboard too, and read what reached them off duty', async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.route('**/api/v1/notifications/off-duty', (route) =>
    route.fulfill({
      json: ['urgent', 'security', 'own_reminder', 'always', 'always', 'always'].map((because, at) => ({
        id: at + 1,
        title: `Entry ${at + 1}`,
        message: 'The lift stands still.',
        rangAt: new Date(Date.now() - at * 3_600_000).toISOString(),
        because,
      })),
    }),
  )
  await page.goto('/profile')
  const when = part(page, 'When you get notifications')
  await expect(when.getByRole('radio', { name: 'When I am on duty' })).toBeChecked()
  await expect(when).toContainText('This is the default for users')
  await when.getByRole('radio', { name: 'When I am on duty' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(when.getByRole('radio', { name: 'Always' })).toBeChecked()
  await expect(when).not.toContainText('This is the default')
  await expect.poll(async () => (await viewerOf(page)).notify).toBe('always')
  await page.request.put('/api/v1/profile', { data: { notify: null } })

  const log = part(page, 'What reached you off duty')
  await expect(log.getByRole('listitem')).toHaveCount(5)
  await expect(log).toContainText('A manager marked it as urgent and gave a reason.')
  await log.getByRole('button', { name: 'Show all 6' }).click()
  await expect(log.getByRole('listitem')).toHaveCount(6)
  await expectAccessibleInBoth(page)
})

test('a guest, who has no duty, chooses only devices', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('guest')
  await page.goto('/profile')
  await expect(part(page, 'Devices that get notifications')).toBeVisible()
  await expect(part(page, 'When you get notifications')).toHaveCount(0)
  await expect(part(page, 'What reached you off duty')).toHaveCount(0)
})

test('a phone on which a shift was begun offers once to tell its person', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user', { ...PHONE, ...WITH_WORKER })
  await canBeTold(page, someSubscription())
  await page.request.post('/api/v1/clock/stop', { data: {} })
  const offer = part(page, 'This device')
  await page.goto('/today')
  await expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('button', { name: 'Clock In' }).click()
  await expect(toasts(page)).toContainText('Clocked In')
  // The clock-in leads to the briefing.
  await page.goto('/today')
  await expect(offer).toContainText('This phone can tell you what is new during your shift')
  await expectAccessibleInBoth(page)
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^On duty since/)).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.request.post('/api/v1/clock/stop', { data: {} })
})

test('a newcomer with a phone finds in the bell what is new, and how to be told while Muster is closed', async ({
  signedIn,
}) => {
  const [page, manager] = await Promise.all([signedIn('guest', { ...PHONE, ...WITH_WORKER }), signedIn('manager')])
  await canBeTold(page, someSubscription())
  await page.request.put('/api/v1/notifications/read-all')
  await page.route('**/api/v1/notifications', (route) => route.fulfill({ json: [] }))
  await openLive(page, '/dashboard')
  await installed(page)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const way = panel.getByRole('link', { name: 'Notification settings' })
  await bell.tap()
  await expect(panel).toContainText('No notifications')
  await expect(panel).toHaveCSS('opacity', '1')
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Escape')
  await page.unroute('**/api/v1/notifications')

  const { title } = await createTask(manager, {
    title: unique('Water the palms'),
    assigneeId: (await viewerOf(page)).id,
  })
  await expect(bell).toHaveText('1')
  await bell.tap()
  const row = panel.getByRole('listitem').filter({ hasText: title })
  await row.getByRole('button', { name: 'Mark as read' }).tap()
  await expect(bell).toHaveText('')
  await way.tap()
  await expect(page).toHaveURL(/\/profile#notifications$/)
  await expect(panel).toHaveCount(0)
  await expect(tellButton(page)).toBeInViewport()
  await tellButton(page).tap()
  await expect(part(page, 'This device')).toContainText('This device shows notifications')
})
