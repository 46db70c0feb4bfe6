import type { Page } from '@playwright/test'
import type { Notification } from '../src/shared/notifications.ts'
import { createTask, expect, expectAccessible, newGate, test, tryAgain, unique } from './muster.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const rowOf = (page: Page, text: string) => panelOf(page).getByRole('listitem').filter({ hasText: text })
const toastsOf = (page: Page) => page.getByRole('region', { name: /^Notifications \(/ })

// Other tests cause notifications too, but none for the god.
const LIST = '**/api/v1/notifications'
const COUNT = '**/api/v1/notifications/unread-count'

const idOf = async (page: Page): Promise<string> => (await (await page.request.get('/api/v1/auth/session')).json()).id
const allRead = (page: Page) => page.request.put('/api/v1/notifications/read-all')

/** Assigns a new task to the page's person, who is notified of it. */
async function assign(manager: Page, page: Page, name: string) {
  const title = unique(name)
  const { id } = await createTask(manager, { title, assigneeId: await idOf(page) })
  return { id, title }
}

/** Opens the page and waits until it receives live messages. */
async function openAndListen(page: Page, path: string) {
  const live = page.waitForEvent('websocket')
  await page.goto(path)
  await (await live).waitForEvent('framereceived')
}

const notification = (fields: Partial<Notification>): Notification => ({
  id: 1,
  userId: 'x',
  reminderId: null,
  taskId: null,
  sopId: null,
  title: 'Night audit',
  message: 'Count the till.',
  type: 'reminder',
  isRead: false,
  createdAt: new Date().toISOString(),
  ...fields,
})

const requestsTo = (page: Page, path: RegExp) => {
  const urls: string[] = []
  page.on('request', (request) => {
    if (path.test(request.url())) urls.push(request.url())
  })
  return urls
}

test('the bell counts unread notifications, and reads its list only while it is open', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('guest'), signedIn('manager')])
  await allRead(page)
  const lists = requestsTo(page, /\/notifications$/)
  await openAndListen(page, '/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toHaveText('')

  const first = await assign(manager, page, 'Polish the brass')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bellOf(page)).toHaveText('1')
  await assign(manager, page, 'Water the palms')
  await expect(bellOf(page)).toHaveText('2')
  expect(lists).toEqual([])

  await bellOf(page).click()
  const row = rowOf(page, first.title)
  await expect(row).toContainText('New task for you')
  await expect(row).toContainText(`assigned you "${first.title}"`)
  await expect(row).toContainText(/just now|\d min ago/)
  await expect(row).toContainText('unread')
  expect(lists).toHaveLength(1)

  await row.getByRole('button', { name: 'Mark as read' }).click()
  await expect(bellOf(page)).toHaveText('1')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row).not.toContainText('unread')

  await panelOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toHaveText('')
  await expect(panelOf(page).getByRole('button')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  const read = lists.length
  await assign(manager, page, 'Sweep the terrace')
  await expect(bellOf(page)).toHaveText('1')
  expect(lists).toHaveLength(read)
})

