import type { Page } from '@playwright/test'
import { emailOf, PASSWORD } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import { heapOf, openBrowser, signIn } from './chromium.ts'
import { startMuster } from './programs.ts'
import { median, shown } from './report.ts'

/**
 * The board in the browser, each time in a fresh one that has nothing stored: from the click on Sign In, and from opening the
 * address when signed in, until its cards are painted. Then the heap, also after a column was scrolled to its end.
 */
const ROUNDS = 5
const SCROLL_FOR = 10_000

export const boardHeads = [
  'Tasks',
  'From Sign In, s',
  'From the address, s',
  'Heap MB',
  'Cards scrolled by',
  'Heap MB then',
]

export async function measureBoard(server: BenchServer, count: number) {
  const muster = await startMuster(server.folder, { DATABASE_URL: server.url, DATA_DIR: server.folder })
  const browser = await openBrowser(muster.origin)
  const signingIn: number[] = []
  const opening: number[] = []
  let heap = 0
  let scrolled = { cards: 0, heap: 0 }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await browser.page()
      await watchCards(page)
      await page.goto('/tasks')
      await page.getByLabel('Email').fill(emailOf('marta'))
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      signingIn.push(await paintedAfter(page, 'click'))
      if (round === ROUNDS - 1) {
        heap = await heapOf(page)
        scrolled = await scrollColumn(page)
      }
      await page.context().close()

      const other = await browser.page()
      await signIn(other, 'marta')
      await watchCards(other)
      await other.goto('/tasks')
      opening.push(await paintedAfter(other, 'navigation'))
      await other.context().close()
    }
  } finally {
    await browser.close()
    await muster.stop()
  }
  const row = [
    count.toLocaleString('en-US'),
    shown(median(signingIn) / 1000),
    shown(median(opening) / 1000),
    heap.toFixed(1),
    scrolled.cards.toLocaleString('en-US'),
    scrolled.heap.toFixed(1),
  ]
  console.log(`  ${row.join('  ')}`)
  return row
}

/** Notes in the page when somebody clicked last, and when its first cards were painted. */
const watchCards = (page: Page) =>
  page.addInitScript(() => {
    const seen = { click: 0, painted: 0 }
    Object.assign(window, { seen })
    addEventListener('click', () => Object.assign(seen, { click: performance.now() }), { capture: true })
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[aria-label="Board"] article')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => Object.assign(seen, { painted: performance.now() })))
    }).observe(document, { childList: true, subtree: true })
  })

async function paintedAfter(page: Page, since: 'click' | 'navigation') {
  const seen = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen: { click: number; painted: number } }
    return seen.painted > 0 && seen
  })
  const { click, painted } = (await seen.jsonValue()) as { click: number; painted: number }
  return since === 'click' ? painted - click : painted
}

/** Scrolls the completed tasks as far as they go, or as time allows. */
async function scrollColumn(page: Page) {
  const list = page.getByRole('region', { name: /^Completed/ }).locator('[data-scroll-restoration-id]')
  const cards = await list.evaluate(async (element, most) => {
    const end = performance.now() + most
    let still = 0
    while (performance.now() < end && still < 30) {
      const before = element.scrollTop
      element.scrollTop = element.scrollHeight
      await new Promise((painted) => requestAnimationFrame(painted))
      still = element.scrollTop === before ? still + 1 : 0
    }
    return Math.round(element.scrollHeight / 100)
  }, SCROLL_FOR)
  return { cards, heap: await heapOf(page) }
}
