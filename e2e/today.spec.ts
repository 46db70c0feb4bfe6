import type { Locator, Page } from '@playwright/test'
import { pdfOf } from '../test/support/pdfs.ts'
import {
  createTask,
  expect,
  expectAccessibleInBoth,
  newGate,
  nothingToBrief,
  openLive,
  PHONE,
  test,
  toasts,
  tryAgain,
  unique,
  viewerOf,
  withoutServerTime,
} from './muster.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const item = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const check = (page: Page, title: string) => page.getByRole('button', { name: `Mark complete: ${title}` })
const dutyOf = (page: Page) => page.getByRole('region', { name: 'Clock', exact: true })
/** Half an hour from now, unless that is tomorrow: then the end of the day. */
async function soon(page: Page) {
  const { dayEnds } = await (await page.request.get('/api/v1/today')).json()
  return new Date(Math.min(Date.now() + 1_800_000, Date.parse(dayEnds) - 1_000)).toISOString()
}
/** The page reads a day on which nothing waits, so many days later. */
const nothingWaits = (page: Page, later: number) =>
  page.route('**/api/v1/today', async (route) => {
    const day = await (await route.fetch()).json()
    const dayEnds = new Date(Date.parse(day.dayEnds) + later * 24 * 3_600_000).toISOString()
    const [tasks, items] = [
      { tasks: [], total: 0 },
      { items: [], total: 0 },
    ]
    const work = { now: tasks, received: tasks, problems: tasks, overdue: tasks, dueToday: tasks }
    const others = { urgentMessages: [], handedOver: items, asked: items, offered: items }
    await route.fulfill({ json: { ...day, dayEnds, ...work, ...others } })
  })
const ago = () => new Date(Date.now() - 3_600_000).toISOString()

/** Clocks the page's person out, if they were in. */
const clockOut = (page: Page) => page.request.post('/api/v1/clock/stop', { data: {} })

test('one’s own work stands in sections, is finished with one tap, and taken back with another', async ({
  signedIn,
}) => {
  const [page, manager] = await Promise.all([signedIn('user', PHONE), signedIn('manager')])
  const { id: assigneeId, departmentId } = await viewerOf(page)
  const [late, next, free] = ['Extra towels for 305', 'Turn over 412', 'Baby cot to 530'].map(unique) as [
    string,
    string,
    string,
  ]
  const dueDate = '2026-01-02T10:00:00.000Z'
  const { id: lateId } = await createTask(manager, { title: late, assigneeId, departmentId, dueDate })
  await openLive(page, '/today')
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(section(page, 'Overdue').filter({ hasText: late })).toBeVisible()
  // Changes by the server's own start are read first.
  await page.waitForLoadState('networkidle')
  await expect(item(page, late)).toContainText('Overdue, was due Jan 2')

  // Other people's changes come by themselves, without a call.
  await page.route('**/api/v1/today', (route) => route.abort())
  const { id } = await createTask(manager, { title: next, assigneeId, departmentId, dueDate: await soon(page) })
  await expect(section(page, 'Due today|Overdue').filter({ hasText: next })).toBeVisible()
  // A quiet mark says that it has just come.
  await expect(item(page, next).getByText('New', { exact: true })).toHaveCount(1)
  await expect(item(page, late).getByText('New', { exact: true })).toHaveCount(0)
  await createTask(manager, { title: free, departmentId, dueDate: ago() })
  await expect(section(page, 'Not taken yet').filter({ hasText: free })).toBeVisible()
  await page.unroute('**/api/v1/today')
  await expectAccessibleInBoth(page)

  const { width = 0, height = 0 } = (await check(page, next).boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await item(page, next).scrollIntoViewIfNeeded()
  const before = await item(page, next).boundingBox()
  const statusOf = async (task = id) => (await (await manager.request.get(`/api/v1/tasks/${task}`)).json()).status
  await check(page, next).click()
  await expect(item(page, next)).toContainText('Completed')
  await expect.poll(() => statusOf()).toBe('completed')
  await expect(page.locator('#above-foot')).toContainText('Task status updated successfully')
  await expect(toasts(page)).toHaveCount(0)
  // It stays at its place, so that the next tap meets its target.
  expect(await item(page, next).boundingBox()).toEqual(before)
  await check(page, next).click()
  await expect.poll(() => statusOf()).toBe('pending')
  await expect(item(page, next)).not.toContainText('Completed')

  await item(page, late).getByRole('link', { name: late, exact: true }).click()
  await expect(page).toHaveURL(/\/today\?task=\d+$/)
  await expect(page.getByRole('dialog')).toContainText(late)
  await page.goBack()
  await expect(page).toHaveURL(/\/today$/)
  // By keyboard: a second tap within a third of a second would count as a slip.
  await check(page, late).press('Enter')
  await expect.poll(() => statusOf(lateId)).toBe('completed')
  await page.goto('/calendar')
  await page.goto('/today')
  await expect(item(page, next)).toBeVisible()
  await expect(item(page, late)).toHaveCount(0)
})

test('what was finished yesterday is gone in the morning', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user', PHONE)
  const manager = await signedIn('manager')
  const { id: assigneeId, departmentId } = await viewerOf(page)
  const title = unique('Polish the brass')
  await createTask(manager, { title, assigneeId, departmentId, dueDate: await soon(page) })
  await withoutServerTime(page)
  await page.clock.install()
  await page.goto('/today')
  await check(page, title).click()
  await expect(item(page, title)).toContainText('Completed')
  await expect(page.locator('#above-foot')).toContainText('Task status updated successfully')

  await nothingWaits(page, 1)
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText('Nothing due today')).toBeVisible()
  await expect(item(page, title)).toHaveCount(0)
})

