import type { CDPSession, Page } from '@playwright/test'
import { answerQuestion, expect, expectAccessibleInBoth, openPage, test, toasts } from './muster.ts'
import { startMuster } from './server.ts'

/** No browser binds a passkey to an IP address, so these journeys go to localhost. */
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

const account = { email: 'boss@hotel.example', password: 'a long passphrase' }
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const secondStep = (page: Page) => page.getByRole('region', { name: 'Second step at sign-in' })
const dialog = (page: Page) => page.getByRole('dialog')

let muster: Awaited<ReturnType<typeof startMuster>>
test.beforeEach(async () => {
  muster = await startMuster({ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password })
})
test.afterEach(() => muster.stop())

/** A device that unlocks its passkeys by itself, as if a finger lay on it. */
async function withDevice(page: Page, { isVerified = true } = {}) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

const setVerified = ({ cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string }, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

async function giveWords(page: Page) {
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Opens the security screen at localhost and signs in by password. */
async function signedIn(page: Page) {
  await page.goto('/profile/security')
  await giveWords(page)
  await expect(section(page)).toBeVisible()
}

async function addPasskey(page: Page) {
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
}

async function keepCodes(page: Page) {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'I have saved them' }).click()
  return first
}

/** The effect of a suggestion has a test of its own. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    if ('PublicKeyCredential' in window)
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

async function onPhone(browser: Parameters<typeof openPage>[0]) {
  const page = await openPage(browser, {
    baseURL: named(muster.url),
    ...{ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  })
  await withoutSuggestions(page)
  return page
}

test('a passkey is made, signs in without an e-mail address, is the second step and the proof, and is removed', async ({
  browser,
}) => {
  const page = await onPhone(browser)
  const device = await withDevice(page)
  await signedIn(page)
  await expectAccessibleInBoth(page)
  await addPasskey(page)
  const recoveryCode = await keepCodes(page)
  const entry = section(page).getByRole('listitem')
  await expect(entry).toContainText('Chrome on')
  await expect(entry).toContainText('not used yet')
  await expectAccessibleInBoth(page)

  // Another name.
  await entry.getByRole('button', { name: /^Actions for passkey/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expectAccessibleInBoth(page)
  await dialog(page).getByLabel('Name').fill('Phone of the boss')
  await page.keyboard.press('Enter')
  await expect(entry).toContainText('Phone of the boss')

  // Alone, it signs in.
  await page.context().clearCookies()
  await page.goto('/profile/security')
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(entry).toContainText('last used')

  // After the password, it is the second step; nobody who cannot unlock it passes.
  await page.context().clearCookies()
  await page.goto('/profile/security')
  await giveWords(page)
  const goOn = page.getByRole('button', { name: 'Continue with a passkey' })
  await expect(goOn).toBeFocused()
  await expectAccessibleInBoth(page)
  await setVerified(device, false)
  await goOn.click()
  await expect(toasts(page)).toContainText('No passkey was used. Try again, or choose another way.')
  await setVerified(device, true)
  await goOn.click()
  await expect(entry).toBeVisible()

  // Without the device, a recovery code is.
  await page.context().clearCookies()
  await page.goto('/profile/security')
  await giveWords(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Enter')
  await expect(secondStep(page)).toContainText('9 recovery codes are left.')

  // To remove it, its owner proves who they are, with the passkey.
  await muster.query(`update sessions set sess = (sess::jsonb || '{"provedAt":"2026-01-01T00:00:00.000Z"}')::json`)
  await entry.getByRole('button', { name: /^Actions for passkey/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await answerQuestion(page, 'Remove')
  const confirm = dialog(page).getByRole('button', { name: 'Confirm with a passkey' })
  await expect(confirm).toBeVisible()
  await expectAccessibleInBoth(page)
  await confirm.click()
  await expect(toasts(page)).toContainText('Passkey removed')
  await expect(entry).toHaveCount(0)

  // The device still has it, and Muster refuses it.
  await page.context().clearCookies()
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toasts(page)).toContainText('This passkey does not work here. It may have been removed.')
  await expectAccessibleInBoth(page)
  await giveWords(page)
  await expect(section(page)).toContainText('Sign in with your finger')
  await page.context().close()
})

test('the browser suggests a passkey in the field of the e-mail address', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, { baseURL: named(muster.url) })
  await withDevice(page)
  await signedIn(page)
  await addPasskey(page)
  await keepCodes(page)
  await page.context().clearCookies()
  const asked = page.waitForResponse(/login\/passkey\/challenge/)
  await page.goto('/profile/security')
  expect((await asked).request().postDataJSON()).toEqual({ isSuggestion: true })
  // The virtual device chooses at once what a person would choose from the list.
  await expect(section(page).getByRole('listitem')).toContainText('last used')
  await page.context().close()
})

test('at an IP address, the screens say why there are no passkeys', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, { baseURL: muster.url })
  await page.goto('/profile/security')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  await giveWords(page)
  await expect(section(page)).toContainText('Passkeys need an address with a name.')
  await expect(section(page).getByRole('button')).toHaveCount(0)
  await page.context().close()
})

test('who must have a second step may take a passkey for it', { tag: '@long' }, async ({ browser }) => {
  const strict = await startMuster({
    REQUIRE_SECOND_STEP: 'admin',
    ...{ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
  })
  const page = await openPage(browser, { baseURL: named(strict.url) })
  await withDevice(page)
  await page.goto('/')
  await giveWords(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have saved them. Continue' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.context().close()
  await strict.stop()
})
