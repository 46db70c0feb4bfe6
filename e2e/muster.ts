import AxeBuilder from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Cookie,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { startMuster } from './server.ts'

export const PASSWORD = 'muster-demo'
export type Account = 'god' | 'admin' | 'manager' | 'user' | 'guest'

interface Fixtures {
  signedIn: (account: Account, options?: BrowserContextOptions) => Promise<Page>
}
interface WorkerFixtures {
  hotel: string
}

/**
 * Playwright's test, with pages of people who have signed in, in a browser of their own each. Each worker has a sample
 * hotel of its own: what the tests of others change would be told to every page.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hotel: [
    // biome-ignore lint/correctness/noEmptyPattern: what a fixture uses is read off this pattern
    async ({}, use) => {
      const muster = await startMuster({ DEMO: '1', TIME_ZONE: 'Europe/Lisbon' })
      process.env.MUSTER_URL = muster.url
      await use(muster.url)
      await muster.stop()
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  baseURL: ({ hotel }, use) => use(hotel),
  signedIn: async ({ browser }, use) => {
    const pages: Page[] = []
    const reusable: BrowserContext[] = []
    await use(async (account, options) => {
      const context = options ? undefined : (rested.pop() ?? (await openReusable(browser)))
      if (context) reusable.push(context)
      const page = context ? await context.newPage() : await openPage(browser, options)
      pages.push(page)
      await signIn(page, account)
      return page
    })
    for (const page of pages) {
      const context = page.context()
      if (reusable.includes(context) && (await rest(context))) rested.push(context)
      else await context.close()
    }
  },
})
export { expect }

export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: process.env.MUSTER_URL ?? '',
    // Nothing to wait for, and less to draw.
    reducedMotion: 'reduce',
    // It would fetch the whole build in each test, and hide requests from `page.route`.
    serviceWorkers: 'block',
    ...options,
  })
  return context.newPage()
}

const rested: BrowserContext[] = []

/**
 * Contexts of the usual options are kept for the tests that follow. Each holds a page without scripts: with it stay
 * the process and the compiled scripts, which are a quarter of what it costs to open a screen.
 */
async function openReusable(browser: Browser) {
  const page = await openPage(browser)
  await page.goto('/favicon.svg')
  return page.context()
}

/** Makes a context as if it were new; false when it cannot be. */
async function rest(context: BrowserContext) {
  const [first, ...others] = context.pages()
  if (!first?.url().endsWith('/favicon.svg')) return false
  for (const page of others) await page.close()
  // A clock of a test's own stays for good.
  if (!(await first.evaluate(() => String(setTimeout).includes('[native code]')))) return false
  await context.clearPermissions()
  await first.evaluate(async () => {
    localStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await context.clearCookies()
  return true
}

const sessions = new Map<Account, Cookie[]>()

/**
 * Signs in through the API, as the sign-in screen does, which has a journey of its own; or goes on with the session
 * from before, as to compare a password is dear.
 */
export async function signIn(page: Page, account: Account) {
  const kept = sessions.get(account)
  if (kept) {
    await page.context().addCookies(kept)
    const session = await page.request.get('/api/v1/auth/session')
    if (session.ok()) return
  }
  const reply = await page.request.post('/api/v1/auth/login', {
    data: { email: `${account}@muster.example`, password: PASSWORD },
  })
  expect(reply.status()).toBe(200)
  sessions.set(account, await page.context().cookies())
}

/** Creates a task through the API, as the page's person. */
export async function createTask(page: Page, task: Record<string, unknown>): Promise<{ id: number; title: string }> {
  const reply = await page.request.post('/api/v1/tasks', { data: task })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

/** Nothing that axe finds, whatever its weight, by WCAG 2.2 AA. */
export function expectAccessible(page: Page) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  return expectNoFaults(page, (axe) => axe.withTags(tags))
}

/** Nor too little contrast in the other of light and dark. */
export async function expectAccessibleInBoth(page: Page) {
  await expectAccessible(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expectNoFaults(page, (axe) => axe.withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

async function expectNoFaults(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  // What was put into the page to look at it before need not be put there again.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? 'undefined' : undefined
  // In legacy mode, as there are no frames: no second page need be opened for them.
  const axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await choose(axe).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/** What a route waits for until the test opens it. */
export function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Presses Try again, unless somebody else's change makes the page read by itself before. */
export async function tryAgain(place: Page | Locator, good: Locator) {
  await expect(async () => {
    if (!(await good.isVisible())) await place.getByRole('button', { name: 'Try again' }).click({ timeout: 2_000 })
    await expect(good).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

let count = 0
/** A title that no other test uses. */
export const unique = (words: string) => {
  count += 1
  return `${words} ${process.pid.toString(36)}${count}${Date.now().toString(36)}`
}

export const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
export const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title })

export const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** Leads to a screen through the navigation. */
export async function goTo(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Fills in the sign-in screen, as the manager. */
export async function fillIn(page: Page, password = PASSWORD) {
  await page.getByLabel('Email').fill('manager@muster.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Counts the requests for an address, each of which is answered with this status. */
export async function answer(page: Page, address: RegExp, reply: { status: number; body?: string } | 'abort') {
  const count = { requests: 0 }
  await page.route(address, (route) => {
    count.requests += 1
    return reply === 'abort' ? route.abort() : route.fulfill(reply)
  })
  return count
}
