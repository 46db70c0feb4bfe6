import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pino from 'pino'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import type { Services } from '../src/server/context.ts'
import { openBus } from '../src/server/db/bus.ts'
import { connect, migrateDatabase } from '../src/server/db/connect.ts'
import { openEmbedded } from '../src/server/db/embedded.ts'
import { openFiles } from '../src/server/files.ts'
import { openPdfReader } from '../src/server/pdf.ts'
import { emailOf, moveIn, PASSWORD, type PersonName } from '../src/server/testing/people.ts'
import { taskSorts } from '../src/shared/tasks.ts'
import { fillTasks } from './fill.ts'

/** Measures the task calls over HTTP on a database full of tasks: `npm run bench -- 100000`. */
const count = Number(process.argv[2] ?? 100_000)
const ROUNDS = 200

const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'))
const embedded = await openEmbedded({ dataDir })
await migrateDatabase(embedded.url)
const log = pino({ level: 'warn' })
const database = connect(embedded.url, () => {})
const bus = await openBus(embedded.url, log)
const files = openFiles(join(dataDir, 'files'))
const services: Services = {
  config: readConfig({}),
  database,
  bus,
  files,
  pdf: openPdfReader(),
  log,
  mail: null,
  sample: false,
}
const hotel = await moveIn(services)
await fillTasks(database.pool, count)
const app = await buildApp(services)
await app.listen({ port: 0 })
const { port } = app.server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`

async function signIn(name: PersonName) {
  const reply = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(name), password: PASSWORD }),
  })
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function send(cookie: string, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text
}

async function measure(name: string, run: (round: number) => Promise<unknown>) {
  for (let round = 0; round < 20; round += 1) await run(round)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    await run(round + 20)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))]?.toFixed(2).padStart(8)
  console.log(`${name.padEnd(52)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   p99 ${at(0.99)} ms`)
}

console.log(`${count} tasks, ${ROUNDS} rounds, one connection`)
const manager = await signIn('marta')
const user = await signIn('uli')
const home = hotel.departments.Housekeeping
await measure('board, manager, all departments', () => send(manager, 'GET', '/tasks/board'))
await measure('board, manager, one department', () => send(manager, 'GET', `/tasks/board?departmentId=${home}`))
await measure('board, user', () => send(user, 'GET', '/tasks/board'))
await measure('board, manager, search of five letters', () => send(manager, 'GET', '/tasks/board?search=linen'))
await measure('board, manager, search of a rare word', () => send(manager, 'GET', '/tasks/board?search=77777'))
await measure('sidebar badge (limit=1), manager', () => send(manager, 'GET', '/tasks?limit=1'))
await measure('sidebar badge (limit=1), user', () => send(user, 'GET', '/tasks?limit=1'))
for (const sort of taskSorts) {
  for (const order of ['asc', 'desc']) {
    for (const search of ['', '&search=min']) {
      await measure(`list of 50 by ${sort}, ${order}${search && ', search of three letters'}`, () =>
        send(manager, 'GET', `/tasks?limit=50&sort=${sort}&order=${order}${search}`),
      )
    }
  }
}
const ids: number[] = []
await measure('create', async (round) => {
  ids.push(JSON.parse(await send(manager, 'POST', '/tasks', { title: `Bench ${round}`, departmentId: home })).id)
})
await measure('change of status', (round) => send(user, 'PUT', `/tasks/${ids[round]}`, { status: 'in_progress' }))
await measure('session', () => send(manager, 'GET', '/auth/session'))

await app.close()
await bus.close()
await database.close()
await embedded.stop()
await rm(dataDir, { recursive: true, force: true })
