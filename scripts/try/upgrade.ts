// Upgrades three servers in turn from an older version to this one, as docs/operations.md says, while people work. The
// first new server migrates the database; old and new ones run side by side; then the old ones stop one by one. It
// checks that no call fails or is refused, that no write is lost or done twice, and that the pages follow.
//
//   npm run try -- upgrade [older version] [times, 3]
//
// The older version is a commit or tag of this repository: the latest tag, or before there is one, the version before
// the latest migration. It is installed and built in a temporary folder, once. It prints a line for each time, and ends
// with 1 after a fault.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../src/server/base/project-root.ts'
import { type Balancer, openBalancer } from '../../test/support/balancer.ts'
import { openPages, startLoad } from '../../test/support/faults/load.ts'
import { must, openTrial, type Trial } from '../../test/support/faults/trial.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const SERVERS = 3
/** Calls that must have succeeded between two steps. */
const CALLS = 200

const [version = latestTag() ?? beforeLatestMigration(), times = '3'] = process.argv.slice(2)

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-upgrade-')))
try {
  const older = await buildOlder(version)
  for (let time = 1; time <= Number(times); time += 1) console.log(`${time}. ${await upgrade(older, String(time))}`)
} catch (error) {
  console.log(`FAULT: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function git(...words: string[]) {
  return execFileSync('git', words, { cwd: projectRoot, stdio: 'pipe' }).toString().trim()
}

function latestTag() {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return undefined
  }
}

function beforeLatestMigration() {
  return `${git('log', '-1', '--format=%H', '--', 'migrations/meta/_journal.json')}~1`
}

/** Installs and builds another version. Returns its program. */
async function buildOlder(name: string) {
  const place = join(folder, 'older')
  mkdirSync(place)
  const files = execFileSync('git', ['archive', name], { cwd: projectRoot, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['x'], { cwd: place, input: files })
  console.log(`Building ${name}`)
  for (const words of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build'],
  ])
    execFileSync('npm', words, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] })
  return [...BUILT.slice(0, -1), join(place, 'dist/server/main.js')]
}

async function upgrade(older: string[], name: string) {
  const place = join(folder, name)
  mkdirSync(place)
  const trial = await openTrial({ folder: place, program: older }, { servers: SERVERS })
  const servers = [...trial.addresses]
  const balancer = await openBalancer(servers)
  // People know the address of the balancer alone.
  const people: Trial = { ...trial, addresses: [balancer.address] }
  const load = startLoad(people)
  const pages = await openPages(people)
  try {
    await load.goesOn(CALLS)
    const began = performance.now()
    servers.push(await trial.startAnother({}, BUILT))
    const migrated = performance.now() - began
    await load.goesOn(CALLS)
    const served = servedBoth(balancer, SERVERS)
    for (let at = 0; at < SERVERS; at += 1) {
      await stop(trial, servers, at)
      await load.goesOn(CALLS)
      if (at < SERVERS - 1) servers.push(await trial.startAnother({}, BUILT))
      await pages.awaitTaskChange(load)
    }
    const { refused } = load.delivered
    must(refused === 0, `${refused} calls were refused`)
    return `${await load.end()}; the first new server was ready after ${(migrated / 1000).toFixed(1)} s; side by side the old ones answered ${served.old} calls and the new one ${served.fresh}`
  } finally {
    pages.close()
    await load.stop()
    balancer.close()
    await trial.close()
  }
}

/** How many calls the old servers, which come first, and the new ones have answered lately. */
function servedBoth(balancer: Balancer, count: number) {
  const served = balancer.served()
  const fresh = served.filter((at) => at >= count).length
  must(fresh > 0 && served.length > fresh, 'Old and new servers did not both answer')
  return { old: served.length - fresh, fresh }
}

/** Takes an old server out of the balancer, and stops it. */
async function stop({ servers: processes }: Trial, servers: string[], at: number) {
  // Its place is taken by one that runs, because the balancer counts.
  servers[at] = servers.at(-1) ?? ''
  processes[at]?.child.kill('SIGTERM')
  must((await processes[at]?.ended) === 0, 'An old server did not stop in good order')
}
