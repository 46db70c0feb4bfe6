import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { PSEUDO, type ShownLanguage } from '../src/shared/words/languages.ts'
import { BUILT, startServer } from '../test/support/server-process.ts'
import { browserFlags, findBrowser } from './browser.mjs'
import { lookOver } from './screens/look-over.ts'
import { overfill } from './screens/overfull.ts'
import { type Picture, writeSheet } from './screens/sheet.ts'
import { nameInLanguage, type State, type Stop, stops } from './screens/stops.ts'

/**
 * Takes pictures of every screen into `screens/`, and lists the layout faults on them: `npm run build && npm run
 * screens`. Words choose the screens whose names contain one of them. `--state`, `--width` and `--scheme` narrow
 * further. `--all` takes every combination. `--language de` shows another language, `--language en-XA` the
 * pseudo-language, whose texts are long; a stop that opens something by an English name that is a pattern is left out
 * then. `--zoom` shows the page enlarged to 200 %, `--landscape` a phone on its side, with a notch, `--forced-colors`
 * the few colours of a system's contrast theme.
 */
const { positionals: words, values: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    state: { type: 'string' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    language: { type: 'string', default: 'en' },
    zoom: { type: 'boolean', default: false },
    landscape: { type: 'boolean', default: false },
    'forced-colors': { type: 'boolean', default: false },
    into: { type: 'string', default: 'screens' },
  },
})
const folder = chosen.into
nameInLanguage(chosen.language as ShownLanguage)
const heights: Record<number, number> = { 360: 780, 768: 1024, 1440: 900, 2560: 1440 }
const usualWidths = () => (chosen.landscape ? '360' : chosen.zoom ? '360,1440' : undefined)
const widthsShown = (chosen.width ?? usualWidths())?.split(',').map(Number)
const manner = [chosen.zoom && 'zoom', chosen.landscape && 'landscape', chosen['forced-colors'] && 'forced-colors']
  .filter(Boolean)
  .map((name) => `-${name}`)
  .join('')
/** Phones and upright tablets have touch, the others a mouse. */
const TOUCH_WIDTHS = [360, 768]
const DESK_WIDTHS = [1440, 2560]
const ACCOUNT = { email: 'first@hotel.example', password: 'the very first one' }
const SAMPLE_ACCOUNT = { email: 'god@muster.example', password: 'muster-demo' }

/** The edges that a notch hides on a phone on its side, in px. */
const NOTCH = { left: 59, right: 59, bottom: 21 }

/** The window of a screen. Enlarged to 200 %, half as many pixels of CSS fit into it. */
function windowOf(screen: number) {
  const upright = { width: screen, height: heights[screen] ?? 900 }
  const { width, height } = chosen.landscape ? { width: upright.height, height: upright.width } : upright
  return chosen.zoom ? { width: width / 2, height: height / 2 } : { width, height }
}

/** Whether a picture is wanted. Without `--all` it leaves out combinations that differ little from others. */
function isWanted(state: State, width: number, scheme: string) {
  if (chosen.state && chosen.state !== state) return false
  if (widthsShown && !widthsShown.includes(width)) return false
  if (chosen.scheme && chosen.scheme !== scheme) return false
  if (chosen.all || widthsShown || chosen.scheme) return true
  if (state === 'typical') return scheme === 'light' || width === 360 || width === 1440
  return scheme === 'light' && (state === 'overfull' || width === 360 || width === 1440)
}

const pictures: Picture[] = []

/** Takes the pictures of one state, on a server with that state's data. */
async function photographState(browser: Browser, state: State) {
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
    const contextOf = contextsOf(browser, address, sample)
    if (state === 'overfull') {
      const context = await contextOf('god')
      const [cookie] = await context.cookies()
      await overfill(address, `${cookie?.name}=${cookie?.value}`, dataDir)
      await context.close()
    }
    const queue = stops.filter(
      (stop) => (stop.in ?? ['empty', 'typical', 'overfull']).includes(state) && isRequested(stop.name),
    )
    const photographQueue = async () => {
      for (let stop = queue.shift(); stop; stop = queue.shift()) {
        for (const byTouch of [true, false]) {
          const widths = (byTouch ? TOUCH_WIDTHS : DESK_WIDTHS).filter((width) => isFor(stop, width))
          const context = await contextOf(stop.as ?? 'god', byTouch)
          await photographStop(await context.newPage(), stop, state, widths)
          await context.close()
        }
      }
    }
    await Promise.all([photographQueue(), photographQueue()])
  } finally {
    server.child.kill()
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns a function that opens a context with an account's session. Each account signs in only once. */
function contextsOf(browser: Browser, address: string, sample: boolean) {
  const accounts = {
    god: sample ? SAMPLE_ACCOUNT : ACCOUNT,
    user: { ...SAMPLE_ACCOUNT, email: 'user@muster.example' },
    guest: { ...SAMPLE_ACCOUNT, email: 'guest@muster.example' },
    visitor: undefined,
  }
  const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()
  return async (account: keyof typeof accounts, byTouch = false) => {
    const storageState = sessions.get(account)
    const context = await browser.newContext({
      baseURL: address,
      reducedMotion: 'reduce',
      // Routes of the page do not see requests of a service worker.
      serviceWorkers: 'block',
      locale: chosen.language === 'en' ? 'en-GB' : chosen.language,
      forcedColors: chosen['forced-colors'] ? 'active' : null,
      deviceScaleFactor: chosen.zoom ? 2 : 1,
      hasTouch: byTouch,
      isMobile: byTouch,
      ...(storageState && { storageState }),
    })
    if (chosen.language === PSEUDO)
      await context.addInitScript((language) => localStorage.setItem('muster.language', language), PSEUDO)
    // esbuild wraps functions in `__name`, which the page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    if (accounts[account] && !storageState) {
      await context.request.post('/api/v1/auth/login', { data: accounts[account] })
      sessions.set(account, await context.storageState())
    }
    return context
  }
}

