import type { Page } from '@playwright/test'
import {
  answer,
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  fillIn,
  newGate,
  openPage,
  submit,
  test,
  toasts,
} from './muster.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.getByRole('main')

test.describe('the sign-in screen', () => {
  test('has its two halves, its texts and its footer', async ({ page }) => {
    await page.goto('/login')
    await expect(heading(page, 'Muster')).toBeVisible()
    for (const text of [
      "Streamline Your Team's Workflow",
      'Comprehensive task management with SOPs, time tracking, and analytics built for professional teams',
      'Enter your credentials to access your account',
      'Built by the Muster team',
    ]) {
      await expect(page.getByText(text).filter({ visible: true })).toHaveCount(1)
    }
    await expect(page.getByRole('listitem').filter({ visible: true, hasText: /^(Tasks|SOPs|Analytics)$/ })).toHaveText([
      'Tasks',
      'SOPs',
      'Analytics',
    ])
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Email')).toHaveAttribute('required')
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByText('Ask an administrator to set a new password for you')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to sign in' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('says Signing in... while it waits, sends one request, and leads to /', { tag: '@long' }, async ({ page }) => {
    let requests = 0
    const { opened: released, open: release } = newGate()
    await page.route('**/auth/login', async (route) => {
      requests += 1
      await released
      await route.continue()
    })
    await page.goto('/login')
    await fillIn(page)
    await submit(page)
    const button = page.getByRole('button', { name: 'Signing in...' })
    await expect(button).toBeDisabled()
    await button.click({ force: true })
    release()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(requests).toBe(1)
  })

  test('from / it leads to /, from another address to that', async ({ page }) => {
    await page.goto('/')
    await fillIn(page)
    await submit(page)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.context().clearCookies()
    await page.goto('/reminders?from=mail')
    await expect(page.getByText('Welcome back')).toBeVisible()
    await fillIn(page)
    // The browser accepts letters beyond ASCII in a domain. This full-width letter means the same as the plain one.
    await page.getByLabel('Email').fill('manager@ｍuster.example')
    await submit(page)
    await expect(heading(page, 'Reminders')).toBeVisible()
    await expect(page).toHaveURL('/reminders?from=mail')
  })

  for (const [name, reply, text] of [
    ['in the words of the server', undefined, 'Invalid email or password'],
    ['in its own words when the server sends none', { status: 502, body: '' }, 'Invalid email or password'],
    ['for a lost network', 'abort', 'Network error. Please try again.'],
  ] as const) {
    test(`shows a failure ${name}`, async ({ page }) => {
      const count = reply && (await answer(page, /auth\/login/, reply))
      await page.goto('/login')
      await fillIn(page, 'not the password')
      await submit(page)
      await expect(toasts(page)).toContainText(['Login Failed'])
      await expect(toasts(page)).toContainText([text])
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
      if (count) expect(count.requests).toBe(1)
    })
  }

  test('shows a spinner until it is known who is signed in', { tag: '@long' }, async ({ page }) => {
    const { opened: released, open: release } = newGate()
    await page.route('**/auth/session', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
    await expect(page.getByText('Welcome back')).toHaveCount(0)
    release()
    await expect(page.getByText('Welcome back')).toBeVisible()
  })
})

test.describe('signing out', () => {
  test('leads to the root page and says so', async ({ signedIn }) => {
    const page = await signedIn('user')
    await page.goto('/reminders')
    await page.evaluate(() => {
      localStorage.setItem('muster.procedure-places', '{}')
      sessionStorage.setItem('muster.quick-add', '{}')
      sessionStorage.setItem('muster.of-a-later-version', '{}')
      localStorage.setItem('muster.text-size', '2')
    })
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(toasts(page)).toContainText(['Signed OutYou have been successfully signed out'])
    // A text that is not known to belong to the device belongs to its person.
    const left = () =>
      ['muster.procedure-places', 'muster.quick-add', 'muster.of-a-later-version', 'muster.text-size'].map(
        (name) => localStorage.getItem(name) ?? sessionStorage.getItem(name),
      )
    expect(await page.evaluate(left)).toEqual([null, null, null, '2'])
    await expect(page.getByText('Welcome back')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  test('leads to the root page also when it fails', async ({ signedIn }) => {
    const page = await signedIn('user')
    await answer(page, /auth\/logout/, { status: 500, body: 'broken' })
    await page.goto('/reminders')
    const logged = page.waitForEvent('console', { predicate: (message) => /500: broken/.test(message.text()) })
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(toasts(page)).toContainText(['ErrorFailed to sign out'])
    await expect(page).toHaveURL('/')
    await logged
    // No data is shown before the session has ended.
    await expect(page.getByText('Muster cannot be reached at the moment.')).toBeVisible()
    await page.unroute(/auth\/logout/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Welcome back')).toBeVisible()
  })
})

test.describe('addresses', () => {
  test('an unknown address is Page Not Found with status 404, signed in or not', async ({ page, signedIn }) => {
    for (const visitor of [page, await signedIn('user')]) {
      const reply = await visitor.goto('/no/such/page')
      expect(reply?.status()).toBe(404)
      await expect(heading(visitor, 'Page Not Found')).toBeVisible()
      await expect(visitor).toHaveTitle(/Page Not Found/)
    }
  })

  test('the calendar says that it is coming, with a link back', async ({ signedIn }) => {
    const page = await signedIn('guest')
    await page.goto('/calendar')
    await expect(main(page)).toContainText('Calendar Coming Soon')
    await main(page).getByRole('link').click()
    await expect(page).toHaveURL('/dashboard')
  })

  for (const [account, path, text] of [
    ['guest', '/sops', 'Access Restricted'],
    ['user', '/analytics', 'Access Denied: You need Manager+ permissions to view analytics data.'],
    ['manager', '/admin/users', 'Access Denied'],
  ] as const) {
    test(`${path} is refused to the ${account}`, { tag: '@long' }, async ({ signedIn }) => {
      const page = await signedIn(account)
      await page.goto(path)
      await expect(main(page).getByText(text, { exact: true })).toBeVisible()
    })
  }
})

test('the sign-in screen is accessible, on a phone and on a desk', { tag: '@long' }, async ({ browser }) => {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await expect(page.getByText('Welcome back')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessibleInBoth(page)
  await page.context().close()
})
