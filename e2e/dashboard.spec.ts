import type { Page } from '@playwright/test'
import type { Metrics } from '../src/shared/dashboard.ts'
import {
  columnOf,
  createTask,
  expect,
  expectAccessible,
  newGate,
  test,
  tryAgain,
  unique,
  withoutServerTime,
} from './muster.ts'

const TITLES = ['Active tasks', 'Completed Today', 'Overdue tasks', 'Team Members'] as const
const shownMetrics = {
  'Active tasks': 'activeTasks',
  'Completed Today': 'completedToday',
  'Overdue tasks': 'overdueTasks',
  'Team Members': 'teamMembers',
} as const

const cardsOf = (page: Page) => page.getByRole('region', { name: 'Figures' })
const cardOf = (page: Page, title: string) => cardsOf(page).locator('> *').filter({ hasText: title })
const activityOf = (page: Page) => page.getByRole('region', { name: 'Recent Activity' })

const metricsOf = async (page: Page, departmentId?: number): Promise<Metrics> =>
  (await page.request.get(`/api/v1/dashboard/metrics${departmentId ? `?departmentId=${departmentId}` : ''}`)).json()
const departmentIdOf = async (page: Page, name: string): Promise<number> => {
  const departments = await (await page.request.get('/api/v1/departments')).json()
  return departments.find((department: { name: string }) => department.name === name).id
}

/** Expects the cards to show the server's counts. Repeated, because other tests create tasks meanwhile. */
const expectMetrics = (page: Page, departmentId?: number, subtitle = 'Across all departments') =>
  expect(async () => {
    const metrics = await metricsOf(page, departmentId)
    for (const title of TITLES) {
      const figure = metrics[shownMetrics[title]].toLocaleString('en')
      expect(await cardOf(page, title).textContent()).toBe(`${title}${figure}${subtitle}`)
    }
  }).toPass({ timeout: 30_000 })

const choose = async (page: Page, department: string) => {
  await page.getByRole('button', { name: /^Department:/ }).click()
  await page.getByRole('menuitemradio', { name: department, exact: true }).click()
}

