import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../../scripts/browser.mjs'
import { BUILT, startServer } from './server-process.ts'

export const SAMPLE_PASSWORD = 'muster-demo'
/** Seconds of the keystroke-level model: to decide, to point and press, and to type a letter. */
const [DECIDE, PRESS, TYPE] = [1.35, 1.3, 0.28]

/** Counts the work of hands in a browser. */
export class Keystrokes {
  clicks = 0
  letters = 0
  decisions = 0

  /** A press on something that somebody has decided for. */
  async press(target: Locator) {
    await target.click()
    this.clicks += 1
    this.decisions += 1
  }

  async type(target: Locator, text: string) {
    await this.press(target)
    await target.fill(text)
    this.letters += text.length
  }

  async key(page: Page, name: string) {
    await page.keyboard.press(name)
    this.letters += 1
  }

  /** @param readingSeconds time to read, which the model does not know */
  minutes(readingSeconds = 0) {
    return (this.decisions * DECIDE + this.clicks * PRESS + this.letters * TYPE + readingSeconds) / 60
  }
}

export interface SampleHotel {
  /** Opens a browser of somebody who is signed in with the password of the sample hotel. */
  signedIn(email: string, options?: BrowserContextOptions): Promise<BrowserContext>
  /** All open pages. */
  pages(): Page[]
}

/**
 * Starts the built server with the sample hotel, in a temporary folder, and a browser. It ends both after the walk. A
 * walk that fails is printed, and makes the exit code 1.
 *
 * @param now the time of the server, in ms; undefined for the real one
 */
export async function walkSampleHotel(
  { timeZone, now }: { timeZone: string; now?: number },
  walk: (hotel: SampleHotel) => Promise<void>,
) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-walk-')))
  const clock = join(folder, 'clock')
  if (now !== undefined) writeFileSync(clock, String(now - Date.now()))
  const server = startServer(
    {
      ...{ NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), TIME_ZONE: timeZone, LOG_LEVEL: 'error', DEMO: '1' },
      ...(now !== undefined && { SET_CLOCK: clock }),
    },
    [...(now === undefined ? [] : ['--import', './test/support/set-clock.mjs']), ...BUILT],
  )
  const { path, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath: path, env, args: browserFlags })
  try {
    const baseURL = await server.ready
    await walk({
      async signedIn(email, options = {}) {
        const context = await browser.newContext({ baseURL, ...options })
        context.setDefaultTimeout(60_000)
        const reply = await context.request.post('/api/v1/auth/login', { data: { email, password: SAMPLE_PASSWORD } })
        if (!reply.ok()) throw new Error(await reply.text())
        return context
      },
      pages: () => browser.contexts().flatMap((context) => context.pages()),
    })
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    await browser.close()
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(folder, { recursive: true, force: true })
  }
}
