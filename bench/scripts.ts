import type { Response } from '@playwright/test'
import { screens } from '../src/shared/screens.ts'
import type { BenchServer } from './bench-server.ts'
import { openBrowser, signIn } from './chromium.ts'
import { startMuster } from './programs.ts'
import { table } from './report.ts'

/** Measures each screen's loads without stored data, as compressed bytes: until it is there, and when idle. */
export async function measureScripts(server: BenchServer) {
  const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
  const browser = await openBrowser(muster.origin)
  const rows: string[][] = []
  try {
    for (const screen of screens) {
      const page = await browser.page()
      const responses: Response[] = []
      page.on('response', (response) => responses.push(response))
      if (screen !== '/login') await signIn(page, 'gita')
      await page.goto(screen, { waitUntil: 'networkidle' })
      const sumOf = async (isWanted: (response: Response) => boolean) => {
        const wanted = responses.filter(isWanted)
        const sizes = await Promise.all(
          wanted.map(async (response) => (await response.request().sizes()).responseBodySize),
        )
        return { count: wanted.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
      }
      const ofType = (type: string) => (response: Response) => response.request().resourceType() === type
      // Other scripts load when the first screen is there (`web/api/first-screen.ts`). The sign-in screen loads nothing
      // later.
      const shownAt = await page.evaluate(() => {
        const mark = performance.getEntriesByName('first screen')[0]
        return mark ? performance.timeOrigin + mark.startTime : Number.MAX_VALUE
      })
      const isLater = (response: Response) => response.request().timing().startTime >= shownAt
      const scripts = await sumOf((response) => ofType('script')(response) && !isLater(response))
      const later = await sumOf((response) => ofType('script')(response) && isLater(response))
      const styles = await sumOf(ofType('stylesheet'))
      const calls = await sumOf((response) => response.url().includes('/api/'))
      const kilo = (bytes: number) => (bytes / 1000).toFixed(1)
      rows.push([
        `\`${screen}\``,
        kilo(scripts.bytes),
        String(scripts.count),
        kilo(later.bytes),
        kilo(styles.bytes),
        String(calls.count),
        kilo(calls.bytes),
      ])
      await page.context().close()
    }
  } finally {
    await browser.close()
    await muster.stop()
  }
  const headings = ['Screen', 'Scripts kB', 'Scripts', 'Later, when idle, kB', 'Styles kB', 'Calls', 'Calls kB']
  return `### What each screen loads\n\n${table(headings, rows)}`
}