test('the shift begins at the thumb; a session that runs for too long is not duty', async ({ signedIn }) => {
  const page = await signedIn('user', PHONE)
  await nothingToBrief(page)
  await clockOut(page)
  await page.goto('/today')
  await expect(dutyOf(page)).toHaveText('You are not on duty')
  const clockIn = page.getByRole('button', { name: 'Clock In' })
  const { y = 0, height = 0 } = (await clockIn.boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
  expect(y + height).toBeGreaterThan(660)
  // The screen shows it before the server has answered. Until then the button does nothing.
  await Promise.all([page.waitForResponse('**/api/v1/clock/start'), clockIn.tap()])
  await expect(dutyOf(page)).toContainText(/On duty since \d\d:\d\d/)
  const clockOutButton = dutyOf(page).getByRole('button', { name: 'Clock Out' })
  await expect(clockOutButton).not.toHaveAttribute('aria-disabled')
  await Promise.all([page.waitForResponse('**/api/v1/clock/stop'), clockOutButton.tap()])
  await expect(dutyOf(page)).toHaveText('You are not on duty')

  await page.request.post('/api/v1/clock/start', { data: {} })
  await withoutServerTime(page)
  await page.clock.setFixedTime(Date.now() + 14.1 * 3_600_000)
  await page.reload()
  await expect(dutyOf(page)).toContainText('After 14 hours this no longer counts as on duty.')
  await dutyOf(page).getByRole('link', { name: 'Check the clock' }).tap()
  await expect(page).toHaveURL('/clock')
  await clockOut(page)
})

test('guests look, without a clock, procedures or checks; an empty day says what comes', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('guest')
  await nothingWaits(page, 0)
  await page.goto('/today')
  await expect(page.getByText('Nothing due today')).toBeVisible()
  await expect(dutyOf(page)).toHaveCount(0)
  await expect(page.getByText('Procedures to read')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark complete' })).toHaveCount(0)
})

test('it loads, fails and is tried again; procedures lead to their document, totals to the board', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { departmentId } = await viewerOf(page)
  const file = { name: 'one.pdf', mimeType: 'application/pdf', buffer: pdfOf({ pages: ['One'] }) }
  const multipart = { title: unique('Airing the cellar'), departmentId: String(departmentId), file }
  expect((await page.request.post('/api/v1/sops', { multipart })).status()).toBe(201)
  const { opened, open } = newGate()
  await page.route('**/api/v1/today', async (route) => {
    await opened
    await route.fulfill({ status: 503, json: { message: 'Away' } })
  })
  await page.goto('/today')
  await expect(page.getByText('Loading your day...')).toBeAttached()
  open()
  await expect(page.getByText('Your day could not be loaded.')).toBeVisible()
  await page.unroute('**/api/v1/today')
  const procedures = section(page, 'Procedures to read')
  await tryAgain(page, procedures)
  await procedures
    .getByRole('link', { name: /^Read / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/sops\?sop=\d+/)

  const reply = await (await page.request.get('/api/v1/today')).json()
  reply.open.total = 31
  await page.route('**/api/v1/today', (route) => route.fulfill({ json: reply }))
  await page.goto('/today')
  await section(page, 'Your other tasks').getByRole('link', { name: 'All 31' }).click()
  await expect(page).toHaveURL(/\/tasks\?assignee=/)
})

test('it works without a network once it was read', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.goto('/today')
  await expect(page.getByRole('button', { name: 'Mark complete' }).first()).toBeVisible()
  await page.goto('/calendar')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('button', { name: 'Mark complete' }).first()).toBeVisible()
})

