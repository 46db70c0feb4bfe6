import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { cameraPhoto } from './camera-photo.ts'
import { ADMIN, startCheckout } from './checkout.ts'
import { openBrowser } from './chromium.ts'
import { slowDown } from './phone.ts'
import { median, table } from './report.ts'
import { DOWNLOAD, LATENCY_MS, openSlowLink } from './slow-link.ts'

/**
 * Measures how long somebody on a slow phone waits for their photo: from the camera's picture until it stands beside
 * the field, and from the tap on Send until the comment stands in the conversation with it. The sending itself comes
 * after that. `photos rounds=5`.
 */
const TASKS = 1_000
/** A very slow phone's processor is so many times slower than this machine's. */
const SLOWER = 6
const PHONE = { width: 360, height: 740 }

interface Options {
  rounds?: string
}

/** All in milliseconds. */
interface Round {
  chosen: number
  sent: number
}

export async function measurePhotos({ rounds = '5' }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  const muster = await startCheckout(folder, undefined, TASKS)
  const link = await openSlowLink(muster.port)
  const browser = await openBrowser(link.origin, {
    ...{ viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  })
  try {
    const page = await browser.page()
    const reply = await page.request.post('/api/v1/auth/login', { data: ADMIN })
    if (!reply.ok()) throw new Error(await reply.text())
    const { tasks } = await (await page.request.get('/api/v1/tasks?limit=1')).json()
    const picture = await cameraPhoto(page)
    await slowDown(page, SLOWER)
    await page.goto(`/tasks?task=${tasks[0].id}`)
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor({ timeout: 60_000 })
    const measured: Round[] = []
    for (let round = 0; round < Number(rounds); round += 1) {
      measured.push(await measureRound(page, picture))
      console.log(`  ${JSON.stringify(measured.at(-1))}`)
    }
    const of = (figure: keyof Round) => median(measured.map((each) => each[figure])).toFixed(0)
    return [
      '### A photo on a slow phone',
      `A JPEG of 12 megapixels, ${(picture.buffer.length / 1e6).toFixed(1)} MB. Processor ${SLOWER} times slower, ${(DOWNLOAD * 8) / 1e6} Mbit/s, ${LATENCY_MS} ms. Medians of ${rounds} rounds.`,
      table(
        ['Camera to photo, ms', 'Send to comment, ms', 'Both'],
        [[of('chosen'), of('sent'), median(measured.map(({ chosen, sent }) => chosen + sent)).toFixed(0)]],
      ),
    ].join('\n\n')
  } finally {
    await browser.close()
    await link.close()
    await muster.stop()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRound(page: Page, picture: Awaited<ReturnType<typeof cameraPhoto>>): Promise<Round> {
  const dialog = page.getByRole('dialog').first()
  const photos = dialog.getByRole('list', { name: 'Photos' }).getByRole('img')
  await photos.first().waitFor({ state: 'detached' })
  await page.evaluate(noteTimes)
  await dialog.locator('input[capture]').setInputFiles(picture)
  const chosen = await timeOf(page, 'chosen')
  await dialog.getByRole('button', { name: 'Send' }).tap()
  return { chosen, sent: await timeOf(page, 'sent') }
}

interface Times {
  chosen: number
  sent: number
}

/** Milliseconds from the camera's picture, or from the tap on Send, until the result is painted. */
async function timeOf(page: Page, what: keyof Times) {
  const seen = await page.waitForFunction(
    (what) => (window as unknown as { times: Times }).times[what] || false,
    what,
    { timeout: 60_000 },
  )
  return (await seen.jsonValue()) as number
}

/**
 * Notes in the page when the photo stands beside the field, and when a further comment with a photo stands in the
 * conversation. It is sent to the page as text, so its functions are methods: others would call code of this program.
 */
function noteTimes() {
  const drafts = '[role=dialog] ul[aria-label="Photos"] img'
  const comments = '[role=dialog] [role=log] img[alt^="Photo"]'
  const watch = {
    times: { chosen: 0, sent: 0 },
    before: document.querySelectorAll(comments).length,
    change: 0,
    tap: 0,
    painted(what: 'chosen' | 'sent', since: number) {
      requestAnimationFrame(() => setTimeout(() => Object.assign(this.times, { [what]: performance.now() - since })))
    },
    isShown(image: HTMLImageElement | undefined) {
      return image?.complete === true && image.naturalWidth > 0
    },
    look() {
      const found = [...document.querySelectorAll<HTMLImageElement>(comments)]
      const images = [...document.querySelectorAll<HTMLImageElement>(drafts)]
      const draft = images.find((image) => !image.closest('[role=log]'))
      if (this.change > 0 && this.times.chosen === 0 && this.isShown(draft)) this.painted('chosen', this.change)
      if (this.tap > 0 && found.length > this.before && this.isShown(found.at(-1))) this.painted('sent', this.tap)
      else requestAnimationFrame(() => this.look())
    },
  }
  Object.assign(window, { times: watch.times })
  addEventListener('change', () => Object.assign(watch, { change: performance.now() }), { capture: true, once: true })
  addEventListener(
    'click',
    ({ target }) => {
      const label = (target as Element).closest('button')
      if (watch.tap === 0 && /Send/.test(`${label?.textContent} ${label?.ariaLabel}`)) watch.tap = performance.now()
    },
    { capture: true },
  )
  watch.look()
}
