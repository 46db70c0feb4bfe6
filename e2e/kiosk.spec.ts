import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import {
  answerQuestion,
  createTask,
  expect,
  expectAccessibleInBoth,
  openPage,
  PASSWORD,
  test,
  unique,
} from './muster.ts'
import { openNetwork } from './network.ts'

const PIN = '417283'
const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true }

/** A tablet that was set up with a code of this administrator. */
async function openTablet(browser: Browser, admin: Page, options: BrowserContextOptions = LANDSCAPE) {
  const name = `Staff door ${Math.random().toString(36).slice(2, 8)}`
  const made = await admin.request.post('/api/v1/kiosks/codes', { data: { name, departmentId: null } })
  const { code } = await made.json()
  const tablet = await openPage(browser, options)
  expect((await tablet.request.post('/api/v1/kiosk/set-up', { data: { code } })).status()).toBe(204)
  return { tablet, name, code }
}

/** Gives the person of a page a PIN, off the clock. Returns the name of their tile. */
async function givePin(page: Page) {
  expect((await page.request.put('/api/v1/auth/pin', { data: { pin: PIN } })).status()).toBe(200)
  await page.request.post('/api/v1/clock/stop')
  const { firstName, lastName } = await (await page.request.get('/api/v1/auth/session')).json()
  return `${firstName} ${lastName[0]}.`
}

const tile = (tablet: Page, name: string) => tablet.getByRole('button', { name })
const names = (tablet: Page) => tablet.getByRole('heading', { name: 'Touch your name to clock in or out' })
const clockIn = (tablet: Page) => tablet.getByRole('button', { name: 'Clock In' })
const away = (tablet: Page) => tablet.getByRole('heading', { name: /^No connection/ })

async function typePin(tablet: Page, pin: string) {
  await tablet.getByText('Enter your PIN').waitFor()
  for (const digit of pin) await tablet.getByRole('button', { name: digit, exact: true }).click()
}
async function enter(tablet: Page, name: string, pin = PIN) {
  await tile(tablet, name).click()
  await typePin(tablet, pin)
}

test('an administrator makes a tablet a kiosk, which signs them out there, and revokes it', async ({
  browser,
  signedIn,
}) => {
  const tablet = await openPage(browser, LANDSCAPE)
  await tablet.goto('/kiosk')
  await expect(tablet.getByRole('heading', { name: 'This device is not a kiosk' })).toBeVisible()
  await expectAccessibleInBoth(tablet)
  // A session of its own: the others of this account go on.
  await tablet.request.post('/api/v1/auth/login', { data: { email: 'admin@muster.example', password: PASSWORD } })
  await tablet.goto('/admin/kiosks')
  await tablet.getByRole('button', { name: 'Make this device a kiosk' }).click()
  const dialog = tablet.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Back door')
  await expectAccessibleInBoth(tablet)
  await dialog.getByRole('button', { name: 'Make it a kiosk' }).click()
  await expect(names(tablet)).toBeVisible()
  await expect(tablet).toHaveURL('/kiosk')
  await expect(tablet.getByText('Back door')).toBeVisible()
  await expectAccessibleInBoth(tablet)
  expect((await tablet.request.get('/api/v1/auth/session')).status()).toBe(401)
  expect(await tablet.evaluate(() => localStorage.getItem('muster.person'))).toBeNull()
  await tablet.getByLabel('Search for your name').fill('zzz')
  await expect(tablet.getByText('Nobody with this name clocks in here')).toBeVisible()

  const admin = await signedIn('admin')
  await admin.goto('/admin/kiosks')
  await expect(admin.getByRole('listitem').filter({ hasText: 'Back door' })).toContainText('Made by')
  await expectAccessibleInBoth(admin)
  await admin.getByRole('button', { name: 'Revoke Back door' }).click()
  await answerQuestion(admin, 'Revoke')
  await expect(admin.getByText('Back door')).toBeHidden()
  await tablet.reload()
  await expect(tablet.getByRole('heading', { name: 'This device is not a kiosk' })).toBeVisible()
})

test('a person finishes a task at the kiosk, and takes that back', async ({ browser, signedIn }) => {
  const [user, manager] = await Promise.all([signedIn('user'), signedIn('manager')])
  const { id: assigneeId, departmentId } = await (await user.request.get('/api/v1/auth/session')).json()
  const dueDate = new Date(Date.now() - 3_600_000).toISOString()
  const { id, title } = await createTask(manager, {
    title: unique('Air the lounge'),
    assigneeId,
    departmentId,
    dueDate,
  })
  const name = await givePin(user)
  const { tablet } = await openTablet(browser, await signedIn('admin'))
  await tablet.goto('/kiosk')
  await enter(tablet, name)
  const task = tablet.getByRole('listitem').filter({ hasText: title })
  await task.getByRole('button', { name: 'Finish' }).click()
  await expect(task.getByRole('status')).toHaveText('Completed')
  const statusOf = async () => (await (await user.request.get(`/api/v1/tasks/${id}`)).json()).status
  expect(await statusOf()).toBe('completed')
  await expectAccessibleInBoth(tablet)
  await task.getByRole('button', { name: 'Undo' }).click()
  await expect(task.getByRole('button', { name: 'Finish' })).toBeVisible()
  expect(await statusOf()).not.toBe('completed')
})