const isRequested = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

/** Whether a stop has something to show on a screen. A desk's window that is enlarged is as narrow as a phone. */
const isFor = ({ widths }: Stop, screen: number) =>
  widths?.includes(windowOf(screen).width < 768 ? 360 : screen) ?? true

/** Takes the pictures of one stop at these widths, each in light and dark. */
async function photographStop(page: Page, stop: Stop, state: State, widths: number[]) {
  const consoleErrors: string[] = []
  // Stops without a session (401) and with two editors (409) are expected to log these.
  const isFault = (text: string) => !stop.fails && !/status of 4(01|09)/.test(text)
  page.on(
    'console',
    (message) => message.type() === 'error' && isFault(message.text()) && consoleErrors.push(message.text()),
  )
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
  const sizes = widths.flatMap((width) =>
    ['light', 'dark'].filter((scheme) => isWanted(state, width, scheme)).map((scheme) => ({ width, scheme })),
  )
  if (chosen.landscape) {
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: NOTCH })
  }
  let openWidth = 0
  for (const { width, scheme } of sizes) {
    const name = `${stop.name}-${state}-${width}-${scheme}${manner}`
    try {
      await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' })
      await page.setViewportSize(windowOf(width))
      if (openWidth !== width) {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await page.goto('about:blank')
        await stop.prepare?.(page)
        await page.goto(stop.path)
        await waitUntilDrawn(page, stop)
        await stop.open?.(page)
        openWidth = width
      }
      await waitUntilDrawn(page, stop)
      const faults = [...(await lookOver(page, width < 768)), ...consoleErrors.splice(0)]
      const file = `${name}.png`
      await showWhole(page)
      await page.screenshot({ path: join(folder, file) })
      pictures.push({ stop: stop.name, state, width, scheme, file, faults })
    } catch (error) {
      console.log(`${name}: ${String(error).split('\n').slice(0, 4).join(' ')}`)
      openWidth = 0
    }
  }
}

/** Waits until the stop has loaded and is drawn. */
async function waitUntilDrawn(page: Page, stop: Stop) {
  page.setDefaultTimeout(8_000)
  if (stop.fails) await page.waitForTimeout(700)
  else {
    await page.waitForFunction(
      () =>
        document.querySelector('h1, main, [role="dialog"]') &&
        ![...document.querySelectorAll('.animate-pulse, .animate-spin, [aria-busy="true"]')].some((element) =>
          element.checkVisibility({ opacityProperty: true }),
        ),
    )
  }
  await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let n = 0; n < 4; n += 1) await frame()
  })
}

/** Makes the window as high as the scrolled content, up to 1200 px more. */
async function showWhole(page: Page) {
  const hidden = await page.evaluate(() => {
    const content = document.querySelector('[role="dialog"]') ? null : document.querySelector('#content')
    return content ? content.scrollHeight - content.clientHeight : 0
  })
  const size = page.viewportSize()
  if (hidden > 0 && size) await page.setViewportSize({ ...size, height: size.height + Math.min(hidden, 1200) })
}

await mkdir(folder, { recursive: true })
const startedAt = Date.now()
const { path: executablePath, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args: browserFlags,
  env: { ...process.env, ...env },
})
try {
  for (const state of ['empty', 'typical', 'overfull'] as const) {
    if (!chosen.state || chosen.state === state) await photographState(browser, state)
  }
} finally {
  await browser.close()
}
await writeSheet(folder, pictures)
for (const { file, faults } of pictures) for (const fault of faults) console.log(`${file}: ${fault}`)
console.log(
  `${pictures.length} pictures in ${folder}/index.html, taken in ${Math.round((Date.now() - startedAt) / 1000)} s`,
)
