import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions } from '@playwright/test'
import { openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { cameraPhoto } from './camera-photo.ts'
import { createDatabase } from './checkout.ts'
import { openBrowser } from './chromium.ts'
import { CHARACTER_SECONDS, openHand, TAP_SECONDS } from './day-hand.ts'
import { accounts, fillHouse, plannedTasks, reassignedTasks } from './day-house.ts'
import { type Job, jobs } from './day-jobs.ts'
import { SLOWER, slowDown, workerReady } from './phone.ts'
import { startMuster } from './programs.ts'
import { median, table } from './report.ts'
import { DOWNLOAD, LATENCY_MS, openSlowLink } from './slow-link.ts'

/**
 * Does the jobs of a working day in the sample hotel as a person would, and counts taps, typed characters and seconds.
 * Staff hold a phone on a slow network, the manager sits at a desk. `day build=<folder>` does them in another checkout
 * too, which must be built. A build without Today gets the ways that it has. `rounds=3` repeats all of it; `jobs=1,4`
 * chooses.
 */
const DEVICES: Record<Job['by'], BrowserContextOptions> = {
  staff: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  manager: { viewport: { width: 1440, height: 900 } },
}
/** Milliseconds. The app was open before, so that its service worker has cached the build. */
const LOOKS = 3000

interface Options {
  build?: string
  rounds?: string
  jobs?: string
}
type Cost = ReturnType<ReturnType<typeof openHand>['cost']>

export async function measureDay({ build, rounds = '1', jobs: chosen }: Options) {
  const wanted = jobs.filter((_, at) => !chosen || chosen.split(',').includes(String(at + 1)))
  const sides = [...(build ? [{ name: 'Other build', checkout: resolve(build) }] : []), { name: 'This build' }]
  const costs = new Map<string, Cost[]>()
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const { name, checkout } of sides) {
      await inHouse(checkout, async (house) => {
        for (const job of wanted) {
          const cost = await doJob(house, job)
          costs.set(job.name + name, [...(costs.get(job.name + name) ?? []), cost])
          console.log(`  ${name}: ${job.name} ${JSON.stringify(cost)}`)
        }
      })
    }
  }
  const rows = wanted.map(({ name, by }) => [
    `${name} (${by})`,
    ...(['taps', 'characters', 'waiting', 'seconds'] as const).flatMap((figure) =>
      sides.map((side) => {
        const value = median((costs.get(name + side.name) ?? []).map((cost) => cost[figure]))
        return figure === 'waiting' || figure === 'seconds' ? value.toFixed(1) : String(value)
      }),
    ),
  ])
  const headings = ['Taps', 'Characters', 'Waiting, s', 'In all, s'].flatMap((figure) =>
    sides.map(({ checkout }) => (checkout ? `${figure}, other build` : figure)),
  )
  return [
    '### A working day',
    `${TAP_SECONDS} s for each tap, click or swipe and ${CHARACTER_SECONDS} s for each character; the rest is waiting for the app.`,
    `Processor ${SLOWER} times slower. Staff: phone, ${(DOWNLOAD * 8) / 1e6} Mbit/s, ${LATENCY_MS} ms. Manager: desk, no slow network.`,
    table(['Job', ...headings], rows),
  ].join('\n\n')
}

interface House {
  port: number
  databaseUrl: string
}

/** Starts a build with the sample hotel and the people and tasks of the bench, on a PostgreSQL of its own. */
async function inHouse(checkout: string | undefined, work: (house: House) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const embedded = await openEmbedded({ dataDir: folder })
  try {
    const databaseUrl = await createDatabase(folder, 'day')
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1', TIME_ZONE: 'UTC' }
    const muster = await startMuster(folder, settings, undefined, checkout)
    try {
      await fillHouse(muster.origin, databaseUrl)
      await work({ port: muster.port, databaseUrl })
    } finally {
      await muster.stop()
    }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Does a job in a browser that has had the app open before. */
async function doJob({ port, databaseUrl }: House, { name, by, before, today }: Job) {
  const isStaff = by === 'staff'
  const link = isStaff ? await openSlowLink(port) : { origin: `http://127.0.0.1:${port}`, close: async () => {} }
  const browser = await openBrowser(link.origin, { ...DEVICES[by], locale: 'en-US', timezoneId: 'UTC' })
  try {
    const page = await browser.page()
    const reply = await page.request.post('/api/v1/auth/login', { data: accounts[by] })
    if (!reply.ok()) throw new Error(await reply.text())
    const hasToday = (await page.request.get('/today')).ok()
    await slowDown(page)
    await page.goto(hasToday ? '/today' : '/')
    await page.waitForTimeout(LOOKS)
    await workerReady(page.context(), page)
    await page.goto('about:blank')
    await cameraPhoto(page)
    const hand = openHand(page, isStaff)
    try {
      await (hasToday ? today : before)(hand)
    } catch (error) {
      await page.screenshot({ path: join(tmpdir(), 'muster-bench-day.png') })
      throw new Error(`${name} failed, as ${join(tmpdir(), 'muster-bench-day.png')} shows`, { cause: error })
    }
    const cost = hand.cost()
    if (name.startsWith('Plan') && (await plannedTasks(databaseUrl)) !== 12) throw new Error('The day is not planned')
    if (name.startsWith('Reassign') && (await reassignedTasks(databaseUrl)) !== 8) throw new Error('Some are still his')
    return cost
  } finally {
    await browser.close()
    await link.close()
  }
}
