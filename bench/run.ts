import { performance } from 'node:perf_hooks'
import { ensureBuilt } from '../scripts/build.mjs'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { boardHeadings, measureBoard } from './browser.ts'
import { measureCalls } from './calls.ts'
import { measureDay } from './day.ts'
import { fillTasks } from './fill.ts'
import { measureHerd } from './herd.ts'
import { measureInvitation } from './invitation.ts'
import { measureLists } from './lists.ts'
import { measureLive } from './live.ts'
import { measureCosts } from './people/costs.ts'
import { measurePeople } from './people/measure.ts'
import { measurePhone } from './phone.ts'
import { measurePhotos } from './photos.ts'
import { machine, table, writeReport } from './report.ts'
import { measureScripts } from './scripts.ts'
import { measureStart } from './start.ts'
import { measureVersions } from './versions.ts'

/**
 * Measures Muster as it is built and started in production, and writes a report to `bench/results/`. Name parts to
 * measure only them; a number leaves out parts that need more tasks: `npm run bench`, `npm run bench -- calls lists
 * 10000`.
 */
const parts = ['start', 'browser', 'scripts', 'phone', 'invitation', 'photos', 'calls', 'live', 'herd', 'lists']
/** Measured only by name. The first needs another version's build. The second says nothing of waits. */
const VERSIONS = 'versions'
const COSTS = 'costs'
const DAY = 'day'
const PEOPLE = 'people'
const named = [COSTS, DAY, PEOPLE, VERSIONS]
const words = process.argv.slice(2).filter((word) => !word.includes('='))
/** Options of a part, as in `herd pages=1000`. */
const options = Object.fromEntries(
  process.argv.slice(2).flatMap((word) => (word.includes('=') ? [word.split('=')] : [])),
)
const requested = words.filter((word) => !/^\d+$/.test(word))
const maxTasks = Number(words.find((word) => /^\d+$/.test(word)) ?? 1_000_000)
const unknown = requested.filter((part) => ![...parts, ...named].includes(part))
if (unknown.length > 0)
  throw new Error(`There is no part called ${unknown.join(', ')}. The parts are ${[...parts, ...named].join(', ')}.`)
const isWanted = (part: string) => requested.length === 0 || requested.includes(part)
/** Numbers of tasks. */
const [SOME, MANY] = [10_000, 1_000_000]

await ensureBuilt()
const begin = performance.now()
const server = await openBenchServer()
const sections = [`# Measured ${new Date().toISOString().slice(0, 10)}`, await machine(server.pool)]
const note = (section: string) => {
  sections.push(section)
  console.log(`\n${section}\n`)
}
let filled = 0
const fill = async (count: number) => {
  console.log(`${count.toLocaleString('en-US')} tasks …`)
  await fillTasks(server.pool, count, filled)
  filled = count
}

/** Measures with few tasks first, because the same database is filled further. */
async function measureAll(server: BenchServer) {
  if (requested.includes(VERSIONS)) note(await measureVersions(options))
  if (requested.includes(COSTS)) note(await measureCosts(options))
  if (requested.includes(DAY)) note(await measureDay(options))
  if (requested.includes(PEOPLE)) note(await measurePeople(options))
  if (isWanted('start')) note(await measureStart())
  if (isWanted('phone')) note(await measurePhone(options))
  if (isWanted('invitation')) note(await measureInvitation(options))
  if (isWanted('photos')) note(await measurePhotos(options))
  if (isWanted('browser')) {
    const rows: string[][] = []
    for (const count of [100, 1000, SOME]) {
      await fill(count)
      rows.push(await measureBoard(server, count))
    }
    note(`### The board in the browser\n\n${table(boardHeadings, rows)}`)
  }
  if (!['scripts', 'live', 'herd', 'calls', 'lists'].some(isWanted)) return
  await fill(SOME)
  if (isWanted('scripts')) note(await measureScripts(server))
  if (isWanted('live')) note(await measureLive(server))
  if (isWanted('herd')) note(await measureHerd(options))
  if (isWanted('calls')) note(await measureCalls(server, SOME))
  if (maxTasks < MANY || !(isWanted('calls') || isWanted('lists'))) return
  await fill(MANY)
  if (isWanted('lists')) note(await measureLists(server, MANY))
  if (isWanted('calls')) note(await measureCalls(server, MANY))
}

try {
  await measureAll(server)
} finally {
  await server.close()
}
const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
console.log(`Written to ${writeReport(`${sections.join('\n\n')}\n`)} after ${minutes} minutes.`)
