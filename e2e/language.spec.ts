import type { Page } from '@playwright/test'
import { type Account, answer, expect, expectAccessible, newGate, openPage, PASSWORD, test, toasts } from './muster.ts'

const CATALOGUE = /\/assets\/[\w-]+\.json$/
const choice = (page: Page) => page.getByRole('combobox', { name: 'Language' })
const pageLanguage = (page: Page) => page.locator('html')

/** Opens pages in a language, for any person. */
const readIn = (page: Page, language: string) =>
  page.addInitScript((language) => localStorage.setItem('muster.language', language), language)

/** The texts of these elements that are not translated: in the pseudo-language every text stands in marks. */
const bare = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '')
      .filter((text) => /\p{L}{2}/u.test(text) && !/^[^\p{L}]*⟦.*⟧/su.test(text)),
  )

test('a visitor chooses the language: nothing typed is lost, and this browser keeps it', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill('somebody@muster.example')
  await page.getByLabel('Password', { exact: true }).fill('a secret')
  await choice(page).focus()
  expect(await choice(page).locator('option').allTextContents()).toContain('العربية')
  await choice(page).selectOption({ label: 'Deutsch' })
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'de')
  await expect(page.locator('select')).toBeFocused()
  await expect(page.locator('select')).toHaveValue('de')
  await expect(page.locator('[name=email]')).toHaveValue('somebody@muster.example')
  await expect(page.locator('[name=password]')).toHaveValue('a secret')

  await page.locator('select').selectOption('ar')
  await expect(pageLanguage(page)).toHaveAttribute('dir', 'rtl')
  await expectAccessible(page)
  const session = page.waitForRequest(/\/auth\/session/)
  await page.reload()
  expect(await (await session).headerValue('accept-language')).toBe('ar')
  await expect(page.locator('select')).toHaveValue('ar')

  // Language and direction are right at the first paint, before any script of the page.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.reload()
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'ar')
  await expect(pageLanguage(page)).toHaveAttribute('dir', 'rtl')
})

test('other tabs follow', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  const other = await page.context().newPage()
  await other.goto('/')
  await choice(page).selectOption('fr')
  await expect(pageLanguage(other)).toHaveAttribute('lang', 'fr')
  await other.close()
})

test('a browser that asks for another language gets it, and English without its catalogue', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, { locale: 'pl-PL' })
  await page.goto('/')
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'pl')
  await page.route(CATALOGUE, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'en')
  await page.context().close()
})

test('a language that cannot be read says so, and the page stays as it is', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.route(CATALOGUE, (route) => route.abort())
  await choice(page).selectOption('it')
  await expect(toasts(page)).toContainText('No connection. Please try again.')
  await expect(pageLanguage(page)).toHaveAttribute('lang', 'en')
  await expect(choice(page)).toHaveValue('en')
})

test('no word shows before its language is there', { tag: '@long' }, async ({ page }) => {
  await readIn(page, 'en-XA')
  const { opened, open } = newGate()
  await page.route(CATALOGUE, async (route) => {
    await opened
    await route.continue()
  })
  const session = page.waitForResponse(/\/auth\/session/)
  await page.goto('/')
  await session
  await expect(page.locator('#frame svg')).toBeVisible()
  await expect(page.locator('#root')).toBeEmpty()
  open()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^⟦.*⟧$/)
})

test('sign-in, dashboard and profile are translated', { tag: '@long' }, async ({ page, signedIn }) => {
  await readIn(page, 'en-XA')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^⟦.*⟧$/)
  await expect(page).toHaveTitle(/^⟦.*⟧ · Muster$/)
  expect(await bare(page, 'main h2, main h2 + p, label, form button, footer, header p')).toEqual([])

  const manager = await signedIn('manager')
  await readIn(manager, 'en-XA')
  await manager.goto('/')
  await expect(manager.getByRole('heading', { level: 1 })).toHaveText(/^⟦.*⟧$/)
  await expect(manager.getByRole('listitem').first()).toBeVisible()
  expect(
    await bare(
      manager,
      'nav a, aside button, footer, header:has(h1) button, #content > div h2, #dashboard-tasks, #content a:has(.tabular)',
    ),
  ).toEqual([])

  await manager.goto('/profile')
  await expect(manager.getByRole('heading', { level: 2 }).nth(1)).toHaveText(/^⟦.*⟧$/)
  expect(await bare(manager, 'h1, section[aria-labelledby] h2, dt, dd button')).toEqual([])
})

test('the catalogue of the language in use is there without a network, and no other', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openPage(browser, { locale: 'de-AT', serviceWorkers: 'allow' })
  const catalogues = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('muster.assets')).keys()
      return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.json'))
    })
  await page.goto('/')
  await expect.poll(catalogues, { timeout: 30_000 }).toHaveLength(1)
  const [german] = await catalogues()
  await readIn(page, 'en-XA')
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/^⟦.*⟧$/)
  await expect.poll(catalogues).toEqual([expect.stringContaining('/en-XA-')])
  expect(german).not.toContain('en-XA')
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText(/^⟦.*⟧$/).first()).toBeVisible()
  await page.context().close()
})

/** No other spec uses this account, so nothing else shows its language. */
const person = 'naledi.dlamini' as Account

test('a person chooses their language: on every page at once, without a reload, and where they sign in next', async ({
  signedIn,
  browser,
}) => {
  const page = await signedIn(person)
  const elsewhere = await signedIn(person, {})
  await elsewhere.goto('/tasks?new=true')
  await elsewhere.getByLabel('Title').fill('Typed in English')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Language: English' }).click()
  const select = page.locator('dd select').first()
  await expect(select).toHaveValue('')
  try {
    await page.evaluate(() => Object.assign(window, { stays: true }))
    await select.focus()
    await select.selectOption({ label: 'Deutsch' })
    await expect(pageLanguage(page)).toHaveAttribute('lang', 'de')
    await expect(select).toBeFocused()
    await expect(select).toHaveValue('de')
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    await expect(pageLanguage(elsewhere)).toHaveAttribute('lang', 'de')
    await expect(elsewhere.locator('[role=dialog] textarea').first()).toHaveValue('Typed in English')
    await page.reload()
    await expect(select).toHaveValue('de')

    const next = await openPage(browser, { locale: 'fr-FR' })
    await next.goto('/')
    await expect(pageLanguage(next)).toHaveAttribute('lang', 'fr')
    await next.locator('[name=email]').fill(`${person}@muster.example`)
    await next.locator('[name=password]').fill(PASSWORD)
    await next.locator('form [type=submit]').click()
    await expect(next.getByRole('navigation')).toBeVisible()
    await expect(pageLanguage(next)).toHaveAttribute('lang', 'de')
    await next.context().close()

    const refused = await answer(page, /\/api\/v1\/profile$/, { status: 500 })
    await select.selectOption('it')
    await expect.poll(() => refused.requests).toBe(1)
    // A toast, whose region has its name in German. It takes the place of the one that told of the new browser.
    await expect(page.locator('ol > li[data-state=open]')).toHaveCount(1)
    await expect(select).toHaveValue('de')
    await expect(pageLanguage(page)).toHaveAttribute('lang', 'de')
  } finally {
    await page.unroute(/\/api\/v1\/profile$/)
    await select.selectOption('')
    await expect(pageLanguage(page)).toHaveAttribute('lang', 'en')
  }
})
