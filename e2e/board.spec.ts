import { brotliCompressSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import {
  cardOf,
  columnOf,
  createTask,
  expect,
  expectAccessibleInBoth,
  openForm,
  openLive,
  type TraceEvent,
  test,
  traced,
  tryAgain,
  unique,
} from './muster.ts'

const cardIn = (page: Page, column: string, title: string) =>
  columnOf(page, column).getByRole('article', { name: title })
const toastOf = (page: Page, text: string) => page.getByRole('region', { name: /^Notifications/ }).getByText(text)

/** Opens the board with only this title, so that the card is in view. */
async function openBoard(page: Page, title: string) {
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await expect(cardOf(page, title)).toBeVisible()
}

test('the board has four columns with counts', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  for (const name of ['Pending', 'In Progress', 'Completed', 'Overdue']) {
    await expect(columnOf(page, name).getByRole('heading', { name })).toBeVisible()
    await expect(columnOf(page, name).getByText(/^\d+ tasks$/)).toBeVisible()
  }
})

// In `npm test` a column of `back.spec.ts` loads its second page.
test('scrolling a column loads all pages, up to the last task', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/tasks')
  // More tasks are completed than the first page holds.
  const completed = columnOf(page, 'Completed')
  const total = Number.parseInt((await completed.getByText(/^\d+ tasks$/).textContent()) ?? '', 10)
  expect(total).toBeGreaterThan(50)
  const last = completed.locator(`[aria-posinset="${total}"]`)
  await expect(async () => {
    await completed.getByRole('feed').hover()
    await page.mouse.wheel(0, 100_000)
    await expect(last).toBeVisible({ timeout: 300 })
  }).toPass()
})

