import { ensureBuilt } from '../../scripts/build.mjs'
import { stopSignals } from '../../scripts/run.mjs'
import { openNetwork } from '../network.ts'
import fillSample, { startSample } from '../sample.ts'
import { type Driver, findEngines } from './drivers.ts'
import { callsOf, journeys } from './journeys.ts'
import { Page } from './page.ts'

/**
 * Walks the journeys in every engine that is here: `npm run test:engines -- firefox` in those whose name contains the
 * word. An engine that is not installed is named at the end, and fails nothing.
 */
const [engineWord = '', journeyWord = ''] = process.argv.slice(2).map((word) => word.toLowerCase())
let [passed, failed] = [0, 0]
const missing: string[] = []

// Started programs end with this process, even if it is stopped.
for (const signal of stopSignals) process.once(signal, () => process.exit(1))
await ensureBuilt()
const engines = (await findEngines()).filter(({ name }) => name.toLowerCase().includes(engineWord))
const removeSample = await fillSample()
for (const engine of engines) {
  if ('missing' in engine) missing.push(`${engine.name} was not tried: ${engine.missing}.`)
  else await walk(engine.name, engine.start)
}
await removeSample()
for (const line of missing) console.log(line)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

/** Walks all journeys in one engine, on a Muster of its own. */
async function walk(name: string, start: () => Promise<Driver>) {
  const muster = await startSample({ TIME_ZONE: 'Europe/Lisbon', PROOF_MINUTES: '1440' })
  process.env.MUSTER_URL = muster.url
  const network = await openNetwork()
  const call = await callsOf(muster.url, 'manager@muster.example')
  const driver = await start()
  const page = new Page(driver, muster.url)
  for (const [title, journey] of journeys) {
    if (title !== 'sign in' && !title.includes(journeyWord)) continue
    const began = Date.now()
    try {
      await journey({ page, call, network })
      passed += 1
      console.log(`ok    ${name}: ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failed += 1
      console.log(`FAIL  ${name}: ${title}\n      ${error instanceof Error ? error.message : error}`)
    }
  }
  await driver.close()
  await network.close()
  await muster.stop()
}
