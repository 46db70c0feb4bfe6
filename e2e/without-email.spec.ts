import type { Page } from '@playwright/test'
import { createTask, expect, expectAccessible, inDatabase, openPage, test, toasts, unique } from './muster.ts'

/** People without an e-mail address: one with a PIN alone, and one with a user name and a password. */

const dialog = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title })

/** Fills in the form of a new person of Housekeeping, without an e-mail address. Returns the names. */
async function fillInPerson(page: Page) {
  await page.goto('/admin/users?new=true')
  const form = dialog(page, 'Create User')
  const lastName = unique('Duarte').replace(/[^A-Za-z0-9]/g, '')
  await form.getByLabel('First Name').fill('Inês')
  await form.getByLabel('Last Name').fill(lastName)
  await form.getByLabel('Department').selectOption('Housekeeping')
  return { form, lastName, username: `ines.${lastName.toLowerCase()}`.slice(0, 40) }
}

/** A tablet at the door of everybody. */
async function openTablet(page: Page, admin: Page) {
  const data = { name: unique('Door'), departmentId: null }
  const { code } = await (await admin.request.post('/api/v1/kiosks/codes', { data })).json()
  expect((await page.request.post('/api/v1/kiosk/set-up', { data: { code } })).status()).toBe(204)
  await page.goto('/kiosk')
}

async function clockIn(tablet: Page, lastName: string, pin: string) {
  await tablet.getByLabel('Search for your name').fill('Inês')
  await tablet.getByRole('button', { name: new RegExp(`Inês (${lastName}|${lastName[0]}\\.)`) }).click()
  await tablet.getByText('Enter your PIN').waitFor()
  await tablet.keyboard.type(pin)
}

test('a person without an e-mail address gets a PIN, clocks in at the kiosk and finishes a task there; the manager makes a new one', async ({
  browser,
  signedIn,
}) => {
  const admin = await signedIn('admin')
  const { form, lastName, username } = await fillInPerson(admin)
  await admin.keyboard.press('Control+Enter')
  await expect(form.getByText('Enter an e-mail address, or a user name')).toBeVisible()
  await form.getByLabel('User name').fill('in es')
  await form.getByLabel('They only use kiosks, with a PIN and no password').check()
  await admin.keyboard.press('Control+Enter')
  await expect(form.getByText(/^A user name consists of letters/)).toBeVisible()
  await form.getByLabel('User name').fill(username)
  await expect(form.getByLabel(/^Password/)).toHaveCount(0)
  await expectAccessible(admin)
  await admin.keyboard.press('Control+Enter')

  const shown = dialog(admin, `PIN of Inês ${lastName}`)
  const pin = (await shown.getByRole('status').textContent()) ?? ''
  expect(pin).toMatch(/^\d{6}$/)
  await expectAccessible(admin)
  // On paper the PIN stands with the name, and nothing else of the page.
  await admin.emulateMedia({ media: 'print' })
  await expect(admin.getByText(/^This is your PIN\. At the tablet/)).toBeVisible()
  await expect(shown).toBeHidden()
  await admin.emulateMedia({ media: 'screen' })
  await shown.getByRole('button', { name: 'Done' }).click()
  await admin.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await expect(admin.getByRole('row', { name: new RegExp(lastName) })).toContainText('PIN only')

  const manager = await signedIn('manager')
  const [person] = (await inDatabase(`select id, department_id from users where username = '${username}'`)) as {
    id: string
    department_id: number
  }[]
  const { id, title } = await createTask(manager, {
    ...{ title: unique('Check the linen room'), assigneeId: person?.id, departmentId: person?.department_id },
    dueDate: new Date(Date.now() - 60_000).toISOString(),
  })
  const tablet = await openPage(browser, { viewport: { width: 1024, height: 768 }, hasTouch: true })
  await openTablet(tablet, admin)
  await clockIn(tablet, lastName, pin)
  await tablet.getByRole('button', { name: 'Clock In' }).click()
  await expect(tablet.getByRole('timer')).toBeVisible()
  const session = `select count(*)::int as n from clock_sessions s join users u on u.id = s.user_id where u.username = '${username}'`
  await expect.poll(() => inDatabase(session)).toMatchObject([{ n: 1 }])
  await tablet.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Finish' }).click()
  await expect
    .poll(() => inDatabase(`select status from tasks where id = ${id}`))
    .toMatchObject([{ status: 'completed' }])

  // The manager of the department helps somebody who has forgotten it.
  await manager.goto('/clock?view=team')
  await manager
    .getByRole('button', { name: `Inês ${lastName}` })
    .first()
    .click()
  const week = dialog(manager, `Inês ${lastName}`)
  await expect(week.getByRole('heading', { name: 'Cannot sign in?' })).toBeVisible()
  await expectAccessible(manager)
  await week.getByRole('button', { name: 'New PIN for kiosks' }).click()
  await expect(dialog(manager, 'New PIN for kiosks')).toContainText('stops working')
  await manager.getByRole('button', { name: 'Make a PIN' }).click()
  const renewed = await dialog(manager, `PIN of Inês ${lastName}`).getByRole('status').textContent()
  expect(renewed).toMatch(/^\d{6}$/)
  expect(renewed).not.toBe(pin)
})

