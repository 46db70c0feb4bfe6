// Uploads pictures to the built server: honest ones of every kind, cut and damaged ones, others with files and places
// hidden in them, bombs, and all pictures that the packages in node_modules contain. A folder of pictures can be given
// as well.
//
//   npm run try -- pictures [FOLDER]
//
// It reads each photo back, looks for metadata, and shows it in a browser beside the original: both must look the same.
// It ends with 0, or with 1 if metadata leaves the server, if a reply is a server error, if a picture that must be
// taken in is refused or looks otherwise, or if the server uses 60 MB more than before.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { cookiesOf } from '../../test/support/cookies.ts'
import { describeMemory, memoryAtRest, metricsOf, startMeasured } from '../../test/support/memory.ts'
import { honestPictures, type Sample, wholeCorpus } from '../../test/support/picture-corpus.ts'
import { type Result, uploadPictures } from '../../test/support/picture-uploads.ts'
import { databaseIn } from '../../test/support/server-process.ts'
import { browserFlags, findBrowser } from '../browser.mjs'
import { ensureBuilt } from '../build.mjs'
import { drawnPictures, looksOf } from './pictures/looks.ts'

const MAX_GROWTH_MB = 60
const MB = 1024 * 1024
/** By how much a channel of a pixel may differ, of 255, after both pictures were made small. */
const MAX_DIFFERENCE = 2
const folder = process.argv[2]

/** All pictures in a folder that are not larger than a photo may be. */
function picturesIn(place: string): Sample[] {
  const paths = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(jpe?g|png|webp)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return paths
    .map((path): Sample => ({ name: relative(place, path), bytes: readFileSync(path), expected: 'either' }))
    .filter(({ bytes }) => bytes.length <= 10 * MB)
}

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-pictures-'))
const server = startMeasured(dataDir)
const found = await findBrowser()
const browser = await chromium.launch({
  executablePath: found.path,
  args: browserFlags,
  env: { ...(process.env as Record<string, string>), ...found.env },
})
let faults = 0
try {
  const address = await server.ready
  const login = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'god@muster.example', password: 'muster-demo' }),
  })
  const cookie = cookiesOf(login.headers.getSetCookie())
  const database = new pg.Pool({ connectionString: databaseIn(dataDir) })
  const { rows } = await database.query('select id from tasks where deleted_at is null order by id limit 1')
  // Nobody may have many photos that hang on nothing.
  const attach = ({ id }: { id: string }) =>
    database.query('update photos set task_id = $1 where id = $2', [rows[0].id, id])
  const upload = (samples: Sample[]) => uploadPictures({ address, cookie, samples, onPhoto: attach })

  // The originals are shown from memory, which the pages of Muster do not allow.
  const page = await browser.newPage({ bypassCSP: true })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await page.context().addCookies([{ name, value: value.split(';')[0] ?? '', url: address }])
  await page.goto(`${address}/login`)
  const samples = [
    ...wholeCorpus(await drawnPictures(page)),
    ...picturesIn('node_modules'),
    ...(folder ? picturesIn(folder) : []),
  ]

  // The cost of any upload must not count for these pictures.
  for (let round = 0; round < 5; round += 1) await upload(honestPictures)
  const before = await memoryAtRest(server, address)
  console.log(`${samples.length} pictures; at rest: ${describeMemory(before)}`)
  let peak = 0
  const startedAt = performance.now()
  let isRunning = true
  const watch = (async () => {
    while (isRunning) {
      peak = Math.max(peak, (await metricsOf(address))('process_resident_memory_bytes') / MB)
      await sleep(200)
    }
  })()
  const results = await upload(samples)
  isRunning = false
  await watch
  const after = await memoryAtRest(server, address)

  console.log(`uploaded after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const counts = { same: 0, shown: 0, refusedThoughShown: [] as string[] }
  for (const result of results) await compare(result)
  const taken = results.filter(({ photo }) => photo).length
  const statuses = [...new Set(results.map(({ status }) => status))].sort()
  const ofStatus = (status: number) => results.filter((result) => result.status === status).length
  const waits = results.map(({ ms }) => ms).sort((a, b) => a - b)
  console.log(`${results.length} pictures: ${statuses.map((each) => `${ofStatus(each)} × ${each}`).join(', ')}`)
  console.log(
    `  the slowest reply came after ${waits.at(-1)?.toFixed(0)} ms, half of them within ${waits[waits.length >> 1]?.toFixed(0)} ms`,
  )
  console.log(`  ${taken} taken in, of which the browser shows ${counts.shown}; ${counts.same} look as before`)
  console.log(`  ${counts.refusedThoughShown.length} refused that the browser shows:`)
  for (const line of counts.refusedThoughShown.slice(0, 60)) console.log(`    ${line}`)
  console.log(`memory: ${describeMemory(after)}, ${peak.toFixed(0)} MB at most`)
  for (const { sample, faults: own } of results) for (const fault of own) console.log(`FAULT ${sample.name}: ${fault}`)
  faults = results.reduce((sum, { faults: own }) => sum + own.length, 0)
  if (after.resident - before.resident > MAX_GROWTH_MB) faults += 1
  await database.end()

  /** Shows a photo beside its original. A picture that a browser showed before must look alike now. */
  async function compare({ sample, status, photo, message, faults: own }: Result) {
    // No browser need try to show a picture of four gigapixels.
    if (!photo && (sample.expected === 'refused' || message?.includes('too many pixels'))) return
    const original = await looksOf(page, { bytes: sample.bytes })
    if (!photo) {
      if (original) counts.refusedThoughShown.push(`${status} ${sample.name}: ${message}`)
      return
    }
    const served = await looksOf(page, { url: photo.url })
    if (served) counts.shown += 1
    if (!original) {
      if (sample.expected === 'taken') own.push('the browser does not show the original')
      return
    }
    if (!served) return own.push('the browser does not show it any more')
    if (served.width !== photo.width || served.height !== photo.height)
      own.push(`it is ${served.width} × ${served.height} and not ${photo.width} × ${photo.height}`)
    const difference = Math.max(...served.pixels.map((each, at) => Math.abs(each - (original.pixels[at] ?? 0))))
    if (difference > MAX_DIFFERENCE) own.push(`it looks otherwise, by ${difference}`)
    else counts.same += 1
  }
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(faults === 0 ? 'no faults' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