test('a click on a notification marks it as read and opens its task', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('user'), signedIn('manager')])
  await page.goto('/profile')
  const { id, title } = await assign(manager, page, 'Fold the napkins')
  await bellOf(page).click()
  await rowOf(page, title).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/tasks\\?task=${id}$`))
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(panelOf(page)).toHaveCount(0)
  await expect
    .poll(async () => {
      const list: Notification[] = await (await page.request.get('/api/v1/notifications')).json()
      return list.find(({ taskId }) => taskId === id)?.isRead
    })
    .toBe(true)
})

test('the badge shows 99+ for more than 99', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('god')
  let count = 99
  await page.route(COUNT, (route) => route.fulfill({ json: { count } }))
  await page.goto('/profile')
  await expect(bellOf(page)).toHaveText('99')
  count = 100
  await page.reload()
  await expect(bellOf(page)).toHaveText('99+')
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 100 unread')
})

test('the count is polled every 30 seconds', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('god')
  await page.clock.install()
  // No live changes, which would make the page read the count again.
  await page.routeWebSocket('**/ws*', () => {})
  let polls = 0
  await page.route(COUNT, (route) => {
    polls += 1
    return route.fulfill({ json: { count: polls } })
  })
  await page.goto('/profile')
  await expect(bellOf(page)).toHaveText('1')
  for (const poll of [2, 3]) {
    await page.clock.fastForward(20_000)
    expect(polls).toBe(poll - 1)
    await page.clock.fastForward(10_000)
    await expect(bellOf(page)).toHaveText(`${poll}`)
  }
})

test('loading, failed and empty each have their text', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('god')
  const { opened: answered, open: answer } = newGate()
  await page.route(LIST, async (route) => {
    await answered
    await route.fulfill({ status: 503, json: { message: 'Away' } })
  })
  await page.goto('/profile')
  await bellOf(page).click()
  await expect(panelOf(page).getByText('Loading notifications...')).toBeVisible()
  answer()
  await expect(panelOf(page).getByText('The notifications could not be loaded.')).toBeVisible()
  await expect(panelOf(page).getByText('No notifications')).toHaveCount(0)

  await page.unroute(LIST)
  await page.route(LIST, (route) => route.fulfill({ json: [] }))
  await tryAgain(panelOf(page), panelOf(page).getByText('No notifications'))
  await expect(panelOf(page).getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

test('reminders have their own icon; a long list scrolls within the height of the window', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('god')
  const list = Array.from({ length: 100 }, (_, at) =>
    notification({
      id: at + 1,
      title: `${'Long '.repeat(30)}${at}`,
      type: at % 2 ? 'task' : 'reminder',
      isRead: at > 3,
    }),
  )
  await page.route(LIST, (route) => route.fulfill({ json: list }))
  await page.goto('/profile')
  await bellOf(page).click()
  const rows = panelOf(page).getByRole('listitem')
  await expect(rows).toHaveCount(100)
  await expect(rows.nth(0)).toContainText('Reminder')
  await expect(rows.nth(1)).toContainText('Notification')
  await expect(rows.nth(0).locator('.lucide-alarm-clock')).toBeVisible()
  await expect(rows.nth(1).locator('.lucide-bell')).toBeVisible()
  await expect(panelOf(page).getByRole('button', { name: 'Mark as read' })).toHaveCount(4)
  const panel = await panelOf(page).boundingBox()
  const bell = await bellOf(page).boundingBox()
  // From below the bell to the edge of the window.
  const room = (page.viewportSize()?.height ?? 0) - (bell?.y ?? 0) - (bell?.height ?? 0)
  expect(room - (panel?.height ?? 0)).toBeLessThanOrEqual(16)
  await rows.nth(99).scrollIntoViewIfNeeded()
  await expect(rows.nth(99)).toBeInViewport()
})

test('a notification that could not be marked as read is unread again', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('god')
  await page.route(LIST, (route) => route.fulfill({ json: [notification({})] }))
  await page.route(COUNT, (route) => route.fulfill({ json: { count: 1 } }))
  const { opened: refused, open: refuse } = newGate()
  await page.route('**/api/v1/notifications/1/read', async (route) => {
    await refused
    await route.fulfill({ status: 500, json: { message: 'Broken' } })
  })
  await page.goto('/profile')
  await bellOf(page).click()
  await panelOf(page).getByRole('button', { name: 'Mark as read' }).click()
  await expect(bellOf(page)).toHaveText('')
  await expect(panelOf(page).getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
  refuse()
  await expect(panelOf(page).getByRole('button', { name: 'Mark as read' })).toBeVisible()
  await expect(bellOf(page)).toHaveText('1')
  await expect(toastsOf(page)).toContainText('Failed to mark as read')
})

test('the keyboard alone can use it', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('god')
  const list = [1, 2].map((id) => notification({ id, title: `No. ${id}` }))
  await page.route(LIST, (route) => route.fulfill({ json: list }))
  await page.route('**/api/v1/notifications/*/read', (route) => {
    const marked = list.find(({ id }) => route.request().url().endsWith(`/${id}/read`))
    if (marked) marked.isRead = true
    return route.fulfill({ json: marked ?? null })
  })
  await page.goto('/profile')
  await bellOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(panelOf(page)).toBeFocused()
  await expect(rowOf(page, 'No. 2')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(panelOf(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panelOf(page).getByRole('radio', { name: 'All' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rowOf(page, 'No. 1').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'No. 2').getByRole('button')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toHaveCount(0)
  await expect(bellOf(page)).toBeFocused()
})

test('on a phone the panel is as wide as the screen, and its targets are large enough', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('god', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  })
  await page.route(LIST, (route) => route.fulfill({ json: [notification({ taskId: 1 }), notification({ id: 2 })] }))
  await page.goto('/profile')
  await bellOf(page).tap()
  await expect(rowOf(page, 'Night audit')).toHaveCount(2)
  await expect(panelOf(page)).toHaveCSS('opacity', '1')
  expect((await panelOf(page).boundingBox())?.width).toBeGreaterThanOrEqual(340)
  for (const button of [bellOf(page), ...(await panelOf(page).getByRole('button').all())]) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await expectAccessible(page)
  await bellOf(page).tap()
  await expect(panelOf(page)).toHaveCount(0)
})

/**
 * Opens the page and waits until it receives live messages. It receives only notifications that contain one of the
 * texts, because one of another test would replace the toast. `onArrival` is called for each.
 */
async function openAndAwait(page: Page, path: string, texts: string[], onArrival = () => {}) {
  const listening = newGate()
  await page.routeWebSocket('**/ws*', (socket) => {
    socket.connectToServer().onMessage((message) => {
      const isNotification = message.includes('"type":"notification"')
      if (isNotification && !texts.some((text) => message.includes(text))) return
      socket.send(message)
      listening.open()
      if (isNotification) onArrival()
    })
  })
  await page.goto(path)
  await listening.opened
}

test('a new notification is a toast for 5 seconds, which opens its task', async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('admin'), signedIn('manager')])
  await page.clock.install()
  const [dust, air] = [unique('Dust the library'), unique('Air the ballroom')]
  await openAndAwait(page, '/profile', [dust, air])

  const first = await assign(manager, page, dust)
  await expect(toastsOf(page)).toContainText('New task for you')
  await expect(toastsOf(page)).toContainText(first.title)
  await toastsOf(page).getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/tasks\\?task=${first.id}$`))
  await expect(page.getByRole('dialog', { name: first.title })).toBeVisible()
  await page.keyboard.press('Escape')
  // A toast under the pointer stays.
  await page.mouse.move(0, 0)

  const { title } = await assign(manager, page, air)
  const shown = toastsOf(page).getByText(`assigned you "${title}"`)
  await expect(shown).toBeVisible()
  await page.clock.fastForward(500)
  await expect(shown).toBeVisible()
  await page.clock.fastForward(4_500)
  await expect(shown).toBeHidden()
})

test('a new notification does not replace a toast with Undo', { tag: '@long' }, async ({ signedIn }) => {
  const [page, manager] = await Promise.all([signedIn('admin'), signedIn('manager')])
  page.on('dialog', (question) => void question.accept())
  await page.clock.install()
  const mine = await createTask(page, { title: unique('Wind the clocks') })
  const feed = unique('Feed the parrot')
  const arrived = newGate()
  await openAndAwait(page, `/tasks?task=${mine.id}`, [feed], arrived.open)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Task' }).click()
  const undo = toastsOf(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const { title } = await assign(manager, page, feed)
  await arrived.opened
  await expect(undo).toBeVisible()
  await expect(toastsOf(page).getByRole('listitem')).toHaveCount(1)
  await page.clock.fastForward(5_000)
  await expect(undo).toBeHidden()
  await expect(toastsOf(page)).toContainText(title)
})
