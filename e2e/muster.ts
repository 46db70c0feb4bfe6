import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
import type { Viewer } from '../src/shared/auth.ts'
import { type Account, PASSWORD, sampleSessions, startSample } from './sample.ts'

export { type Account, PASSWORD }

/** The window of a small phone. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

interface Fixtures {
  signedIn: (account: Account, options?: BrowserContextOptions) => Promise<Page>
}
interface WorkerFixtures {
  musterUrl: string
}

/**
 * Playwright's test with `signedIn`, which opens a page with an account's session in its own browser context. Each
 * worker has its own Muster with the sample data, so that live changes of other workers' tests do not reach its pages.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  musterUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures it uses
    async ({}, use) => {
      const muster = await startSample({ TIME_ZONE: 'Europe/Lisbon', PROOF_MINUTES: '1440' })
      process.env.MUSTER_URL = muster.url
      runStatement = muster.query
      await use(muster.url)
      await muster.stop()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  baseURL: ({ musterUrl }, use) => use(musterUrl),
  signedIn: async ({ browser }, use) => {
    const used: { context: BrowserContext; options: string | undefined }[] = []
    await use(async (account, options = {}) => {
      const words = isReusable(options) ? JSON.stringify(options) : undefined
      const context = words ? (takeIdle(words) ?? (await openReusable(browser, options))) : undefined
      const page = context ? await context.newPage() : await openPage(browser, options)
      used.push({ context: page.context(), options: words })
      await signIn(page, account)
      return page
    })
    for (const { context, options } of used) {
      if (options && (await reset(context))) await keepIdle({ context, options })
      else await context.close()
    }
  },
})
export { expect }

let runStatement: (statement: string) => Promise<unknown[]>

/** Runs a statement in the database of the worker's Muster, for states that no call brings about. Returns the rows. */
export const inDatabase = (statement: string) => runStatement(statement)

/** Moves to an address as a link of Muster does, without loading the page again. */
export async function move(page: Page, path: string) {
  // Before its scripts have run, nothing listens.
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a page in a new context of the worker's Muster. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: process.env.MUSTER_URL ?? '',
    // No animations to wait for.
    reducedMotion: 'reduce',
    // A service worker would fetch the whole build in each test, and hide requests from `page.route`.
    serviceWorkers: 'block',
    ...options,
  })
  return context.newPage()
}

/** Contexts that no test uses, the one used last at the end. Each has a process, so there are few. */
const idleContexts: { context: BrowserContext; options: string }[] = []
const MAX_IDLE = 5

/** Traces of a service worker, another address or a permission are not reset. */
const isReusable = (options: BrowserContextOptions) =>
  Object.keys(options).every((name) => ['viewport', 'hasTouch', 'isMobile', 'colorScheme', 'locale'].includes(name))

function takeIdle(options: string) {
  const at = idleContexts.findLastIndex((idle) => idle.options === options)
  return at < 0 ? undefined : idleContexts.splice(at, 1)[0]?.context
}

async function keepIdle(idle: (typeof idleContexts)[number]) {
  idleContexts.push(idle)
  if (idleContexts.length > MAX_IDLE) await idleContexts.shift()?.context.close()
}

/**
 * Opens a context that later tests with the same options use again. A page without scripts stays open in it. It keeps
 * the process and its compiled scripts alive, which saves a quarter of the time to open a screen.
 */
async function openReusable(browser: Browser, options: BrowserContextOptions) {
  const page = await openPage(browser, options)
  await page.goto('/favicon.svg')
  return page.context()
}

/** Resets a context for the next test. Returns false if it cannot be used again. */
async function reset(context: BrowserContext) {
  const [first, ...others] = context.pages()
  if (!first?.url().endsWith('/favicon.svg')) return false
  for (const page of others) await page.close()
  // A clock that a test has installed cannot be removed.
  if (!(await first.evaluate(() => String(setTimeout).includes('[native code]')))) return false
  await context.clearPermissions()
  await first.evaluate(async () => {
    localStorage.clear()
    for (const name of await caches.keys()) await caches.delete(name)
    indexedDB.deleteDatabase('muster-photos')
  })
  await context.clearCookies()
  return true
}

const sessions = new Map(Object.entries(sampleSessions())) as Map<Account, Cookie[]>

/** An account of the staff that is not named after a role. */
export const staff = (name: string) => name as Account

/** Clocks the person of the page in or out. */
export const setClock = (page: Page, which: 'start' | 'stop') =>
  page.request.post(`/api/v1/clock/${which}`, { data: {} })

/** Signs in without the screen, which `sign-in.spec.ts` tests: by the sample's session, or the last one. */
export async function signIn(page: Page, account: Account) {
  const cookies = sessions.get(account)
  if (cookies) {
    await page.context().addCookies(cookies)
    const session = await page.request.get('/api/v1/auth/session')
    if (session.ok()) return
  }
  const reply = await page.request.post('/api/v1/auth/login', {
    data: { email: `${account}@muster.example`, password: PASSWORD },
  })
  expect(reply.status()).toBe(200)
  sessions.set(account, await page.context().cookies())
}

