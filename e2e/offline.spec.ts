import type { Page } from '@playwright/test'
import { pictures } from '../sample/pictures.ts'
import { draw } from '../src/server/sample/draw.ts'
import {
  type Account,
  answerQuestion,
  cardOf,
  columnOf,
  createTask,
  expect,
  expectAccessibleInBoth,
  newGate,
  test,
  toasts,
  traced,
  unique,
} from './muster.ts'
import { installed, type Network, openNetwork } from './network.ts'

/** No other spec uses this account, so nothing else changes its hours. */
const person = 'stefan.oberhauser' as Account
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /Showing data from|to be sent|refused/ })
const clockFace = (page: Page) => page.getByRole('region', { name: 'Clock', exact: true })

let network: Network
test.beforeEach(async () => {
  network = await openNetwork()
})
test.afterEach(() => network.close())

/** Waits until the reply of this path is cached. */
const waitForCached = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(async (url) => (await caches.match(url, { ignoreSearch: true })) !== undefined, path))
    .toBe(true)

/** The names of all caches and storage entries that the app has made for a person. */
const onDevice = (page: Page) =>
  page.evaluate(async () => [
    ...(await caches.keys()).filter((name) => name.startsWith('muster.kept')),
    ...Object.keys(localStorage).filter((name) => /^muster\.(waiting|person)/.test(name)),
  ])

async function setStatus(page: Page, title: string, status: string) {
  await cardOf(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitemradio', { name: status }).click()
}

test('it opens without a network, shows cached data and says so; signing out erases the data', async ({ signedIn }) => {
  const page = await signedIn(person, { serviceWorkers: 'allow' })
  const { title } = await createTask(page, { title: unique('Bleed the radiators') })
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(page, title)).toBeVisible()
  await installed(page)
  await waitForCached(page, '/api/v1/tasks/board')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  for (const { src, type } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe(type)
  }

  await page.context().setOffline(true)
  await page.reload()
  await expect(cardOf(page, title)).toBeVisible()
  await expect(bar(page)).toHaveText(/You are offline\. Showing data from \d\d:\d\d\./)
  await page.goto('/reminders')
  await expect(page.getByText('This screen needs a connection')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  await page.goto('/clock')
  await expect(clockFace(page).getByRole('button')).toBeVisible()

  await page.context().setOffline(false)
  await expect(bar(page)).toHaveCount(0)
  expect(await onDevice(page)).not.toEqual([])
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => onDevice(page)).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/tasks')
  await expect(page.getByText('Muster cannot be reached at the moment.')).toBeVisible()
})

test('another role or department erases the cached data, at once or when the app is next opened', async ({
  signedIn,
}) => {
  const page = await signedIn(person, { serviceWorkers: 'allow' })
  const admin = await signedIn('admin')
  // A person who becomes a guest while on duty (from noon on, this person is one) is asked later when the shift has
  // ended.
  await page.request.post('/api/v1/clock/stop')
  const { id, role, departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const changeTo = async (rights: { role: string; departmentId: number }) => {
    const reply = await admin.request.put(`/api/v1/users/${id}`, { data: rights })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  const other = { role: 'guest', departmentId: departmentId === 1 ? 2 : 1 }
  const { title } = await createTask(admin, { title: unique('Prune the roses'), departmentId })
  const board = `/tasks?q=${encodeURIComponent(title)}`
  /** The number of cached replies that contain the title. */
  const cachedWithTitle = () =>
    page.evaluate(async (text) => {
      const names = (await caches.keys()).filter((name) => name.startsWith('muster.kept'))
      const replies = await Promise.all(
        names.map(async (name) => {
          const cache = await caches.open(name)
          const replies = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
          return Promise.all(replies.map((reply) => reply?.text() ?? ''))
        }),
      )
      return replies.flat().filter((reply) => reply.includes(text)).length
    }, title)
  const openBoard = async () => {
    await page.goto(board)
    await expect(cardOf(page, title)).toBeVisible()
    await expect.poll(cachedWithTitle).toBeGreaterThan(0)
  }

  try {
    await openBoard()
    await changeTo(other)
    await expect(cardOf(page, title)).toHaveCount(0)
    await expect.poll(cachedWithTitle).toBe(0)

    await changeTo({ role, departmentId })
    await openBoard()
    await page.goto('about:blank')
    await changeTo(other)
    await page.goto('/clock')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(cachedWithTitle).toBe(0)
  } finally {
    await changeTo({ role, departmentId })
  }
})

test('signing out without a network works: nobody gets in before the server has ended the session', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  await page.goto('/clock')
  await installed(page)
  network.down = true
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toasts(page)).toContainText(['ErrorFailed to sign out'])
  await expect(page.getByText('Muster cannot be reached at the moment.')).toBeVisible()
  await expect.poll(() => onDevice(page)).toEqual([])
  expect((await page.request.get(`${process.env.MUSTER_URL}/api/v1/auth/session`)).status()).toBe(200)

  network.down = false
  await page.goto('/clock')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect((await page.request.get(`${process.env.MUSTER_URL}/api/v1/auth/session`)).status()).toBe(401)
})

