import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { BUILT, startServer } from '../test/support/server-process.ts'
import { browserFlags, findBrowser } from './browser.mjs'
import { lookOver } from './screens/look-over.ts'
import { overfill } from './screens/overfull.ts'
import { type Picture, writeSheet } from './screens/sheet.ts'
import { type State, type Stop, stops } from './screens/stops.ts'

/**
 * Takes pictures of every screen into `screens/`, and says what is amiss on them: `npm run build && npm run screens`. Words
 * choose screens whose names hold one of them; `--state`, `--width` and `--scheme` narrow further, `--all` takes every
 * combination.
 */
const { positionals: words, values: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    state: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    into: { type: 'string', default: 'screens' },
  },
})
const folder = chosen.into
const heights: Record<number, number> = { 360: 780, 768: 1024, 1440: 900, 2560: 1440 }
/** Phones and tablets upright are touched, the others have a mouse. */
const TOUCHED = [360, 768]
const DESKS = [1440, 2560]
const ACCOUNT = { email: 'first@hotel.example', password: 'the very first one' }
const passwords = { email: 'god@muster.example', password: 'muster-demo' }

/** Without `--all`: dark where people are, a phone and a desk, and of the other states what differs. */
function isTaken(state: State, width: number, scheme: string) {
  if (chosen.state && chosen.state !== state) return false
  if (chosen.width && !chosen.width.split(',').includes(String(width))) return false
  if (chosen.scheme && chosen.scheme !== scheme) return false
  if (chosen.all || chosen.width || chosen.scheme) return true
  if (state === 'typical') return scheme === 'light' || width === 360 || width === 1440
  return scheme === 'light' && (state === 'overfull' || width === 360 || width === 1440)
}

const pictures: Picture[] = []

async function walk(browser: Browser, state: State) {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-screens-'))
  const sample = state === 'typical'
  const settings = { NODE_ENV: 'production', DATA_DIR: dataDir, TIME_ZONE: 'Europe/Lisbon', LOG_LEVEL: 'error' }
  const server = startServer(
    { ...settings, ...(sample ? { DEMO: '1' } : { ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password }) },
    BUILT,
  )
  process.once('exit', () => server.child.kill())
  try {
    const address = await server.ready
    const accounts = {
      god: sample ? passwords : ACCOUNT,
      user: { ...passwords, email: 'user@muster.example' },
      guest: { ...passwords, email: 'guest@muster.example' },
      visitor: undefined,
    }
    // Each signs in once: else the lists of sign-ins would be all there is to see.
    const signedIn = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()
    const contextOf = async (who: keyof typeof accounts, byTouch = false) => {
      const storageState = signedIn.get(who)
      const known = storageState && { storageState }
      const context = await browser.newContext({
        baseURL: address,
        reducedMotion: 'reduce',
        // What it fetches, no route of ours would see.
        serviceWorkers: 'block',
        locale: 'en-GB',
        hasTouch: byTouch,
        isMobile: byTouch,
        ...known,
      })
      // What esbuild writes around functions is not there in the page.
      await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
      if (accounts[who] && !known) {
        await context.request.post('/api/v1/auth/login', { data: accounts[who] })
        signedIn.set(who, await context.storageState())
      }
      return context
    }
    if (state === 'overfull') {
      const context = await contextOf('god')
      const [cookie] = await context.cookies()
      await overfill(address, `${cookie?.name}=${cookie?.value}`, dataDir)
      await context.close()
    }
    const waiting = stops.filter(
      (stop) => (stop.in ?? ['empty', 'typical', 'overfull']).includes(state) && isRequested(stop.name),
    )
    const work = async () => {
      for (let stop = waiting.shift(); stop; stop = waiting.shift()) {
        for (const byTouch of [true, false]) {
          const widths = (byTouch ? TOUCHED : DESKS).filter((width) => stop?.widths?.includes(width) ?? true)
          const context = await contextOf(stop.as ?? 'god', byTouch)
          await takeAll(await context.newPage(), stop, state, widths)
          await context.close()
        }
      }
    }
    await Promise.all([work(), work()])
  } finally {
    server.child.kill()
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

const isRequested = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

/** One stop at these widths, each in light and dark. */
async function takeAll(page: Page, stop: Stop, state: State, widths: number[]) {
  const said: string[] = []
  // That nobody has signed in, and that two edit at once, is expected.
  const isFault = (text: string) => !stop.fails && !/status of 4(01|09)/.test(text)
  page.on('console', (message) => message.type() === 'error' && isFault(message.text()) && said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  const sizes = widths.flatMap((width) =>
    ['light', 'dark'].filter((scheme) => isTaken(state, width, scheme)).map((scheme) => ({ width, scheme })),
  )
  let openedAt = 0
  for (const { width, scheme } of sizes) {
    const name = `${stop.name}-${state}-${width}-${scheme}`
    try {
      await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' })
      await page.setViewportSize({ width, height: heights[width] ?? 900 })
      if (openedAt !== width) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.goto('about:blank')
        await stop.prepare?.(page)
        await page.goto(stop.path)
        await settled(page, stop)
        await stop.open?.(page)
        openedAt = width
      }
      await settled(page, stop)
      const faults = [...(await lookOver(page, width < 768)), ...said.splice(0)]
      const file = `${name}.png`
      await showWhole(page)
      await page.screenshot({ path: join(folder, file) })
      pictures.push({ stop: stop.name, state, width, scheme, file, faults })
    } catch (error) {
      console.log(`${name}: ${String(error).split('\n').slice(0, 4).join(' ')}`)
      openedAt = 0
    }
  }
}

/** All is there, and has been drawn. */
async function settled(page: Page, stop: Stop) {
  page.setDefaultTimeout(8_000)
  if (stop.fails) await page.waitForTimeout(700)
  else {
    await page.waitForFunction(
      () =>
        document.querySelector('h1, main, [role="dialog"]') &&
        ![...document.querySelectorAll('.animate-pulse, .animate-spin, [aria-busy="true"]')].some((waiting) =>
          waiting.checkVisibility({ opacityProperty: true }),
        ),
    )
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let n = 0; n < 4; n += 1) await frame()
  })
}

/** Makes the window as high as what the screen would scroll, within reason. */
async function showWhole(page: Page) {
  const hidden = await page.evaluate(() => {
    const content = document.querySelector('[role="dialog"]') ? null : document.querySelector('#content')
    return content ? content.scrollHeight - content.clientHeight : 0
  })
  const size = page.viewportSize()
  if (hidden > 0 && size) await page.setViewportSize({ ...size, height: size.height + Math.min(hidden, 1200) })
}

await mkdir(folder, { recursive: true })
const began = Date.now()
const found = await findBrowser()
const browser = await chromium.launch({
  executablePath: found.path,
  args: browserFlags,
  env: { ...process.env, ...found.env },
})
try {
  for (const state of ['empty', 'typical', 'overfull'] as const) {
    if (!chosen.state || chosen.state === state) await walk(browser, state)
  }
} finally {
  await browser.close()
}
await writeSheet(folder, pictures)
for (const { file, faults } of pictures) for (const fault of faults) console.log(`${file}: ${fault}`)
console.log(
  `${pictures.length} pictures in ${folder}/index.html, taken in ${Math.round((Date.now() - began) / 1000)} s`,
)
