// Lets what Muster stands on fail, case by case, and looks whether the built servers keep their promises: nothing acknowledged
// is lost, who is refused is told when to try again, what needs no database goes on, and all is well again by itself.
//
//   npm run try:faults -- [cases, all]
//
// Each case has a database of its own in a temporary folder. It prints a line with figures for each, and ends with 1 after a
// fault. The cases in which a disk is full need root, to mount small ones; they are left out, and that is said, without.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cases } from '../test/support/faults/cases.ts'
import { BUILT } from '../test/support/server-process.ts'
import { ensureBuilt } from './build.mjs'

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in cases))
if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}; there are ${Object.keys(cases).join(', ')}`)
  process.exit(1)
}

await ensureBuilt()
let run = 0
let faults = 0
for (const [name, work] of Object.entries(cases)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-faults-')))
  const began = performance.now()
  const took = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
  try {
    const metrics = await work({ folder, program: BUILT, log: (line) => console.log(`  ${line}`) })
    run += 1
    console.log(`${name} (${took()}): ${metrics}`)
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
