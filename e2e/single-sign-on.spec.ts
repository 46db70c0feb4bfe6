import type { Browser, Page } from '@playwright/test'
import { startProvider } from '../test/support/provider.ts'
import { expect, expectAccessibleInBoth, openPage, test } from './muster.ts'
import { startMuster } from './server.ts'

const OWNER = { email: 'boss@hotel.example', password: 'a long passphrase' }
const NORA = { email: 'nora@hotel.example', password: 'another passphrase' }
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }

/** A provider, and a Muster that knows it, with a person in it. */
async function start(settings: Record<string, string> = {}) {
  const provider = await startProvider(settings)
  const muster = await startMuster({ ...provider.settings, ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password })
  provider.accounts.set('nora', { email: NORA.email, email_verified: true })
  const stop = async () => {
    await muster.stop()
    await provider.close()
  }
  return { provider, stop, url: muster.url, query: muster.query }
}

async function putNora(browser: Browser, url: string) {
  const page = await openPage(browser, { baseURL: url })
  const api = (path: string) => `${url}/api/v1${path}`
  expect((await page.request.post(api('/auth/login'), { data: OWNER })).status()).toBe(200)
  const [department] = await (await page.request.get(api('/departments'))).json()
  const person = { firstName: 'Nora', lastName: 'Short', departmentId: department.id, role: 'user', ...NORA }
  expect((await page.request.post(api('/users'), { data: person })).status()).toBe(201)
  await page.context().close()
}

const link = (page: Page) => page.getByRole('link', { name: 'Sign in with Hotel ID' })
const section = (page: Page) => page.getByRole('region', { name: 'Single sign-on' })

test('somebody comes in by the provider: cancelled, with the password once, and again', async ({ browser }) => {
  const { provider, stop, url } = await start()
  await putNora(browser, url)
  const page = await openPage(browser, { baseURL: url, ...phone })
  await page.goto('/profile/security?from=a-link')
  await expect(link(page)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessibleInBoth(page)

  provider.next = null
  await link(page).tap()
  await expect(page.getByRole('alert')).toHaveText('The sign-in with Hotel ID was cancelled.')
  await expect(page).toHaveURL('/profile/security?from=a-link')
  await expectAccessibleInBoth(page)

  provider.next = 'nora'
  provider.accounts.set('nora', { email: NORA.email, email_verified: false })
  await link(page).tap()
  await expect(page.getByRole('heading', { name: 'Confirm with your Muster password once' })).toBeVisible()
  await page.getByLabel(/^Password/).fill('not it')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the password of your account')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByLabel(/^Password/).fill(NORA.password)
  await page.keyboard.press('Enter')
  await expect(section(page)).toContainText('Your account is linked to Hotel ID.')
  await expect(page).toHaveURL('/profile/security?from=a-link')
  await expectAccessibleInBoth(page)

  const again = await openPage(browser, { baseURL: url })
  await again.goto('/profile/security')
  await link(again).click()
  await expect(section(again)).toContainText('Your account is linked to Hotel ID.')
  await again.context().close()

  await page.context().close()
  await stop()
})

test('a verified address is enough, and a sensitive change asks for a new sign-in there', { tag: '@long' }, async ({
  browser,
}) => {
  const { provider, stop, url, query } = await start({ OIDC_GROUPS: 'crew=user' })
  provider.accounts.set('ana', {
    email: 'ana@hotel.example',
    email_verified: true,
    given_name: 'Ana',
    groups: ['crew'],
  })
  provider.next = 'ana'
  const page = await openPage(browser, { baseURL: url })
  await page.goto('/profile/security')
  await link(page).click()
  await expect(section(page)).toContainText('Your account is linked to Hotel ID.')
  await query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const window = page.waitForEvent('popup')
  await proof.getByRole('link', { name: 'Sign in with Hotel ID again' }).click()
  await expect((await window).getByText('Confirmed. Close this window and continue.')).toBeVisible()
  await expect(page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)).toBeVisible()
  await page.context().close()
  await stop()
})

test('where passwords are off, a god gets in while the provider is down', { tag: '@long' }, async ({ browser }) => {
  const { provider, stop, url } = await start({ OIDC_ONLY: '1' })
  provider.fault = (request) => void request.socket.destroy()
  const page = await openPage(browser, { baseURL: url })
  await page.goto('/profile/security')
  await expect(page.getByLabel('Email')).toBeHidden()
  await link(page).click()
  await expect(page.getByRole('alert')).toHaveText('Hotel ID does not answer. Try again in a moment.')
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Sign in with a password' }).click()
  await page.getByLabel('Email').fill(OWNER.email)
  await page.getByLabel(/^Password/).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(section(page)).toContainText('Your account is not linked to Hotel ID yet.')

  // A god links the account from within.
  provider.fault = undefined
  provider.next = null
  const linking = page.getByRole('button', { name: 'Link your account at Hotel ID' })
  await linking.click()
  await expect(section(page).getByRole('alert')).toHaveText('The sign-in with Hotel ID was cancelled.')
  await expectAccessibleInBoth(page)
  provider.next = 'boss'
  await linking.click()
  await expect(section(page)).toContainText('Your account is linked to Hotel ID.')
  await page.context().close()
  await stop()
})
