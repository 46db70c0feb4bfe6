import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { firstCards, watchCards } from './browser.ts'
import { ADMIN, startCheckout } from './checkout.ts'
import { openBrowser } from './chromium.ts'
import { median, table } from './report.ts'
import { DOWNLOAD, LATENCY_MS, openSlowLink } from './slow-link.ts'

/**
 * Measures the first screen on a slow phone: a quarter of this machine's speed, behind a slow network. Each round is a
 * new context. It opens an address, waits until the service worker is there, opens it again, and then a task for the
 * first time. `phone build=<folder>` measures another checkout in turn, which must be built. `rounds=5`,
 * `screens=/tasks,/dashboard`.
 */
const TASKS = 10_000
/** A phone's processor is so many times slower than this machine's. */
export const SLOWER = 4
export const PHONE = { width: 412, height: 823 }
/** Milliseconds. Somebody looks at the cards before they open one; the page loads its dialog meanwhile. */
const LOOKS = 3000

interface Options {
  build?: string
  rounds?: string
  screens?: string
}

/** All in milliseconds but `shift` (CLS) and `script` (kB, compressed). */
const figures = [
  ...['titles', 'cards', 'longest', 'script', 'shift'],
  ...['titlesAgain', 'again', 'longestAgain', 'task', 'longestTask'],
] as const
type Round = Record<(typeof figures)[number], number>

export async function measurePhone({ build, rounds = '5', screens = '/tasks,/dashboard' }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  const stops: (() => Promise<unknown>)[] = []
  try {
    const sides: { name: string; origin: string }[] = []
    for (const checkout of [undefined, ...(build ? [resolve(build)] : [])]) {
      const muster = await startCheckout(folder, checkout, TASKS)
      const link = await openSlowLink(muster.port)
      stops.push(link.close, muster.stop)
      sides.push({ name: checkout ? 'Other build' : 'This build', origin: link.origin })
    }
    const rows: string[][] = []
    for (const screen of screens.split(',')) {
      const results = new Map<string, Round[]>(sides.map(({ name }) => [name, []]))
      for (let round = 0; round < Number(rounds); round += 1) {
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          const measured = await measureRound(side.origin, screen)
          results.get(side.name)?.push(measured)
          console.log(`  ${screen} ${side.name} ${JSON.stringify(measured)}`)
        }
      }
      for (const [name, all] of results) {
        const of = (figure: keyof Round) => median(all.map((one) => one[figure]))
        const seconds = (ms: number) => (ms / 1000).toFixed(2)
        rows.push([
          `\`${screen}\``,
          name,
          ...[
            seconds(of('titles')),
            seconds(of('cards')),
            of('longest').toFixed(0),
            of('script').toFixed(1),
            of('shift').toFixed(3),
          ],
          ...[
            seconds(of('titlesAgain')),
            seconds(of('again')),
            of('longestAgain').toFixed(0),
            seconds(of('task')),
            of('longestTask').toFixed(0),
          ],
        ])
      }
    }
    const headings = [
      ...['Screen', 'Build', 'Titles, s', 'Cards, s', 'Longest task, ms', 'Script kB', 'CLS'],
      ...['Second visit: titles, s', 'Cards, s', 'Longest task, ms', 'First task opened, s', 'Longest task, ms'],
    ]
    return [
      `### A slow phone, with ${TASKS.toLocaleString('en-US')} tasks`,
      `Processor ${SLOWER} times slower, ${(DOWNLOAD * 8) / 1e6} Mbit/s, ${LATENCY_MS} ms. Medians of ${rounds} rounds.`,
      table(headings, rows),
    ].join('\n\n')
  } finally {
    for (const stop of stops) await stop()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRound(origin: string, screen: string): Promise<Round> {
  // A new browser, so that no compiled script is left of the round before.
  const browser = await openBrowser(origin, { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  try {
    const page = await browser.page()
    const reply = await page.request.post('/api/v1/auth/login', { data: ADMIN })
    if (!reply.ok()) throw new Error(await reply.text())
    await watchCards(page)
    await watchWork(page)
    await slowDown(page)
    const cards = await visit(page, screen)
    await page.waitForTimeout(LOOKS)
    const first = await page.evaluate(readWork)
    await workerReady(page.context(), page)
    await page.goto('about:blank')
    const again = await visit(page, screen)
    await page.waitForTimeout(LOOKS)
    const second = await page.evaluate(readWork)

    const other = await page.context().newPage()
    await watchCards(other)
    await watchWork(other)
    await slowDown(other)
    await page.close()
    await visit(other, screen)
    await other.waitForTimeout(LOOKS)
    const before = await other.evaluate(() => performance.now())
    const task = await openFirstTask(other)
    const third = await other.evaluate(readWork)
    const since = third.tasks.filter(({ start }) => start >= before).map(({ duration }) => duration)
    const { script, shift } = first
    const longest = (work: Work) => Math.max(0, ...work.tasks.map(({ duration }) => duration))
    return {
      ...{ titles: first.titles, cards: Math.round(cards), longest: longest(first), script, shift },
      ...{ titlesAgain: second.titles, again: Math.round(again), longestAgain: longest(second) },
      ...{ task: Math.round(task), longestTask: Math.max(0, ...since) },
    }
  } finally {
    await browser.close()
  }
}

/** Slows the page's processor down. */
export async function slowDown(page: Page, rate = SLOWER) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Milliseconds from the address to painted cards. */
async function visit(page: Page, screen: string) {
  const painted = firstCards(page)
  await page.goto(screen, { waitUntil: 'commit' })
  return painted
}

/** Milliseconds from a tap on the first card until the task's form is painted. */
async function openFirstTask(page: Page) {
  await page.evaluate(() => {
    const noted = { tapped: 0, shown: 0 }
    Object.assign(window, { noted })
    addEventListener('click', () => Object.assign(noted, { tapped: performance.now() }), { capture: true })
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[role=dialog] :is(input, h2 + *)')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(noted, { shown: performance.now() })))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.locator('article[data-task]').first().tap()
  const seen = await page.waitForFunction(() => {
    const { noted } = window as unknown as { noted: { tapped: number; shown: number } }
    return noted.shown > 0 && noted.shown - noted.tapped
  })
  return (await seen.jsonValue()) as number
}

interface Work {
  tasks: { start: number; duration: number }[]
  /** kB, compressed, before the cards were painted. */
  script: number
  shift: number
  /** When the titles of the first cards were painted in the frame, in milliseconds; 0 if they were not. */
  titles: number
}

/** Notes long tasks, layout shifts and the first titles in the page. */
const watchWork = (page: Page) =>
  page.addInitScript(() => {
    const work = { tasks: [] as { start: number; duration: number }[], shift: 0, titles: 0 }
    Object.assign(window, { work })
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#frame p')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(work, { titles: Math.round(performance.now()) })))
    }).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) work.tasks.push({ start: startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) work.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const readWork = (): Work => {
  const { work, seen } = window as unknown as { work: Omit<Work, 'script'>; seen: { painted: number } }
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name, startTime }) => name.endsWith('.js') && startTime < seen.painted,
  )
  return { ...work, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000 }
}

/** Waits until the service worker has cached the build and controls the page. */
export async function workerReady(context: BrowserContext, page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  if (context.serviceWorkers().length === 0) throw new Error('There is no service worker')
}