test('a code makes a tablet a kiosk, so that nobody types a password at the door', { tag: '@long' }, async ({
  browser,
  signedIn,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/admin/kiosks')
  await admin.getByRole('button', { name: 'Set up a tablet' }).click()
  await admin.getByRole('dialog').getByLabel('Name').fill('By code')
  await admin.getByRole('dialog').getByRole('button', { name: 'Make a code' }).click()
  const shown = admin.getByText(/^\w{4}-\w{4}-\w{4}$/)
  const code = (await shown.textContent()) ?? ''
  await expectAccessibleInBoth(admin)
  const tablet = await openPage(browser, { viewport: { width: 768, height: 1024 } })
  await tablet.goto('/kiosk')
  await tablet.getByLabel('Code of the administrator').fill('wrong')
  await tablet.keyboard.press('Enter')
  await expect(tablet.getByText('This code is wrong, was used already, or is older than ten minutes')).toBeVisible()
  await tablet.getByLabel('Code of the administrator').fill(code)
  await tablet.keyboard.press('Enter')
  await expect(names(tablet)).toBeVisible()
})

test('a person sets a PIN, clocks in and out with it in their language, and leaves nothing behind', async ({
  browser,
  signedIn,
}) => {
  const phone = await signedIn('user')
  await givePin(phone)
  await phone.request.delete('/api/v1/auth/pin')
  const { tablet } = await openTablet(browser, await signedIn('admin'))
  await phone.goto('/profile/security')
  const section = phone.getByRole('region', { name: 'PIN for kiosks' })
  await section.getByRole('button', { name: 'Set a PIN' }).click()
  await section.getByLabel('New PIN, six digits').fill('123456')
  await phone.keyboard.press('Enter')
  await expect(section.getByText(/^This PIN is easy to guess/)).toBeVisible()
  await section.getByLabel('New PIN, six digits').fill(PIN)
  await section.getByLabel('Repeat the PIN').fill('999')
  await phone.keyboard.press('Enter')
  await expect(section.getByText('The two PINs are different')).toBeVisible()
  await section.getByLabel('Repeat the PIN').fill(PIN)
  await expectAccessibleInBoth(phone)
  await phone.keyboard.press('Enter')
  await expect(section.getByRole('button', { name: 'Change the PIN' })).toBeVisible()
  await phone.request.put('/api/v1/profile', { data: { language: 'de' } })
  const { firstName, lastName } = await (await phone.request.get('/api/v1/auth/session')).json()
  const name = `${firstName} ${lastName[0]}.`

  await tablet.goto('/kiosk')
  await tile(tablet, name).click()
  await tablet.getByText('Enter your PIN').waitFor()
  await expectAccessibleInBoth(tablet)
  // The keyboard works too.
  await tablet.keyboard.type(PIN)
  await expect(tablet.locator('html')).toHaveAttribute('lang', 'de')
  await phone.request.put('/api/v1/profile', { data: { language: null } })
  await expect(tablet.getByRole('timer')).toBeVisible()
  await tablet.getByRole('main').getByRole('button').first().click()
  await expect(names(tablet)).toBeVisible()
  await expect(tablet.locator('html')).toHaveAttribute('lang', 'en')

  await enter(tablet, name)
  await clockIn(tablet).click()
  await expect(tablet.getByText('Clocked In: Your time tracking has started')).toBeVisible()
  await expect(tablet.getByRole('region', { name: 'Briefing' })).toBeVisible()
  await expect(tablet.getByRole('region', { name: 'Today' })).toBeVisible()
  await expectAccessibleInBoth(tablet)
  await tablet.getByRole('button', { name: 'Done' }).click()
  await expect(tile(tablet, name)).toContainText('On duty')
  const stored = await tablet.evaluate(async () => [
    ...Object.keys({ ...localStorage, ...sessionStorage }),
    ...(await caches.keys()),
  ])
  expect(stored.filter((key) => !/language|theme|clock/.test(key))).toEqual([])

  await enter(tablet, name)
  await tablet.getByRole('button', { name: 'Clock Out' }).click()
  await expect(tablet.getByText('Write a handover on your phone within 15 minutes.')).toBeVisible()
  await tablet.getByRole('button', { name: 'Done' }).click()
  await expect(tile(tablet, name)).not.toContainText('On duty')

  // Walking away leaves no open page either.
  await tablet.clock.install()
  await enter(tablet, name)
  await expect(clockIn(tablet)).toBeVisible()
  await tablet.clock.fastForward(61_000)
  await expect(names(tablet)).toBeVisible()
})

test('a wrong PIN is refused, and after too many the person waits', { tag: '@long' }, async ({ browser, signedIn }) => {
  const name = await givePin(await signedIn('manager'))
  const { tablet } = await openTablet(browser, await signedIn('admin'), { viewport: { width: 360, height: 780 } })
  await tablet.goto('/kiosk')
  await tile(tablet, name).click()
  for (let at = 0; at < 5; at += 1) {
    await typePin(tablet, '902817')
    await expect(tablet.getByText('This PIN is wrong')).toBeVisible()
  }
  await typePin(tablet, PIN)
  await expect(tablet.getByText(/^Too many wrong PINs\. Try again in a minute/)).toBeVisible()
  await expectAccessibleInBoth(tablet)
  await tablet.getByRole('button', { name: 'Back to the names' }).click()
  await expect(names(tablet)).toBeVisible()
})

test('the page of a person closes after a minute, unless they touch it', { tag: '@long' }, async ({
  browser,
  signedIn,
}) => {
  const name = await givePin(await signedIn('god'))
  const { tablet } = await openTablet(browser, await signedIn('admin'), { viewport: { width: 768, height: 1024 } })
  await tablet.clock.install()
  await tablet.goto('/kiosk')
  await enter(tablet, name)
  await expect(clockIn(tablet)).toBeVisible()
  await tablet.clock.fastForward(40_000)
  await expect(tablet.getByRole('timer', { name: /closes in (19|20|21) seconds/ })).toBeVisible()
  const stayed = tablet.waitForResponse((reply) => reply.url().endsWith('/kiosk/pass/renewal'))
  await tablet.getByRole('heading', { name: /^Hello/ }).click()
  await stayed
  await expect(tablet.getByRole('timer', { name: /closes in (58|59|60) seconds/ })).toBeVisible()
  await tablet.clock.fastForward(50_000)
  await expect(clockIn(tablet)).toBeVisible()
  await tablet.clock.fastForward(11_000)
  await expect(names(tablet)).toBeVisible()
})

test('a kiosk that is revoked sends away whoever is at it', { tag: '@long' }, async ({ browser, signedIn }) => {
  const name = await givePin(await signedIn('god'))
  const admin = await signedIn('admin')
  const { tablet, name: kioskName } = await openTablet(browser, admin)
  await tablet.goto('/kiosk')
  await enter(tablet, name)
  await expect(clockIn(tablet)).toBeVisible()
  const kiosks: { id: number; name: string }[] = await (await admin.request.get('/api/v1/kiosks')).json()
  await admin.request.delete(`/api/v1/kiosks/${kiosks.find((kiosk) => kiosk.name === kioskName)?.id}`)
  await clockIn(tablet).click()
  await expect(tablet.getByRole('heading', { name: 'This device is not a kiosk' })).toBeVisible()
})

test('without a network a kiosk says so and takes nothing, and goes on by itself', { tag: '@long' }, async ({
  browser,
  signedIn,
}) => {
  const phone = await signedIn('god')
  const name = await givePin(phone)
  const { tablet } = await openTablet(browser, await signedIn('admin'))
  await tablet.goto('/kiosk')
  await tile(tablet, name).click()
  await tablet.context().setOffline(true)
  await expect(away(tablet)).toBeVisible()
  await expectAccessibleInBoth(tablet)
  await tablet.keyboard.type(PIN)
  await tablet.context().setOffline(false)
  await expect(away(tablet)).toBeHidden()
  await typePin(tablet, PIN)
  await expect(clockIn(tablet)).toBeVisible()
  await tablet.context().setOffline(true)
  await expect(away(tablet)).toBeVisible()
  await tablet.context().setOffline(false)
  await expect(away(tablet)).toBeHidden()
  await expect(clockIn(tablet)).toBeVisible()
  expect(await (await phone.request.get('/api/v1/clock/active')).json()).toBeNull()
})

test('a kiosk goes on by itself after its server was away', { tag: '@long' }, async ({ browser, signedIn }) => {
  const network = await openNetwork()
  const { tablet } = await openTablet(browser, await signedIn('admin'), { ...LANDSCAPE, baseURL: network.url })
  await tablet.goto('/kiosk')
  await expect(names(tablet)).toBeVisible()
  network.down = true
  await tablet.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(away(tablet)).toBeVisible()
  network.down = false
  await expect(names(tablet)).toBeVisible()
  await expect(away(tablet)).toBeHidden()
  await network.close()
})
