import type { Page } from '@playwright/test'
import { emailOf, PASSWORD } from '../test/support/people.ts'
import type { BenchServer } from './bench-server.ts'
import { heapOf, openBrowser, signIn } from './chromium.ts'
import { startMuster } from './programs.ts'
import { format, median } from './report.ts'

/**
 * The board in the browser, each round in a new context without stored data. It measures the time until the cards are
 * painted: from the click on Sign In, and from opening the address when signed in. Then it measures the heap, also
 * after scrolling a column to its end.
 */
const ROUNDS = 5
const SCROLL_TIMEOUT_MS = 10_000
/** Animation frames without movement after which a column is at its end. */
const STILL_FRAMES = 30

export const boardHeadings = [
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
  const signInTimes: number[] = []
  const openingTimes: number[] = []
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
      signInTimes.push(await paintedAfter(page, 'click'))
      if (round === ROUNDS - 1) {
        heap = await heapOf(page)
        scrolled = await scrollColumn(page)
      }
      await page.context().close()

      const other = await browser.page()
      await signIn(other, 'marta')
      await watchCards(other)
      await other.goto('/tasks')
      openingTimes.push(await paintedAfter(other, 'navigation'))
      await other.context().close()
    }
  } finally {
    await browser.close()
    await muster.stop()
  }
  const row = [
    count.toLocaleString('en-US'),
    format(median(signInTimes) / 1000),
    format(median(openingTimes) / 1000),
    heap.toFixed(1),
    scrolled.cards.toLocaleString('en-US'),
    scrolled.heap.toFixed(1),
  ]
  console.log(`  ${row.join('  ')}`)
  return row
}

const PAINTED = 'Cards were painted after '

/** Notes in the page the time of the last click, and when its first cards were painted (`firstCards`). */
export const watchCards = (page: Page) =>
  page.addInitScript((said) => {
    const seen = { click: 0, painted: 0 }
    Object.assign(window, { seen })
    addEventListener('click', () => Object.assign(seen, { click: performance.now() }), { capture: true })
    new MutationObserver((_changes, observer) => {
      const cards = document.querySelector<HTMLElement>('[aria-label="Board"] [role=feed]')
      // The first cards are laid out after the shell (`web/tasks/board/use-stages.ts`).
      if (!cards || cards.style.contentVisibility) return
      observer.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          seen.painted = performance.now()
          console.debug(said + seen.painted)
        }),
      )
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['style'] })
  }, PAINTED)

/**
 * Milliseconds from the address to the first painted cards of the page that opens next. The page says so by itself: to
 * ask it, Playwright would run a script of its own in it meanwhile, which takes a slow phone 50 ms.
 */
export async function firstCards(page: Page) {
  const said = await page.waitForEvent('console', (message) => message.text().startsWith(PAINTED))
  return Number(said.text().slice(PAINTED.length))
}

async function paintedAfter(page: Page, since: 'click' | 'navigation') {
  const seen = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen: { click: number; painted: number } }
    return seen.painted > 0 && seen
  })
  const { click, painted } = (await seen.jsonValue()) as { click: number; painted: number }
  return since === 'click' ? painted - click : painted
}

/** Scrolls the completed tasks to their end, or until the timeout. */
async function scrollColumn(page: Page) {
  const list = page.getByRole('region', { name: /^Completed/ }).locator('[data-scroll-restoration-id]')
  const cards = await list.evaluate(
    async (element, { timeout, stillFrames }) => {
      const end = performance.now() + timeout
      let still = 0
      while (performance.now() < end && still < stillFrames) {
        const before = element.scrollTop
        element.scrollTop = element.scrollHeight
        await new Promise((resolve) => requestAnimationFrame(resolve))
        still = element.scrollTop === before ? still + 1 : 0
      }
      return Math.round(element.scrollHeight / 100)
    },
    { timeout: SCROLL_TIMEOUT_MS, stillFrames: STILL_FRAMES },
  )
  return { cards, heap: await heapOf(page) }
}