test('the installed app opens at Today, or at the dashboard for people who want that', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('guest')
  const { start_url: start } = await (await page.request.get('/manifest.webmanifest')).json()
  await page.goto(start)
  await expect(page).toHaveURL('/today')
  await page.goto('/profile')
  const choice = page.getByRole('combobox', { name: 'Phones and the installed app open at' })
  await expect(choice).toHaveValue('today')
  await choice.selectOption('Dashboard')
  await expect.poll(async () => (await viewerOf(page)).startScreen).toBe('dashboard')
  await page.goto(start)
  await expect(page).toHaveURL('/dashboard')
  await page.request.put('/api/v1/profile', { data: { startScreen: null } })
})

test('on phones the dashboard begins with what is due, which leads to Today', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user', PHONE)
  const due = { overdue: 1, dueToday: 3, dayEnds: new Date(Date.now() + 3_600_000).toISOString() }
  await page.route('**/api/v1/dashboard/due', (route) => route.fulfill({ json: due }))
  await page.goto('/')
  const line = page.getByRole('link', { name: '3 due today, 1 overdue' })
  const { height = 0 } = (await line.boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
  await line.tap()
  await expect(page).toHaveURL('/today')

  Object.assign(due, { overdue: 0, dueToday: 0 })
  await page.goto('/dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /due today|overdue$/ })).toHaveCount(0)
})

/** Whether two boxes share any point. */
async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) return false
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** A phone, the same on its side, and a phone whose page is enlarged to 200 %. */
for (const [name, viewport] of [
  ['upright', { width: 360, height: 740 }],
  ['on its side', { width: 740, height: 360 }],
  ['enlarged', { width: 180, height: 370 }],
] as const) {
  test(`on a phone, ${name}, toasts and the button for a new task cover nothing that is needed`, {
    tag: '@long',
  }, async ({ signedIn }) => {
    const page = await signedIn('manager', { ...PHONE, viewport })
    const { id: assigneeId, departmentId } = await viewerOf(page)
    const title = unique('Air the ballroom')
    await createTask(page, { title, assigneeId, departmentId, dueDate: ago() })
    const banner = page.getByRole('banner')
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await page.goto('/today')
    await expect(check(page, title)).toBeVisible()
    await page.route('**/api/**', (route) => route.abort())
    await check(page, title).click()
    await expect(toasts(page)).toHaveText([/Saved on this device/])
    const bar = page.getByRole('status').filter({ hasText: 'to be sent' })
    await expect(bar).toBeVisible()
    for (const covered of [banner, bell, bar]) expect(await overlap(toasts(page), covered)).toBe(false)
    await page.unroute('**/api/**')
    // Each try that fails doubles the wait before the next, up to half a minute.
    await expect(bar).toHaveCount(0, { timeout: 45_000 })

    await page.goto(`/tasks?new=true`)
    const dialog = page.getByRole('dialog')
    await page.route('**/api/v1/tasks', (route) => route.fulfill({ status: 500, body: '' }))
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('button', { name: 'Create Task' }).click()
    // Beside an open dialog a toast is hidden from the accessibility tree, but announced.
    const toast = page.locator('li[data-state]', { hasText: 'Failed to create task' })
    await expect(toast).toBeVisible()
    for (const covered of await dialog.locator('header, footer').all())
      expect(await overlap(toast, covered)).toBe(false)
    await page.unroute('**/api/v1/tasks')

    // At the end of a list, nothing of it lies below the button.
    for (const [path, name] of [
      ['/tasks?view=kanban', 'New Task'],
      ['/tasks?view=table', 'New Task'],
      ['/dashboard', 'New Task'],
      ['/projects', 'New Project'],
    ] as const) {
      await page.goto(path)
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect(button).toBeVisible()
      await expect(page.locator('main :is(article, tbody tr)').first()).toBeVisible()
      await expect.poll(() => button.evaluate(scrollToEnd)).toEqual([])
    }
  })
}