test('offline changes are queued, survive a reload, and are done once, in order, with their times', async ({
  signedIn,
}) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  await page.request.post('/api/v1/clock/stop')
  const lift = unique('lift')
  const [first, second] = [
    await createTask(page, { title: `Oil the ${lift}` }),
    await createTask(page, { title: `Test the ${lift}` }),
  ]
  const board = `/tasks?q=${encodeURIComponent(lift)}`
  await page.goto('/clock')
  await expect(clockFace(page).getByRole('status')).toHaveText('Clocked Out')
  await page.goto(board)
  await expect(cardOf(page, second.title)).toBeVisible()
  await installed(page)
  await waitForCached(page, '/api/v1/clock/active')
  await waitForCached(page, '/api/v1/tasks/board')

  // The server does the first change, but its reply is lost. Then the network is down.
  network.losesReply = ({ method }) => {
    if (method === 'PUT') network.down = true
    return method === 'PUT'
  }
  await setStatus(page, first.title, 'In Progress')
  await expect(toasts(page)).toContainText('It will be sent when the connection returns.')
  await setStatus(page, second.title, 'In Progress')
  await setStatus(page, second.title, 'Completed')
  await page.getByRole('link', { name: 'Clock In/Out' }).click()
  await clockFace(page).getByRole('button', { name: 'Clock In' }).click()
  await expect(toasts(page)).toContainText('Clocked In')
  await expect(clockFace(page).getByRole('status')).toHaveText('Clocked In')
  const since = Date.now()
  await page.goto(board)
  await expect(columnOf(page, 'In Progress').getByRole('article', { name: first.title })).toBeVisible()
  await expect(columnOf(page, 'Completed').getByRole('article', { name: second.title })).toBeVisible()
  await expect(bar(page)).toContainText('Muster cannot be reached. Showing data from')
  await page.getByRole('button', { name: '4 changes wait to be sent' }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  await expect(list.getByRole('listitem')).toContainText([first.title, second.title, second.title, 'Clock In'])
  // On a phone the list fills the screen.
  await page.setViewportSize({ width: 360, height: 740 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessibleInBoth(page)
  }
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expectAccessibleInBoth(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  network.losesReply = () => false
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page)).toHaveCount(0)
  const statuses = async (id: number) => {
    const { entries } = await (await page.request.get(`/api/v1/tasks/${id}/history`)).json()
    return entries.flatMap(({ changes }: { changes: { field: string; after: string }[] }) =>
      changes.filter(({ field }) => field === 'status').map(({ after }) => after),
    )
  }
  await expect.poll(() => statuses(first.id)).toEqual(['in_progress', 'pending'])
  expect(await statuses(second.id)).toEqual(['completed', 'in_progress', 'pending'])
  await expect(columnOf(page, 'Completed').getByRole('article', { name: second.title })).toBeVisible()
  const session = await (await page.request.get('/api/v1/clock/active')).json()
  expect(session.startedOffline).toBe(true)
  expect(Date.parse(session.startTime)).toBeLessThanOrEqual(since)
  expect(await onDevice(page)).not.toContainEqual(expect.stringContaining('waiting'))
})

test('a refused change stays in the list with its reason; signing out asks about unsent changes', async ({
  signedIn,
}) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  const [gone, other, shared] = [
    await createTask(page, { title: unique('Paint the gate') }),
    await createTask(page, { title: unique('Fix the gate') }),
    await createTask(page, { title: unique('Oil the gate') }),
  ]
  await page.goto('/tasks')
  await expect(cardOf(page, other.title)).toBeVisible()
  await installed(page)
  network.down = true
  await setStatus(page, gone.title, 'Completed')
  await setStatus(page, other.title, 'Completed')
  await setStatus(page, shared.title, 'In Progress')
  await expect(bar(page)).toContainText('3 changes wait to be sent')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await answerQuestion(page, 'Cancel', '3 changes have not been sent yet. Sign out and lose them?')
  await expect(bar(page)).toContainText('3 changes wait to be sent')

  await page.request.delete(`${process.env.MUSTER_URL}/api/v1/tasks/${gone.id}`)
  await page.request.put(`${process.env.MUSTER_URL}/api/v1/tasks/${shared.id}`, { data: { status: 'completed' } })
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: '2 were refused' }).click()
  const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
  // The other change has been sent by then. A colleague's completion stays, unless the person says otherwise.
  await expect(list.getByRole('listitem')).toHaveText([
    new RegExp(`${gone.title}.*Refused: .*Remove`),
    new RegExp(`${shared.title}.*Refused: Somebody else has changed this task meanwhile.*Keep mine.*Take theirs`),
  ])
  const statusOf = async ({ id }: { id: number }) =>
    (await (await page.request.get(`${process.env.MUSTER_URL}/api/v1/tasks/${id}`)).json()).status
  expect(await statusOf(shared)).toBe('completed')
  await list.getByRole('button', { name: 'Keep mine' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => statusOf(shared)).toBe('in_progress')
  await list.getByRole('button', { name: /^Remove/ }).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(cardOf(page, gone.title)).toHaveCount(0)
  await expect(columnOf(page, 'Completed').getByRole('article', { name: other.title })).toBeVisible()
  expect((await page.request.get(`/api/v1/tasks/${gone.id}`)).status()).toBe(404)
})