test('the four figures are those of the server, and link to what they count', async ({ signedIn }) => {
  const page = await signedIn('admin')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(cardsOf(page).getByText('Across all departments')).toHaveCount(4)
  await expectMetrics(page)
  await expect(page.getByText("Let's go!")).toHaveCount(0)

  await cardOf(page, 'Overdue tasks').click()
  await expect(page).toHaveURL(/\/tasks\?status=overdue$/)
  await page.goBack()
  await cardOf(page, 'Completed Today').click()
  await expect(page).toHaveURL(/\/tasks\?status=completed&completedFrom=(\d{4}-\d\d-\d\d)&completedTo=\1$/)
  await expect(async () => {
    const { completedToday } = await metricsOf(page)
    const column = page.getByRole('region', { name: 'Completed', exact: true })
    await expect(column.locator('header')).toContainText(`Completed${completedToday} tasks`, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  await page.goBack()
  await cardOf(page, 'Team Members').click()
  await expect(page).toHaveURL(/\/admin\/users$/)
})

test('figures and activity follow the department filter and live changes', async ({ signedIn }) => {
  const [page, colleague] = await Promise.all([signedIn('manager'), signedIn('god')])
  const departmentId = await departmentIdOf(page, 'Grounds')
  const title = unique('Rake the gravel')
  await page.goto('/dashboard')
  await choose(page, 'Grounds')
  await expectMetrics(page, departmentId, 'Grounds')

  // Later activity comes by messages.
  await page.route('**/api/v1/dashboard/activity**', (route) => route.abort())
  const before = await metricsOf(page, departmentId)
  const { id } = await createTask(colleague, { title, departmentId })
  await expect(cardOf(page, 'Active tasks')).toContainText(`${before.activeTasks + 1}`)
  await expect(activityOf(page).getByRole('link').first()).toHaveText(new RegExp(`created ${title}.*just now$`))

  await colleague.request.put(`/api/v1/tasks/${id}`, { data: { status: 'completed' } })
  await expect(cardOf(page, 'Completed Today')).toContainText(`${before.completedToday + 1}`)
  const newest = activityOf(page).getByRole('link').first()
  await expect(newest).toHaveText(new RegExp(`completed ${title}`))
  await expect(activityOf(page).getByRole('link')).toHaveCount(3)

  await newest.click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?task=${id}$`))
  await expect(page.getByRole('dialog')).toContainText('Rake the gravel')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the quick actions open their dialogs; people who may not create tasks are not offered it', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/dashboard')
  const actions = page.getByRole('region', { name: 'Quick Actions' })
  await actions.getByRole('button', { name: 'Create New Task' }).click()
  await expect(page.getByRole('dialog', { name: 'New Task' })).toBeVisible()
  await expect(page).toHaveURL(/\?new=true$/)
  await page.goBack()
  await actions.getByRole('button', { name: 'Schedule Meeting' }).click()
  await expect(page.getByRole('dialog', { name: 'Schedule Meeting' })).toBeVisible()
  await page.keyboard.press('Escape')

  for (const account of ['user', 'guest'] as const) {
    const other = await signedIn(account)
    await other.goto('/dashboard')
    await expect(other.getByRole('button', { name: 'Schedule Meeting' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Create New Task' })).toHaveCount(0)
    await expectMetrics(other, undefined, 'Housekeeping')
    await expect(cardsOf(other).getByRole('link', { name: /Team Members/ })).toHaveCount(0)
  }
})

test('it has the board, below its own heading', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  await page.goto('/')
  await expect(
    page.getByRole('region', { name: 'Tasks', exact: true }).getByRole('region', { name: /^Pending/ }),
  ).toBeVisible()
})

test('parts that cannot be loaded say so, and can be tried again', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.route('**/api/v1/dashboard/*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
  await page.goto('/dashboard')
  await expect(page.getByText('The figures could not be loaded.')).toBeVisible()
  await expect(activityOf(page).getByText('The activity could not be loaded.')).toBeVisible()
  await expect(page.getByRole('region', { name: /^Pending/ })).toBeVisible()
  await page.unroute('**/api/v1/dashboard/*')
  await tryAgain(cardsOf(page), cardOf(page, 'Overdue tasks'))
  await expectMetrics(page)
  await tryAgain(activityOf(page), activityOf(page).getByRole('listitem').nth(2))
})

for (const width of [360, 768, 1440]) {
  test(`nothing moves when the figures arrive, at ${width} px`, { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('manager', { viewport: { width, height: 900 } })
    // Where nothing is due the line on phones goes, which the page cannot know the first time.
    const { id: assigneeId } = await (await page.request.get('/api/v1/auth/session')).json()
    await createTask(page, { title: unique('Sign the rota'), assigneeId, dueDate: '2026-01-02T10:00:00.000Z' })
    const { opened: released, open: release } = newGate()
    await page.route('**/api/v1/dashboard/*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/dashboard')
    const heading = page.getByRole('heading', { name: 'Tasks', exact: true })
    await expect(cardsOf(page).getByText('Team Members')).toBeVisible()
    const before = await heading.boundingBox()
    release()
    await expectMetrics(page)
    expect(await heading.boundingBox()).toEqual(before)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test('nothing moves on a desk while the first cards are laid out', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 1440, height: 700 } })
  await page.addInitScript(() => {
    const moved: unknown[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      // The time on duty is a pixel wider or narrower by the minute.
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: unknown[]
      })[])
        if (value > 0.001) moved.push(sources)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/dashboard')
  await expect(columnOf(page, 'Overdue').getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { moved: unknown[] }).moved)).toEqual([])
})

test('long titles and names fit into the activity', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('guest')
  const activity = ['completed', 'created', 'updated'].map((kind, id) => ({
    ...{
      id,
      kind,
      taskId: 1,
      title: `${'Night round '.repeat(16)}${id}`,
      firstName: 'Amara',
      lastName: 'O'.repeat(60),
    },
    createdAt: new Date().toISOString(),
  }))
  await page.route('**/api/v1/dashboard/activity*', (route) => route.fulfill({ json: activity }))
  await page.goto('/dashboard')
  await expect(activityOf(page).getByRole('listitem')).toHaveCount(3)
  for (const time of await activityOf(page).getByRole('time').all()) await expect(time).toBeInViewport({ ratio: 1 })
  expect(await activityOf(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
})

test('an empty activity says so', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('guest')
  await page.route('**/api/v1/dashboard/activity*', (route) => route.fulfill({ json: [] }))
  await page.goto('/dashboard')
  await expect(activityOf(page).getByText('Nothing yet.')).toBeVisible()
})

test('the figures are read again when a new day begins, also if the device has slept', async ({ signedIn }) => {
  const page = await signedIn('guest')
  await withoutServerTime(page)
  await page.clock.install()
  // No live changes, which would make the page read again.
  await page.routeWebSocket('**/ws*', () => {})
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/dashboard/metrics')) reads += 1
  })
  await page.goto('/dashboard')
  await expectMetrics(page, undefined, 'Housekeeping')
  const day = 24 * 3_600_000
  const isReadAgain = async (before: number) => {
    await expect.poll(() => reads).toBeGreaterThan(before)
    await page.waitForLoadState('networkidle')
    return reads
  }
  let before = reads
  await page.clock.fastForward(day)
  before = await isReadAgain(before)
  // Timers do not run while a device sleeps. A phone shows the page again.
  await page.clock.setSystemTime(Date.now() + 2 * day)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  before = await isReadAgain(before)
  // On a computer the page was in view all the time.
  await page.clock.setSystemTime(Date.now() + 3 * day)
  await page.clock.runFor(20_000)
  await isReadAgain(before)
})

test('on a phone the figures take little room, and one swipe brings the whole board', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('user', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  })
  await page.goto('/')
  for (const title of TITLES) await expect(cardOf(page, title)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('article').first()).toBeInViewport()

  const activity = page.getByRole('button', { name: 'Recent Activity' })
  await expect(activity).toHaveAttribute('aria-expanded', 'false')
  await activity.tap()
  await expect(page.getByRole('link', { name: / (completed|created|updated) / })).toHaveCount(3)
  await expectAccessible(page)
  await activity.tap()
  await page.getByRole('button', { name: 'Quick Actions' }).tap()
  const { height = 0 } = (await page.getByRole('button', { name: 'Schedule Meeting' }).boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Quick Actions' }).tap()

  // Until the whole board is in view, a swipe over its cards scrolls the page, not the column.
  const board = page.getByRole('region', { name: 'Tasks', exact: true })
  await page.getByRole('article').first().hover()
  await page.mouse.wheel(0, 600)
  await expect(board).toBeInViewport({ ratio: 0.98 })
  await page.getByRole('feed').first().hover()
  await page.mouse.wheel(0, 300)
  await expect
    .poll(() =>
      page
        .getByRole('feed')
        .first()
        .evaluate((feed) => feed.parentElement?.scrollTop),
    )
    .toBeGreaterThan(0)
})

test('it is accessible', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/')
  await expectMetrics(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
})