test('a person without an e-mail address signs in with a user name, and asks the manager for a new password', async ({
  browser,
  signedIn,
}) => {
  const admin = await signedIn('admin')
  const { form, lastName, username } = await fillInPerson(admin)
  await form.getByLabel('User name').fill(username.toUpperCase())
  await form.getByLabel('They choose the password themselves, by a link').check()
  await admin.keyboard.press('Control+Enter')
  const links = dialog(admin, 'Hand out the links')
  await expect(links.getByRole('listitem')).toContainText(username)
  const link = await links.locator('code').textContent()
  await admin.emulateMedia({ media: 'print' })
  await expect(admin.getByText('From then on you sign in with your user name and the password.')).toBeVisible()
  await admin.emulateMedia({ media: 'screen' })

  const phone = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await phone.goto(link ?? '')
  await expect(phone.getByText(/sign in with this user name/)).toBeVisible()
  await expect(phone.getByLabel('User name')).toHaveValue(username)
  await expectAccessible(phone)
  await phone.getByLabel(/^New password/).fill('a word of mine')
  await phone.getByLabel('Confirm new password').fill('a word of mine')
  await phone.getByRole('button', { name: 'Set the password and sign in' }).click()
  await expect(phone.getByLabel('Confirm new password')).toBeHidden()
  await phone.request.post('/api/v1/auth/logout')

  await phone.goto('/login')
  await phone.getByRole('button', { name: 'Use a user name' }).click()
  await expect(phone.getByLabel('User name')).toBeFocused()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(phone.getByText(/^Ask your manager\./)).toBeVisible()
  await phone.getByRole('button', { name: 'Back to sign in' }).click()
  await phone.getByLabel('User name').fill(username)
  await phone.getByLabel('Password', { exact: true }).fill('wrong')
  await phone.getByRole('button', { name: 'Sign In' }).click()
  await expect(toasts(phone)).toContainText(['Invalid user name or password'])
  await phone.getByLabel('Password', { exact: true }).fill('a word of mine')
  await phone.getByRole('button', { name: 'Sign In' }).click()
  await expect(phone.getByLabel('User name')).toBeHidden()
  await phone.goto('/profile')
  await expect(phone.getByText(username)).toBeVisible()
  // The PIN is two taps away.
  await phone.getByRole('button', { name: 'Set a PIN' }).click()
  await phone.getByLabel('New PIN, six digits').pressSequentially('417283')
  await expect(phone.getByLabel('Repeat the PIN')).toBeFocused()
  await phone.keyboard.type('417283')
  await phone.getByRole('button', { name: 'Save the PIN' }).click()
  await expect(phone.getByRole('button', { name: 'Change the PIN' })).toBeVisible()

  const manager = await signedIn('manager')
  await manager.goto('/clock?view=team')
  await manager
    .getByRole('button', { name: `Inês ${lastName}` })
    .first()
    .click()
  await dialog(manager, `Inês ${lastName}`).getByRole('button', { name: 'Link to set a password' }).click()
  await manager.getByRole('button', { name: 'Make the link' }).click()
  await expect(dialog(manager, 'Hand out the links').getByRole('listitem')).toContainText(username)
})