test('what has waited for more than 12 hours counts from when it arrives', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  const { id: assigneeId, departmentId } = await (await page.request.get('/api/v1/auth/session')).json()
  const { id, title } = await createTask(page, { title: unique('Night round'), assigneeId, departmentId })
  const data = { steps: [{ text: 'Lock the gate' }, { text: 'The boiler', kind: 'photo' }] }
  expect((await page.request.post(`/api/v1/tasks/${id}/steps`, { data })).status()).toBe(201)
  await page.goto(`/tasks?task=${id}`)
  await installed(page)
  const steps = page.getByRole('dialog').getByRole('region', { name: 'Steps' })
  const tick = steps.getByRole('checkbox', { name: 'Lock the gate' })
  await expect(tick).toBeVisible()
  await page.waitForLoadState('networkidle')
  network.down = true
  await page.clock.setFixedTime(Date.now() - 13 * 3_600_000)
  await tick.check()
  const { png: buffer } = draw(pictures.tile, 1)
  await steps.locator('input[type=file]').setInputFiles({ name: 'tile.png', mimeType: 'image/png', buffer })
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('2 changes wait to be sent')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('hand over')
  await palette.getByRole('option', { name: 'Hand over' }).click()
  const sheet = page.getByRole('complementary', { name: 'Anything for the next shift?' })
  await sheet.getByRole('textbox', { name: /^A note for everybody/ }).fill(title)
  await sheet.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(bar(page)).toContainText('3 changes wait to be sent')

  await page.clock.setFixedTime(Date.now())
  network.down = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(bar(page)).toHaveCount(0)
  const { steps: sent } = await (await page.request.get(`/api/v1/tasks/${id}/steps`)).json()
  expect(
    sent.every(({ doneAt }: { doneAt: string | null }) => doneAt && Date.now() - Date.parse(doneAt) < 3_600_000),
  ).toBe(true)
  const { handovers } = await (await page.request.get('/api/v1/handovers')).json()
  expect(handovers).toContainEqual(expect.objectContaining({ note: title }))
})

test('after an update an open page offers the new version, and new pages use it', async ({ signedIn }) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  await page.goto('/calendar')
  await installed(page)
  await page.reload()
  network.rewrite = (html) => html.replace('<html', '<html data-build="next"').replaceAll('/assets/', '/next/')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(toasts(page)).toContainText('A new version is ready')
  network.rewrite = (html) => html.replace('<html', '<html data-build="next"')
  await toasts(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-build', 'next')
  network.down = true
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-build', 'next')
})

test('the next visit shows the last known board before the server answers, and nothing to who is no longer signed in', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn(person, { baseURL: network.url, serviceWorkers: 'allow' })
  const { title } = await createTask(page, { title: unique('Oil the hinges') })
  await page.goto('/tasks')
  await expect(cardOf(page, title)).toBeVisible()
  await installed(page)
  await waitForCached(page, '/api/v1/tasks/board')
  const gate = newGate()
  network.holds = ({ url }) => (url?.startsWith('/api/') ? gate.opened : undefined)
  await page.goto('/tasks')
  await expect(cardOf(page, title)).toBeVisible()
  gate.open()
  await expect(page.getByRole('region', { name: 'Board' })).toHaveAttribute('aria-busy', 'false')

  network.holds = undefined
  await page.context().clearCookies()
  await page.goto('/tasks')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(cardOf(page, title)).toHaveCount(0)
  await expect.poll(() => onDevice(page)).toEqual([])
})

test('later visits run the first script as it was compiled when the service worker was installed', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn(person, { serviceWorkers: 'allow' })
  await page.goto('/profile')
  await installed(page)
  const events = await traced(page, ['v8', 'devtools.timeline'], async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })
  const compiled = events
    .filter(({ name, args }) => name === 'v8.compile' && String(args.data?.url).includes('/assets/first-screen-'))
    .map(({ args }) => [args.data?.cacheKind, args.data?.cacheRejected])
  expect(compiled).toEqual([['full', false]])
})

test('later visits ask for the letters once, by their style', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn(person, { serviceWorkers: 'allow' })
  await page.goto('/tasks')
  await installed(page)
  await page.goto('/tasks')
  await expect(page.getByRole('article').first()).toBeVisible()
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /inter-latin-wght.*woff2$/.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
  )
  // Chromium would not use letters that a `link` brings through the service worker, and would ask again.
  expect(asked).toEqual(['css'])
})
