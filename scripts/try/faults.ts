// Makes the things fail that Muster depends on, case by case, and checks that the built servers keep their promises. No
// acknowledged write is lost. A refusal says when to try again. Calls that need no database still work. The servers
// recover by themselves.
//
//   npm run try -- faults [cases, all]
//
// Each case has its own database in a temporary folder. The program prints a line with figures for each case, and ends
// with 1 after a fault. The cases with a full disk need root, because they mount small disks. Without root they are
// skipped, and the program says so.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cases } from '../../test/support/faults/cases.ts'
import { BUILT } from '../../test/support/server-process.ts'
import { ensureBuilt } from '../build.mjs'

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in cases))
if (unknown.length > 0) {
  console.error(`There is no case called ${unknown.join(', ')}. The cases are ${Object.keys(cases).join(', ')}.`)
  process.exit(1)
}

await ensureBuilt()
let run = 0
let faults = 0
for (const [name, runCase] of Object.entries(cases)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-faults-')))
  const startedAt = performance.now()
  const took = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`
  try {
    const figures = await runCase({ folder, program: BUILT, log: (line) => console.log(`  ${line}`) })
    run += 1
    console.log(`${name} (${took()}): ${figures}`)
  } catch (error) {
    run += 1
    faults += 1
    console.log(`${name} (${took()}): FAULT: ${error instanceof Error ? error.message : error}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(`${run} cases, ${faults} faults`)
process.exitCode = faults > 0 ? 1 : 0
