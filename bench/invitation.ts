import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { ADMIN, startCheckout } from './checkout.ts'
import { openBrowser } from './chromium.ts'
import { PHONE, SLOWER, slowDown } from './phone.ts'
import { median, table } from './report.ts'
import { DOWNLOAD, LATENCY_MS, openSlowLink } from './slow-link.ts'

/**
 * Measures how long a person waits who opens an invitation on the slow phone of `phone.ts`, for the first time: until
 * the form for the password is painted. `invitation build=<folder>` measures another checkout in turn. `rounds=5`.
 */
const TASKS = 100

interface Options {
  build?: string
  rounds?: string
}

/** `scripts`: how many came before the form; `calls`: when the call for the invitation was sent, in milliseconds. */
interface Round {
  form: number
  call: number
  scripts: number
  kB: number
}

export async function measureInvitation({ build, rounds = '5' }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  const stops: (() => Promise<unknown>)[] = []
  try {
    const sides: { name: string; origin: string; link: string; all: Round[] }[] = []
    for (const checkout of [undefined, ...(build ? [resolve(build)] : [])]) {
      const muster = await startCheckout(folder, checkout, TASKS)
      const slow = await openSlowLink(muster.port)
      stops.push(slow.close, muster.stop)
      const name = checkout ? 'Other build' : 'This build'
      sides.push({ name, origin: slow.origin, link: await invite(muster.origin), all: [] })
    }
    for (let round = 0; round < Number(rounds); round += 1)
      for (const { name, origin, link, all } of round % 2 === 0 ? sides : sides.toReversed()) {
        all.push(await measureRound(origin, link))
        console.log(`  ${name} ${JSON.stringify(all.at(-1))}`)
      }
    const rows = sides.map(({ name, all }) => {
      const of = (figure: keyof Round) => median(all.map((one) => one[figure]))
      return [name, (of('form') / 1000).toFixed(2), (of('call') / 1000).toFixed(2), of('scripts'), of('kB').toFixed(1)]
    })
    return [
      '### An invitation on a slow phone',
      `Processor ${SLOWER} times slower, ${(DOWNLOAD * 8) / 1e6} Mbit/s, ${LATENCY_MS} ms. Medians of ${rounds} rounds.`,
      table(['Build', 'Form, s', 'Invitation asked for, s', 'Scripts before it', 'Script kB'], rows),
    ].join('\n\n')
  } finally {
    for (const stop of stops) await stop()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates an account by the API; returns the path of its link. */
async function invite(origin: string): Promise<string> {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie }
    const reply = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    return reply
  }
  const cookie = (await post('/auth/login', ADMIN)).headers.get('set-cookie')?.split(';')[0]
  const department = (await (await post('/departments', { name: 'Rooms' }, cookie)).json()) as { id: number }
  const person = { firstName: 'Iva', lastName: 'Kovač', email: 'iva@hotel.example', departmentId: department.id }
  const reply = await post('/users/many', { people: [{ ...person, role: 'user' }] }, cookie)
  const { invitations } = (await reply.json()) as { invitations: { link: string }[] }
  return invitations[0]?.link ?? ''
}

async function measureRound(origin: string, link: string): Promise<Round> {
  // A new browser, which has nothing of Muster.
  const browser = await openBrowser(origin, { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })
  try {
    const page = await browser.page()
    await watchForm(page)
    await slowDown(page)
    const said = page.waitForEvent('console', (message) => message.text().startsWith(PAINTED))
    await page.goto(link, { waitUntil: 'commit' })
    const form = Number((await said).text().slice(PAINTED.length))
    const { call, scripts, kB } = await page.evaluate((form) => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = all.filter(({ name, startTime }) => name.endsWith('.js') && startTime < form)
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      const call = all.find(({ name }) => name.endsWith('/auth/invitation'))?.startTime ?? 0
      return { call: Math.round(call), scripts: scripts.length, kB: bytes / 1000 }
    }, form)
    return { form: Math.round(form), call, scripts, kB }
  } finally {
    await browser.close()
  }
}

const PAINTED = 'The form is painted at '

/** The page says by itself when its form is painted: to ask it would take a slow phone time. */
const watchForm = (page: Page) =>
  page.addInitScript((said) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('form input[autocomplete="new-password"]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => console.debug(said + performance.now())))
    }).observe(document, { childList: true, subtree: true })
  }, PAINTED)
