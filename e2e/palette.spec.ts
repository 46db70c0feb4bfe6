import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessibleInBoth, newGate, test, unique } from './muster.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const active = (page: Page) => palette(page).getByRole('option', { selected: true })

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

async function openScreen(page: Page, path = '/calendar') {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('opens any screen by the keyboard alone', async ({ signedIn }) => {
  const page = await signedIn('manager')
  // No live changes: departments of other tests come and go.
  await page.routeWebSocket('**/ws*', () => {})
  await openScreen(page)
  await openPalette(page)
  await expect(active(page)).toHaveText(/^Today/)
  await expect(page.getByRole('option', { name: /^View Operations/ })).toBeAttached()
  const last = await page.getByRole('option').last().innerText()
  for (const [key, label] of [
    ['ArrowDown', /^Dashboard/],
    ['ArrowUp', /^Today/],
    ['End', last],
    ['ArrowDown', /^Today/],
    ['ArrowUp', last],
    ['Home', /^Today/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(active(page)).toHaveText(label)
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '')
  }
  await page.keyboard.type('remind')
  await expect(active(page)).toHaveText(/^Reminders/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/reminders')
  await expect(page.getByRole('heading', { level: 1, name: 'Reminders' })).toBeFocused()
})

test('finds words by their beginnings, ignores case and accents, and says when nothing matches', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openScreen(page)
  await openPalette(page)
  await field(page).fill('KÁNBAN')
  await expect(option(page, 'Show tasks as a board')).toBeVisible()
  await field(page).fill('qqzzxx')
  await expect(palette(page).getByText('Nothing matches “qqzzxx”')).toBeVisible()
  await expect(palette(page).getByRole('listbox')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
})

test('finds a task on the server and opens it; closing it leaves the board and adds no history', async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const task = await createTask(page, {
    title: unique('Polish the brass lift'),
    status: 'in_progress',
    departmentId: 4,
  })
  await openScreen(page)
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await openPalette(page)
  await page.keyboard.type(task.title)
  await expect(option(page, `In Progress: ${task.title}`)).toContainText('Housekeeping')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/tasks?task=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/tasks')
  expect(await entries()).toBe(before + 1)
  await page.goBack()
  await expect(page).toHaveURL('/calendar')
})

test('keeps the last results while it searches, and offers to try again after a failure', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Count the picnic hampers') })
  // No live changes: they would make it ask again.
  await page.routeWebSocket('**/ws*', () => {})
  await openScreen(page)
  let requests = 0
  await page.route(/\/search\?q=/, (route) => {
    requests += 1
    return requests === 1 ? route.fulfill({ status: 500, json: { message: 'No', code: 'internal' } }) : route.continue()
  })
  await openPalette(page)
  await field(page).fill(task.title)
  await expect(palette(page).getByRole('alert')).toContainText('The search failed.')
  expect(requests).toBe(1)
  await palette(page).getByRole('button', { name: 'Try again' }).click()
  await expect(option(page, `Pending: ${task.title}`)).toBeVisible()
  expect(requests).toBe(2)
  await expect(field(page)).toBeFocused()

  const { opened: answered, open: answer } = newGate()
  await page.route(/\/search\?q=/, async (route) => {
    await answered
    await route.continue()
  })
  await field(page).pressSequentially(' and more')
  await page.waitForRequest(/more/)
  await expect(option(page, `Pending: ${task.title}`)).toBeVisible()
  answer()
  await expect(palette(page).getByText(/^Nothing matches/)).toBeVisible()
})

test('finds procedures by their words, projects, people and reminders, and remembers what was opened', async ({
  signedIn,
}) => {
  const page = await signedIn('admin')
  const word = unique('Zephyr').replaceAll(' ', '')
  const create = async (path: string, data: object) =>
    (await (await page.request.post(`/api/v1/${path}`, { data })).json()) as { id: number }
  const project = await create('projects', { name: `${word} project` })
  await create('reminders', { title: `${word} reminder`, nextRun: '2031-06-01T09:00:00.000Z' })
  await openScreen(page)
  await openPalette(page)
  await field(page).fill(word)
  await option(page, new RegExp(`${word} project`)).click()
  await expect(page).toHaveURL(`/tasks?project=${project.id}`)
  await openPalette(page)
  await field(page).fill(word)
  await option(page, new RegExp(`${word} reminder`)).click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(`${word} reminder`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPalette(page)
  await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Recently opened')
  await expect(option(page, new RegExp(`${word} (project|reminder)`))).toHaveText([/reminder/, /project/])
  await field(page).fill('lost property')
  await expect(option(page, /Page \d/).first()).toBeVisible()
  await option(page, /Page \d/)
    .first()
    .click()
  await expect(page).toHaveURL(/\/sops\?sop=\d+&page=\d+&find=lost(\+|%20)property$/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  const { firstName, lastName, id } = (await (await page.request.get('/api/v1/users?limit=5')).json())[3]
  await openPalette(page)
  await field(page).fill(`${firstName} ${lastName}`)
  await palette(page).getByRole('group', { name: 'People' }).getByRole('option').first().click()
  await expect(page).toHaveURL(`/admin/users?edit=${id}`)
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPalette(page)
  await field(page).fill('sign out')
  await palette(page).getByRole('option', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Welcome back')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('muster.opened'))).toBeNull()
})

test('carries the filters of the board over', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Shade the lamp'), priority: 'high', departmentId: 4 })
  await openScreen(page, '/tasks?priority=high')
  await openPalette(page)
  await field(page).fill(task.title)
  await option(page, `Search tasks for “${task.title}” in the board`).click()
  await expect(page).toHaveURL(/\/tasks\?priority=high&q=Shade/)
  await expect(page.getByRole('article', { name: task.title })).toBeVisible()
})

test('without a connection it finds screens and what was opened last, and says so', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  const task = await createTask(page, { title: unique('Grease the hinges') })
  await page.goto(`/tasks?task=${task.id}`)
  await expect(page.getByRole('dialog', { name: task.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await openPalette(page)
  await field(page).fill('grease')
  await expect(palette(page).getByText('There is no connection.')).toBeVisible()
  await expect(option(page, task.title)).toBeVisible()
  await field(page).fill('remind')
  await expect(option(page, 'Reminders')).toBeVisible()
})

test('Escape, Ctrl+K and the back button close it, and the focus returns', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openScreen(page, '/profile')
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  const link = page.getByRole('link', { name: 'Back to Dashboard' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+k'),
    () => page.goBack(),
  ]) {
    await link.focus()
    await openPalette(page)
    await close()
    await expect(palette(page)).toBeHidden()
    await expect(link).toBeFocused()
    await expect(page).toHaveURL('/calendar')
  }
  // It does not open over a dialog, where typed text would be lost.
  await openPalette(page)
  await option(page, 'New task').click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await dialog.getByLabel('Title').fill('Half a thought')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a thought')
})

test('runs commands: theme, view, department, new task, shortcuts, sign-out', { tag: '@long' }, async ({
  signedIn,
}) => {
  const page = await signedIn('manager')
  await openScreen(page)
  const command = async (typed: string, name: string) => {
    await openPalette(page)
    await field(page).fill(typed)
    await option(page, name).click()
    await expect(palette(page)).toBeHidden()
  }
  await command('dark', 'Use the dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await command('view house', 'View Housekeeping')
  await expect(page.getByText('Viewing Housekeeping')).toBeVisible()
  await command('table', 'Show tasks as a table')
  await expect(page).toHaveURL('/tasks?view=table')
  await command('keyb', 'Keyboard shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  await command('create', 'New task')
  await expect(page.getByRole('dialog', { name: 'New Task' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'New Task' })).toBeHidden()
  await command('clock', 'Clock In/Out')
  await expect(page).toHaveURL('/clock')
  await command('out sign', 'Sign out')
  await expect(page.getByText('Welcome back')).toBeVisible()
})

test('offers only what the person may do', { tag: '@long' }, async ({ signedIn }) => {
  const user = await signedIn('user')
  await openScreen(user)
  await openPalette(user)
  for (const name of ['SOP library', 'Clock In/Out', 'Sign out']) await expect(option(user, name)).toBeVisible()
  for (const name of ['New task', 'Analytics', 'Users', 'View']) await expect(option(user, name)).toHaveCount(0)
  const guest = await signedIn('guest')
  await openScreen(guest)
  await openPalette(guest)
  for (const name of ['SOP', 'Clock', 'New task']) await expect(option(guest, name)).toHaveCount(0)
})

test('is a sheet of full height on phones, opened from the drawer', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager', { viewport: { width: 360, height: 740 }, hasTouch: true })
  await openScreen(page)
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).tap()
  await expect(field(page)).toBeFocused()
  expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await palette(page).getByRole('button', { name: 'Cancel' }).tap()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

test('is accessible', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await openScreen(page)
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button', { name: 'Search' }).click()
  await expect(field(page)).toBeFocused()
  await expectAccessibleInBoth(page)
  await field(page).fill('the')
  await expect(palette(page).getByRole('group', { name: 'Tasks' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await field(page).fill('qqzzxx')
  await expect(palette(page).getByText(/^Nothing matches/)).toBeVisible()
  await expectAccessibleInBoth(page)
})
