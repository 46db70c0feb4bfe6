// Runs hostile clients against the built server with the sample hotel, one kind after the other, while a normal user
// goes on working.
//
//   npm run try -- hostile [part of a case's name]
//
// For each case it prints the result and how long the normal user waited. It ends with 0, or with 1 if the normal user
// was refused or waited too long, if connections were left open, or if the server did not free memory.

import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookiesOf } from '../../test/support/cookies.ts'
import { memoryAtRest, metricsOf, startMeasured } from '../../test/support/memory.ts'
import type { Waits } from '../../test/support/normal-person.ts'
import { ensureBuilt } from '../build.mjs'
import type { Target } from './hostile/case.ts'
import { cases } from './hostile/cases.ts'

const wanted = process.argv[2] ?? ''
/** The normal user's waits, 99th percentile: up to `MAX_WAIT_MS`, or `MAX_SLOWDOWN` times those before. */
const MAX_WAIT_MS = 1_000
const MAX_SLOWDOWN = 4
const MAX_GROWTH_MB = 15
/** Sockets more than before that may still be open after a case. */
const MAX_MORE_SOCKETS = 20

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-hostile-'))
const server = startMeasured(dataDir)
const address = await server.ready
const login = await fetch(`${address}/api/v1/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'manager@muster.example', password: 'muster-demo' }),
})
const cookie = cookiesOf(login.headers.getSetCookie())
const { id: userId } = await login.json()
const maxOpenFiles = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString()) || Number.POSITIVE_INFINITY
const target: Target = { address, cookie, userId, sockets: Math.min(10_000, maxOpenFiles - 500) }

const person = fork(join(import.meta.dirname, '../../test/support/normal-person.ts'), [address, cookie], {
  execArgv: ['--import', 'tsx'],
})
const waitsSoFar = async () => {
  person.send('tell')
  const [waits] = await once(person, 'message')
  return waits as Waits
}
const sockets = async () => (await metricsOf(address))('nodejs_active_handles{type="Socket"}')
const describeWaits = ({ median, p99, longest }: Waits) =>
  `median ${median.toFixed(0)}, 99 % ${p99.toFixed(0)}, at most ${longest.toFixed(0)} ms`

await waitsSoFar()
await sleep(8_000)
const calm = await waitsSoFar()
console.log(`without hostile clients the normal user waited ${describeWaits(calm)}`)
const maxWait = Math.max(MAX_WAIT_MS, calm.p99 * MAX_SLOWDOWN)
const chosen = Object.entries(cases).filter(([name]) => name.includes(wanted))
let faulty = 0
for (const [name, attack] of chosen) {
  const before = { memory: await memoryAtRest(server, address), sockets: await sockets() }
  await waitsSoFar()
  const startedAt = performance.now()
  const { report, faults = [] } = await attack(target)
  const seconds = (performance.now() - startedAt) / 1000
  const waits = await waitsSoFar()
  if (waits.refused.length > 0)
    faults.push(`the normal user was refused ${waits.refused.length} times: ${waits.refused[0]}`)
  if (waits.p99 > maxWait) faults.push('the normal user waited too long')
  let open = await sockets()
  for (let left = 40; left > 0 && open > before.sockets + MAX_MORE_SOCKETS; left -= 1) {
    await sleep(500)
    open = await sockets()
  }
  if (open > before.sockets + MAX_MORE_SOCKETS) faults.push(`${open - before.sockets} sockets are still open`)
  const after = await memoryAtRest(server, address)
  if (after.retained - before.memory.retained > MAX_GROWTH_MB) faults.push('the server does not free memory')
  if (faults.length > 0) faulty += 1
  console.log(`${name} (${seconds.toFixed(0)} s): ${report}`)
  const memory = `${before.memory.retained.toFixed(0)} → ${after.retained.toFixed(0)} MB in use, ${before.memory.resident.toFixed(0)} → ${after.resident.toFixed(0)} MB resident`
  console.log(
    `  the normal user waited ${describeWaits(waits)} (${waits.requests} requests); ${memory}; sockets ${before.sockets} → ${open}`,
  )
  for (const fault of faults) console.log(`  FAULT ${fault}`)
}
person.disconnect()
server.child.kill('SIGTERM')
await server.ended
const errors = server.output().match(/.*"level":[56]0.*/g) ?? []
for (const error of errors) console.log(`FAULT the log has an error: ${error}`)
rmSync(dataDir, { recursive: true, force: true })
console.log(`${chosen.length} cases, ${faulty + errors.length} faults`)
process.exit(faulty + errors.length === 0 ? 0 : 1)
