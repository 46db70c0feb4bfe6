import type { Page } from '@playwright/test'
import {
  answerQuestion,
  expect,
  expectAccessibleInBoth,
  newGate,
  openPage,
  test,
  toasts,
  tryAgain,
  unique,
} from './muster.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const tokens = (page: Page) => page.getByRole('region', { name: 'Tokens for programs' })
const calendar = (page: Page) => page.getByRole('region', { name: 'Your tasks in your calendar' })
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

test('a token is made on a phone, shown once, used, and revoked', async ({ signedIn, request }) => {
  const page = await signedIn('user', phone)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Connect a calendar or program' }).click()
  await expect(tokens(page)).toContainText('No program uses Muster in your name')
  await expectAccessibleInBoth(page)

  await tokens(page).getByRole('button', { name: 'New token' }).click()
  await dialog(page).getByRole('button', { name: 'Make the token' }).click()
  await expect(dialog(page).getByText('Enter a name')).toBeVisible()
  const name = unique('Lobby screen')
  await dialog(page).getByLabel('What is it for?').fill(name)
  await dialog(page).getByLabel('What may it do?').selectOption('Choose for myself')
  await dialog(page).getByRole('button', { name: 'Make the token' }).click()
  await expect(dialog(page).getByText('Choose what the program may do')).toBeVisible()
  await dialog(page).getByLabel('Tasks and projects: Read').check()
  await dialog(page).getByLabel('How long does it work?').selectOption('Until a date')
  await dialog(page).getByLabel('Last day').fill('2031-05-04')
  await expectAccessibleInBoth(page)
  await dialog(page).getByRole('button', { name: 'Make the token' }).click()
  const token = await dialog(page).getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^mus_\w{36}$/)
  await expectAccessibleInBoth(page)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await answerQuestion(page, 'I have saved it')

  const entry = tokens(page).getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText(`…${token.slice(-4)}`)
  await expect(entry).toContainText('never used')
  await expect(entry).toContainText('May 4, 2031')
  const call = (path: string) => request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call('/tasks/board')).status()).toBe(200)
  expect((await call('/notifications')).status()).toBe(403)
  await page.reload()
  await expect(entry).toContainText('last used')
  await expectAccessibleInBoth(page)

  await entry.getByRole('button', { name: `Revoke ${name}` }).click()
  await expectAccessibleInBoth(page)
  await answerQuestion(page, 'Revoke')
  await expect(toasts(page)).toContainText('The token is revoked')
  await expect(entry).toHaveCount(0)
  expect((await call('/tasks/board')).status()).toBe(401)
})

test('typed words are not lost without a question', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('manager')
  await page.goto('/profile/programs')
  await tokens(page).getByRole('button', { name: 'New token' }).click()
  await dialog(page).getByLabel('What is it for?').fill('Half a name')
  await page.keyboard.press('Escape')
  await answerQuestion(page, 'Keep editing')
  await expect(dialog(page).getByLabel('What is it for?')).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await answerQuestion(page, 'Discard')
  await expect(dialog(page)).toHaveCount(0)
})

test('an address for the calendar is made, read, replaced and removed', async ({ signedIn, request }) => {
  const page = await signedIn('manager')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/profile/programs')
  const make = async (button: string) => {
    await calendar(page).getByRole('button', { name: button }).click()
    if (button === 'New address') await answerQuestion(page, 'New address')
    const address = await dialog(page).getByRole('textbox', { name: 'Address' }).inputValue()
    await expectAccessibleInBoth(page)
    await dialog(page).getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(dialog(page)).toHaveCount(0)
    return address
  }
  const first = await make('Make an address')
  const feed = await request.get(first)
  expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  const second = await make('New address')
  expect((await request.get(first)).status()).toBe(404)
  expect((await request.get(second)).status()).toBe(200)
  await calendar(page).getByRole('button', { name: 'Remove' }).click()
  await answerQuestion(page, 'Remove')
  await expect(toasts(page)).toContainText('The address no longer works')
  expect((await request.get(second)).status()).toBe(404)
})

test('shows that it loads, that it failed, and tries again', { tag: '@long' }, async ({ signedIn }) => {
  const page = await signedIn('user')
  const gate = newGate()
  let fails = true
  await page.route('**/api/v1/tokens', async (route) => {
    await gate.opened
    return fails ? route.abort() : route.continue()
  })
  await page.goto('/profile/programs')
  await expect(tokens(page).getByRole('status')).toContainText('Loading...')
  gate.open()
  await expect(tokens(page)).toContainText('Your tokens could not be loaded.')
  await expectAccessibleInBoth(page)
  fails = false
  await tryAgain(tokens(page), tokens(page).getByRole('button', { name: 'New token' }))
})

test('an administrator sees the tokens of a person and revokes all; a guest has no such screen', {
  tag: '@long',
}, async ({ signedIn, browser }) => {
  const person = await signedIn('user')
  const scopes = ['task:read']
  const made = await person.request.post('/api/v1/tokens', {
    data: { name: unique('Import'), scopes, expire: null },
  })
  expect(made.status()).toBe(201)
  const { name } = await made.json()
  const { id } = await (await person.request.get('/api/v1/auth/session')).json()
  const page = await signedIn('admin')
  await page.goto(`/admin/users?sessions=${id}`)
  await expect(dialog(page)).toContainText(name)
  await expectAccessibleInBoth(page)
  await dialog(page).getByRole('button', { name: 'Revoke all' }).click()
  await expect(toasts(page)).toContainText("Programs and devices no longer act in this person's name")
  await expect(dialog(page)).not.toContainText(name)

  const guest = await signedIn('guest')
  await guest.goto('/profile/programs')
  await expect(guest.getByText('Calendars and programs are for members of the staff.')).toBeVisible()
  const visitor = await openPage(browser)
  expect((await visitor.request.get('/api/v1/calendar/nothing.ics')).status()).toBe(404)
  await visitor.context().close()
})
