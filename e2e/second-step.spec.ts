import type { Page } from '@playwright/test'
import { codeOf } from '../test/support/one-time-codes.ts'
import {
  answerQuestion,
  expect,
  expectAccessibleInBoth,
  inDatabase,
  openPage,
  PASSWORD,
  test,
  toasts,
} from './muster.ts'
import { startMuster } from './server.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
const section = (page: Page) => page.getByRole('region', { name: 'Second step at sign-in' })

async function giveWords(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Reads the secret that the page shows, and confirms the app by its code. */
async function confirmApp(page: Page) {
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = (shown ?? '').replaceAll(' ', '')
  await page.getByLabel('The six digits that the app shows').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(codes(page)).toHaveCount(10)
  return secret
}

test('an app is set up, asks at each sign-in, and is removed; a recovery code stands in for it', async ({
  signedIn,
  browser,
}) => {
  const page = await signedIn('guest', { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })
  await page.goto('/profile/security')
  await section(page).getByRole('button', { name: 'Set up an app' }).tap()
  await dialog(page).getByLabel('The six digits that the app shows').fill('000000')
  await dialog(page).getByRole('button', { name: 'Confirm' }).tap()
  await expect(dialog(page).getByText(/^The code is wrong\./)).toBeVisible()
  await expectAccessibleInBoth(page)
  const secret = await confirmApp(page)
  const first = (await codes(page).first().textContent()) ?? ''
  await expectAccessibleInBoth(page)
  await dialog(page).getByRole('button', { name: 'Done' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I have saved them' }).tap()
  await expect(section(page)).toContainText('10 recovery codes are left.')

  const other = await openPage(browser)
  await other.goto('/profile/security')
  await giveWords(other, 'guest@muster.example')
  const field = other.getByLabel('Code from your app')
  await expect(field).toBeFocused()
  await field.fill('000000')
  await other.keyboard.press('Enter')
  await expect(other.getByText('The code is wrong, or was used already')).toBeVisible()
  await expectAccessibleInBoth(other)
  // Each code works once. The next half minute's is taken, too.
  await field.fill(codeOf(secret, 1))
  await other.keyboard.press('Enter')
  await expect(section(other)).toContainText('An app shows your codes.')

  await other.context().clearCookies()
  await other.goto('/profile/security')
  await giveWords(other, 'guest@muster.example')
  await other.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.getByRole('textbox', { name: 'Recovery code' }).fill(first)
  await other.keyboard.press('Enter')
  await expect(section(other)).toContainText('9 recovery codes are left.')

  await section(other).getByRole('button', { name: 'Remove' }).click()
  await answerQuestion(other, 'Remove')
  await expect(toasts(other)).toContainText('The second step is removed')
  await other.context().clearCookies()
  await other.goto('/profile/security')
  await giveWords(other, 'guest@muster.example')
  await expect(section(other).getByRole('button', { name: 'Set up an app' })).toBeVisible()

  // Where a role must have one, it is set up before anything else.
  await inDatabase(`update sessions set sess = (sess::jsonb || '{"needsSecondStep":true}')::json
    where sid = (select sid from sessions join users on users.id = user_id
      where email = 'guest@muster.example' order by expire desc limit 1)`)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await confirmApp(other)
  await other.getByRole('button', { name: 'I have saved them. Continue' }).click()
  await section(other).getByRole('button', { name: 'Remove' }).click()
  await answerQuestion(other, 'Remove')
  await expect(section(other).getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await other.context().close()
})

test('who must have a second step sets it up before anything else', { tag: '@long' }, async ({ browser }) => {
  const account = { email: 'boss@hotel.example', password: 'a long passphrase' }
  const strict = await startMuster({
    REQUIRE_SECOND_STEP: 'admin',
    ...{ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
  })
  const page = await openPage(browser, { baseURL: strict.url })
  await page.goto('/')
  await giveWords(page, account.email, account.password)
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.reload()
  await confirmApp(page)
  await page.getByRole('button', { name: 'I have saved them. Continue' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.context().close()
  await strict.stop()
})