test('a task is created, edited and deleted, each with its message', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const title = unique('Air the conference room')
  await page.goto(`/tasks?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  // A tag that is still being typed counts.
  await dialog.getByLabel('Tags').fill('linen')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(toastOf(page, 'Task created successfully')).toBeVisible()
  await expect(cardIn(page, 'Pending', title)).toBeVisible()

  await cardOf(page, title).click()
  const editing = await openForm(page)
  await expect(editing.getByRole('button', { name: 'Remove tag linen' })).toBeVisible()
  await editing.getByLabel('Title').fill(`${title}, twice`)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: `${title}, twice` })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(toastOf(page, 'Task updated successfully')).toBeVisible()
  await expect(cardIn(page, 'Pending', `${title}, twice`)).toBeVisible()

  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.accept()
  })
  await cardOf(page, `${title}, twice`).hover()
  await page.getByRole('button', { name: `Actions for ${title}, twice` }).click()
  await page.getByRole('menuitem', { name: 'Delete Task' }).click()
  await expect(toastOf(page, 'Task deleted successfully')).toBeVisible()
  await expect(cardOf(page, `${title}, twice`)).toHaveCount(0)
  expect(questions).toEqual([`Are you sure you want to delete "${title}, twice"?`])
})

test('a change of one’s own is followed like those of others: nothing is read again', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { title } = await createTask(page, { title: unique('Water the palms'), departmentId: 4 })
  await openLive(page, '/tasks')
  await expect(cardIn(page, 'Pending', title)).toBeVisible()
  const totalOf = async (name: string) =>
    Number.parseInt(
      (await columnOf(page, name)
        .getByText(/^\d+ tasks$/)
        .textContent()) ?? '',
      10,
    )
  const [pending, completed] = [await totalOf('Pending'), await totalOf('Completed')]
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/v1/tasks')) reads.push(pathname)
  })
  for (const column of ['Completed', 'Pending']) {
    await cardOf(page, title).hover()
    const answered = page.waitForResponse((reply) => reply.request().method() === 'PUT')
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitemradio', { name: column }).click()
    expect((await answered).headers()).toHaveProperty('x-muster-position')
    await expect(cardIn(page, column, title)).toBeVisible()
    const moved = column === 'Completed' ? 1 : 0
    await expect(async () => {
      expect([await totalOf('Pending'), await totalOf('Completed')]).toEqual([pending - moved, completed + moved])
    }).toPass()
  }
  expect(reads).toEqual([])
})

test('a change by a colleague appears at once for people who may see it', async ({ signedIn }) => {
  const [manager, colleague] = [await signedIn('manager'), await signedIn('user')]
  const title = unique('Iron the table linen')
  await colleague.goto('/tasks')
  await manager.goto('/tasks')
  await expect(columnOf(colleague, 'Pending').getByRole('article').first()).toBeVisible()

  const { id } = await createTask(manager, { title })
  await expect(cardIn(colleague, 'Pending', title)).toBeVisible()
  await expect(cardIn(manager, 'Pending', title)).toBeVisible()

  const reply = await manager.request.put(`/api/v1/tasks/${id}`, { data: { status: 'in_progress' } })
  expect(reply.status()).toBe(200)
  await expect(cardIn(colleague, 'In Progress', title)).toBeVisible()
})

test('a task that is created while the first board is on its way appears on it', async ({ signedIn }) => {
  const [manager, page] = [await signedIn('manager'), await signedIn('user')]
  const title = unique('Fold the napkins')
  let isConnected = () => {}
  const connected = new Promise<void>((resolve) => (isConnected = resolve))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => String(payload).includes('auth_success') && isConnected()),
  )
  let received = () => {}
  const announced = new Promise<void>((resolve) => (received = resolve))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => String(payload).includes(title) && received()),
  )
  await page.route(
    '**/api/v1/tasks/board*',
    async (route) => {
      // The reply is made before the task, and arrives after the message about it.
      const reply = await route.fetch()
      await connected
      await createTask(manager, { title })
      await announced
      await route.fulfill({ response: reply })
    },
    { times: 1 },
  )
  await page.goto('/tasks')
  await expect(cardIn(page, 'Pending', title)).toBeVisible()
})

test('a person of another department receives neither the task nor its live message', { tag: '@long' }, async ({
  signedIn,
}) => {
  const [admin, guest] = [await signedIn('admin'), await signedIn('guest')]
  const messages: string[] = []
  guest.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => messages.push(String(payload))))
  await guest.goto('/tasks')
  await expect(columnOf(guest, 'Pending').getByRole('article').first()).toBeVisible()
  await expect.poll(() => messages.some((message) => message.includes('auth_success'))).toBe(true)

  const places: { id: number; name: string }[] = await (await admin.request.get('/api/v1/departments')).json()
  const idOf = (name: string) => places.find((place) => place.name === name)?.id
  const theirs = await createTask(admin, { title: unique('Bleed the radiators'), departmentId: idOf('Maintenance') })
  const own = await createTask(admin, { title: unique('Fold the napkins'), departmentId: idOf('Housekeeping') })

  // Messages keep their order: when the later one is here, the earlier one would be here too.
  await expect(cardOf(guest, own.title)).toBeVisible()
  const changes = messages.filter((message) => message.includes('"change"'))
  expect(changes.some((message) => message.includes(`"id":${own.id}`))).toBe(true)
  expect(changes.some((message) => message.includes(`"id":${theirs.id}`))).toBe(false)
  await expect(cardOf(guest, theirs.title)).toHaveCount(0)
  expect((await guest.request.get(`/api/v1/tasks/${theirs.id}`)).status()).toBe(404)
})

test.describe('a card is moved', () => {
  test('with the mouse', async ({ signedIn }) => {
    const page = await signedIn('user')
    const { title } = await createTask(await signedIn('manager'), { title: unique('Empty the bins') })
    // As in Firefox and Safari on a desk.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'TouchEvent'))
    await openBoard(page, title)
    await expect(async () => {
      const from = await cardOf(page, title).boundingBox()
      const to = await columnOf(page, 'Completed').boundingBox()
      if (!from || !to) throw new Error('The board is not visible')
      await page.mouse.move(from.x + 60, from.y + 20)
      await page.mouse.down()
      await page.mouse.move(from.x + 90, from.y + 30, { steps: 4 })
      await page.mouse.move(to.x + 80, to.y + 120, { steps: 8 })
      await page.mouse.up()
      await expect(cardIn(page, 'Completed', title)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(toastOf(page, 'Task status updated successfully')).toBeVisible()
  })

  test('with the keyboard alone', async ({ signedIn }) => {
    const page = await signedIn('user')
    const { title } = await createTask(await signedIn('manager'), { title: unique('Sort the keys') })
    await openBoard(page, title)
    const handle = page.getByRole('button', { name: `Move ${title}` })
    await expect(async () => {
      await handle.focus()
      await page.keyboard.press('Space')
      await expect(page.getByText(`Picked up ${title}. It is in Pending.`)).toBeAttached({ timeout: 500 })
    }).toPass()
    const over = page.getByText('Over In Progress.')
    // The library handles arrow keys only a moment after the card was picked up.
    await expect(async () => {
      if ((await over.count()) === 0) await page.keyboard.press('ArrowRight')
      await expect(over).toBeAttached({ timeout: 2000 })
    }).toPass()
    await page.keyboard.press('Space')
    await expect(cardIn(page, 'In Progress', title)).toBeVisible()
  })

  test('with its menu, by touch on a phone', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('user', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const { title } = await createTask(await signedIn('manager'), { title: unique('Wipe the mirrors') })
    await openBoard(page, title)
    await page.getByRole('button', { name: `Actions for ${title}` }).tap()
    await page.getByRole('menuitemradio', { name: 'Completed' }).tap()
    await expect(cardIn(page, 'Completed', title)).toBeAttached()
    await expect(page.locator('#above-foot')).toContainText('Task status updated successfully')
  })

  test('and goes back when the server refuses', async ({ signedIn }) => {
    const page = await signedIn('user')
    const { title, id } = await createTask(await signedIn('manager'), { title: unique('Wind the clock') })
    await openBoard(page, title)
    let requests = 0
    await page.route(`**/api/v1/tasks/${id}`, (route) => {
      requests += 1
      return route.fulfill({ status: 500, json: { message: 'Broken', code: 'internal' } })
    })
    await cardOf(page, title).hover()
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitemradio', { name: 'Completed' }).click()
    await expect(toastOf(page, 'Failed to update task status')).toBeVisible()
    await expect(cardIn(page, 'Pending', title)).toBeVisible()
    expect(requests).toBe(1)
  })

  test('but stays overdue if its due date has passed, and says why', { tag: '@long' }, async ({ signedIn }) => {
    const manager = await signedIn('manager')
    const title = unique('Return the borrowed cot')
    await createTask(manager, { title, dueDate: '2026-11-03T12:00:00.000Z', status: 'in_progress' })
    await openBoard(manager, title)
    await cardOf(manager, title).hover()
    await manager.getByRole('button', { name: `Actions for ${title}` }).click()
    await manager.getByRole('menuitemradio', { name: 'Pending' }).click()
    await expect(toastOf(manager, 'Still overdue: it was due Nov 3')).toBeVisible()
    await expect(cardIn(manager, 'Overdue', title)).toBeVisible()
  })
})

test('filters are in the address, and can be cleared', async ({ signedIn }) => {
  const page = await signedIn('manager')
  const { title } = await createTask(page, {
    title: unique('Polish the brass'),
    priority: 'high',
    tags: ['brass', 'lobby', 'third'],
  })
  await page.goto('/tasks')
  await page.getByPlaceholder('Search tasks, departments, owners, or tags...').fill(title)
  await expect(page).toHaveURL(/q=Polish/)
  await page.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitemradio', { name: 'High' }).click()
  await expect(page).toHaveURL(/priority=high/)
  await expect(cardOf(page, title)).toBeVisible()
  await expect(cardOf(page, title).getByText('brass', { exact: true })).toBeVisible()
  await expect(cardOf(page, title).getByText('third', { exact: true })).toHaveCount(0)

  await page.reload()
  await expect(cardOf(page, title)).toBeVisible()
  await page.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitemradio', { name: 'Low' }).click()
  await expect(page.getByText('No tasks match your filters')).toBeVisible()
  await page.goBack()
  await expect(cardOf(page, title)).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(page).toHaveURL(/\/tasks$/)
})

test('a board that cannot be loaded says so, and loads when the person tries again', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  // No live changes, which would make the page read the board again.
  await page.routeWebSocket('**/ws*', () => {})
  let requests = 0
  await page.route('**/api/v1/tasks/board*', (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 503, json: { message: 'Away', code: 'away' } }) : route.continue()
  })
  await page.goto('/tasks')
  await expect(page.getByText('The tasks could not be loaded.')).toBeVisible()
  expect(requests).toBe(1)
  await tryAgain(page, columnOf(page, 'Pending').getByRole('article').first())
})

test('guests can look at tasks, but are offered no actions', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('guest')
  await page.goto('/tasks')
  const card = columnOf(page, 'Pending').getByRole('article').first()
  await expect(card).toBeVisible()
  await expect(page.getByRole('button', { name: /^New/ })).toHaveCount(0)
  await card.hover()
  await card.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Task'])
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
})

test('the first screen needs at most 160 kB of compressed script, and asks for its data once', async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('article')) return
      performance.mark('first card')
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  await expect(columnOf(page, 'Pending').getByRole('article').first()).toBeVisible()
  const scripts = await page.evaluate(() => {
    const usable = performance.getEntriesByName('first card')[0]?.startTime ?? 0
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return all.filter(({ name, startTime }) => name.endsWith('.js') && startTime < usable).map(({ name }) => name)
  })
  // The build of `npm test` is not compressed with brotli.
  const sizes = scripts.map(async (name) => brotliCompressSync(await (await page.request.get(name)).body()).length)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(160_000)
  for (const path of ['/api/v1/auth/session', '/api/v1/tasks/board', '/api/v1/dashboard/metrics'])
    expect(asked.filter((url) => new URL(url).pathname === path)).toHaveLength(1)
})

test('the frame is painted before style and script are there, and the letters wait for the script', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const complaints: string[] = []
  page.on('console', (message) => /content security policy/i.test(message.text()) && complaints.push(message.text()))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/first-.*\.(css|js)$/, async (route) => {
    await released
    await route.continue()
  })
  const reply = await page.goto('/tasks', { waitUntil: 'commit' })
  const frame = page.locator('#frame')
  await expect(frame.locator('svg')).toBeVisible()
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  expect(asked).toContain('/api/v1/tasks/board')
  expect(asked.filter((path) => path.endsWith('.woff2'))).toEqual([])
  release()
  await expect(columnOf(page, 'Pending').getByRole('article').first()).toBeVisible()
  await expect(frame).toHaveCount(0)
  const policy = reply?.headers()['content-security-policy']
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval';/)
  expect(complaints).toEqual([])
})

test('on a phone the first titles stand where their cards will, and a tap on one opens its task', async ({
  signedIn,
}) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 740 }, hasTouch: true })
  // Titles of one line, and so not `unique`: the letters of the device may break a longer one elsewhere than ours.
  const manager = await signedIn('manager')
  for (const title of ['Air the room', 'Wipe the bar', 'Oil the door']) await createTask(manager, { title })
  const firstCards = columnOf(page, 'Pending').getByRole('article')
  await page.goto('/tasks')
  await expect(firstCards.first()).toBeVisible()
  // From then on the browser knows how much stands above the cards for this person.
  await expect(page.locator('#frame')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('muster.first-card'))).toMatch(/px$/)

  const letters: string[] = []
  page.on('request', (request) => request.url().endsWith('.woff2') && letters.push(request.url()))
  let release = () => {}
  await page.route(/\/assets\/first-screen-.*\.js$/, async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.goto('/tasks', { waitUntil: 'commit' })
  const titles = page.locator('#frame p')
  await expect(titles).not.toHaveCount(0)
  const placesOf = (texts: Locator) =>
    texts.evaluateAll((all) =>
      all.slice(0, 3).map((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        const { left, top } = range.getBoundingClientRect()
        return { title: text.textContent, left: Math.round(left), top: Math.round(top) }
      }),
    )
  const early = await placesOf(titles)
  expect(letters).toEqual([])
  await titles.nth(1).tap()
  release()
  const dialog = page.getByRole('dialog', { name: early[1]?.title ?? '' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(firstCards.nth(2)).toBeVisible()
  const drawn = await placesOf(firstCards.getByRole('heading').getByRole('link'))
  expect(drawn.map(({ title, left }) => ({ title, left }))).toEqual(early.map(({ title, left }) => ({ title, left })))
  for (const [at, { top }] of drawn.entries()) expect(Math.abs(top - (early[at]?.top ?? 0))).toBeLessThanOrEqual(1)
})

test('the first cards are laid out after the shell, and until then the first titles stay in front', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const cards = document.querySelector<HTMLElement>('[aria-label="Board"] [role=feed]')
      if (!cards) return
      observer.disconnect()
      const isInFront = document.getElementById('frame')?.hasAttribute('data-waiting')
      Object.assign(window, { atFirst: { isLeftOut: cards.style.contentVisibility === 'hidden', isInFront } })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/tasks')
  await expect(columnOf(page, 'Pending').getByRole('article').first()).toBeVisible()
  const atFirst = await page.evaluate(() => (window as unknown as { atFirst: object }).atFirst)
  expect(atFirst).toEqual({ isLeftOut: true, isInFront: true })
  await expect(page.locator('#frame')).toHaveCount(0)
})

test('a task opens without new styles for what is behind it, and is not laid out to take the focus', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('user', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.goto('/tasks')
  const card = columnOf(page, 'Pending').getByRole('article').first()
  await expect(card).toBeVisible()
  // The dialog's code, and all columns.
  await expect(page.locator('[id^=DndLiveRegion]')).toBeAttached()
  const behind = await page.locator('#root *').count()
  const events = await traced(page, ['devtools.timeline'], async () => {
    await card.tap()
    await expect(page.locator('[data-dialog-part]').first()).toBeFocused()
  })
  const counts = events.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0)
  const within = await page.getByRole('dialog').locator('*').count()
  expect(Math.max(...counts)).toBeGreaterThan(20)
  expect(Math.max(...counts)).toBeLessThan(Math.min(behind / 2, 1.5 * within))
  const focusing = events.find(({ args }) => args.data?.type === 'focusScope.autoFocusOnMount') as TraceEvent
  const end = focusing.ts + (focusing.dur ?? 0)
  const layouts = events.filter(({ name, ts }) => name === 'Layout' && ts >= focusing.ts && ts <= end)
  expect(layouts).toEqual([])
})

test('on a phone a column draws what lies below its first cards when it comes into view', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await page.goto('/tasks')
  // It is the last one to be drawn.
  await expect(columnOf(page, 'Overdue').getByRole('article').first()).toBeAttached()
  const cards = columnOf(page, 'Completed').getByRole('article')
  const before = await cards.count()
  expect(before).toBeGreaterThan(3)
  await columnOf(page, 'Completed').scrollIntoViewIfNeeded()
  await expect.poll(() => cards.count()).toBeGreaterThan(before)
})

test('the board and its dialogs are accessible, on a desk and on a phone', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 1440, height: 900 } })
  await page.goto('/tasks?q=room')
  await expect(columnOf(page, 'Pending').getByRole('article').first()).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New Task' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'New Task' })).toBeHidden()
  await expectAccessibleInBoth(page)
})
