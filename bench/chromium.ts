import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../scripts/browser.mjs'
import { emailOf, PASSWORD, type PersonName } from '../test/support/people.ts'

/** The browser for measurements. `page` opens a page in a new context, as large as on a desk by default. */
export async function openBrowser(origin: string, options: BrowserContextOptions = {}) {
  const { path, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: path,
    args: [...browserFlags, '--enable-precise-memory-info'],
    env: { ...process.env, ...env },
  })
  return {
    page: async () => {
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, ...options })
      return context.newPage()
    },
    close: () => browser.close(),
  }
}

/** Signs in over the API, as the sign-in screen does. */
export async function signIn(page: Page, name: PersonName) {
  const reply = await page.request.post('/api/v1/auth/login', { data: { email: emailOf(name), password: PASSWORD } })
  if (!reply.ok()) throw new Error(await reply.text())
}

/** The page's heap after a garbage collection, in megabytes. */
export async function heapOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize / 2 ** 20
}