/** Scrolls everything to its end. Returns the parts that a floating element then covers. */
async function scrollToEnd(element: Element) {
  for (const part of document.querySelectorAll('main, main *')) part.scrollTop = part.scrollHeight
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  if (getComputedStyle(element).position !== 'fixed') return []
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const covered = new Set<string>()
  for (let x = left; x < right; x += 8) {
    for (let y = top; y < bottom; y += 8) {
      const below = document.elementsFromPoint(x, y).find((other) => !element.contains(other))
      const item = below?.closest('article, tr, p, button, a')
      if (item) covered.add(item.textContent ?? '')
    }
  }
  return [...covered]
}

test('with large letters what cannot wait is answered without scrolling, and nothing is cut off', async ({
  signedIn,
}) => {
  const [page, manager] = await Promise.all([
    signedIn('user', { ...PHONE, viewport: { width: 360, height: 640 } }),
    signedIn('manager'),
  ])
  const { id, departmentId } = await viewerOf(page)
  const text = unique('Water runs into the lift from the fifth floor, please stop it')
  const data = { userIds: [id], text, reason: 'The boiler leaks' }
  expect((await manager.request.post('/api/v1/messages/urgent', { data })).ok()).toBe(true)
  const problem = { title: unique('The tap in 512 drips into the corridor'), departmentId, priority: 'high' }
  expect((await manager.request.post('/api/v1/problems', { data: problem })).ok()).toBe(true)
  await nothingToBrief(page)
  await page.request.post('/api/v1/clock/start', { data: {} })
  await page.request.put('/api/v1/profile', { data: { language: 'de' } })
  await page.goto('/today')
  await page.addStyleTag({ content: ':root { font-size: 130% !important }' })
  await expect(item(page, text).getByRole('button')).toBeInViewport({ ratio: 1 })
  await expect(item(page, problem.title).getByRole('link')).toBeVisible()
  await expect(item(page, problem.title).getByRole('button')).toHaveCount(1)
  for (const one of await page.getByRole('main').getByRole('button').all()) {
    const box = await one.boundingBox()
    if (box) expect(box.x + box.width, await one.innerText()).toBeLessThanOrEqual(360)
  }
  const words = await item(page, text).getByRole('heading').boundingBox()
  expect(words?.width).toBeGreaterThan(200)
  await page.request.put('/api/v1/profile', { data: { language: 'en' } })
  await clockOut(page)
})