/** Opens an address, or the same again, and waits for live changes: they come after the first screen. */
export async function openLive(page: Page, address?: string) {
  const connected = new Promise<void>((resolve) => {
    // The page before may connect once more while it is left, as after a time without a network. It receives nothing.
    page.once('framenavigated', () => page.on('websocket', (socket) => socket.once('framereceived', () => resolve())))
  })
  await (address === undefined ? page.reload() : page.goto(address))
  await connected
}

/**
 * Ends the page's session when it next writes there, which is then the first call to find that out. Without this any
 * other call of the page may find it out before, and its dialog covers the button that the test presses.
 */
export async function endSessionAtWrite(page: Page, address: string) {
  let hasEnded = false
  await page.route(address, async (route) => {
    if (!hasEnded && route.request().method() !== 'GET') {
      hasEnded = true
      await page.context().clearCookies()
    }
    await route.continue()
  })
}

/** Lets the page's test clock hold: without the server's time screens correct nothing. Before opening. */
export async function withoutServerTime(page: Page) {
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch().catch(() => undefined)
    if (!response) return route.abort()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}

/** Clocking in on this page leads nowhere, because there is nothing to read. */
export async function nothingToBrief(page: Page) {
  const json = { since: new Date().toISOString(), isSameShift: true, notes: [], sections: [], heldIds: [] }
  await page.route('**/api/v1/shift/briefing', (route) => route.fulfill({ json }))
}

/** Creates a task through the API, as the page's person. */
export async function createTask(page: Page, task: Record<string, unknown>): Promise<{ id: number; title: string }> {
  const reply = await page.request.post('/api/v1/tasks', { data: task })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

/** Opens the form of the task that is open to read. */
export async function openForm(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Task' }).click()
  return page.getByRole('dialog', { name: 'Edit Task' })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds no fault of any severity, by WCAG 2.2 AA. */
export function expectAccessible(page: Page) {
  return expectNoFaults(page, RULES)
}

/** Expects the same, and enough contrast in both light and dark. */
export async function expectAccessibleInBoth(page: Page) {
  await expectAccessible(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expectNoFaults(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** Runs the rules, by tags or by names. Muster has no frames and no media, for which axe would load files again. */
async function expectNoFaults(page: Page, runOnly: string[]) {
  // Before its scripts have run, a page has neither heading nor anything else to check.
  await expect(page.locator('h1').first()).toBeAttached()
  // Axe may be in the page already, from an earlier check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const faults = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // Else axe writes the HTML of every element that it checks, which takes a fifth of its time.
    axe.configure({ noHtml: true })
    const options = { runOnly, resultTypes: ['violations' as const], preload: false, elementRef: true }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.element?.outerHTML).join(' | ')}`)
  }, runOnly)
  expect(faults).toEqual([])
}

/** An event of Chromium in a page while `act` ran. Times are in microseconds. */
export interface TraceEvent {
  name: string
  ts: number
  dur?: number
  args: { data?: Record<string, unknown>; elementCount?: number }
}

/** Records Chromium's events in a page while `act` runs, in these categories of its tracing. */
export async function traced(page: Page, categories: string[], act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await act()
  const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await ended
  await devtools.detach()
  return events
}

/** A gate: `opened` is fulfilled when the test calls `open`. Routes wait for it. */
export function newGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Presses Try again until the content is visible. A live change may make the page load it first. */
export async function tryAgain(place: Page | Locator, content: Locator) {
  await expect(async () => {
    if (!(await content.isVisible())) await place.getByRole('button', { name: 'Try again' }).click({ timeout: 2_000 })
    await expect(content).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** Opens a page whose call fails once: it loads, says that it failed, and shows its content at the next try. */
export async function failAndTryAgain(
  page: Page,
  {
    path,
    call,
    loading,
    failure,
    content,
  }: Record<'path' | 'call' | 'loading' | 'failure', string> & { content: Locator },
) {
  const { opened, open } = newGate()
  await page.route(call, async (route) => {
    await opened
    await route.fulfill({ status: 503, json: { message: 'Away' } })
  })
  await page.goto(path)
  await expect(page.getByText(loading)).toBeAttached()
  open()
  await expect(page.getByText(failure)).toBeVisible()
  await page.unroute(call)
  await tryAgain(page, content)
}

/** The signed-in person of a page. */
export const viewerOf = async (page: Page): Promise<Viewer> => (await page.request.get('/api/v1/auth/session')).json()

let count = 0
/** A title that no other test uses. */
export const unique = (title: string) => {
  count += 1
  return `${title} ${process.pid.toString(36)}${count}${Date.now().toString(36)}`
}

export const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
export const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title })

export const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** Opens a screen through the navigation. */
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

/** Answers each request for the address with this reply, or aborts it. Returns their count. */
export async function answer(page: Page, address: RegExp, reply: { status: number; body?: string } | 'abort') {
  const count = { requests: 0 }
  await page.route(address, (route) => {
    count.requests += 1
    return reply === 'abort' ? route.abort() : route.fulfill(reply)
  })
  return count
}

/** Answers the question of `ui/ask.tsx`, which has these words. */
export const answerQuestion = (page: Page, name: string, words?: string) =>
  page.getByRole('alertdialog', { name: words }).getByRole('button', { name, exact: true }).click()
