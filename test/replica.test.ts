import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '../src/server/db/embedded/embedded.ts'
import { migrateDatabase } from '../src/server/db/migrate/migrate.ts'
import { type ServerProcess, startServer } from './support/server-process.ts'
import { type Standby, startStandby } from './support/standby.ts'
import { diceOf, FIRST_ACCOUNT, signIn } from './support/writers.ts'

/** Long reads on a real standby, at the door of a real server. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-replica-')))
let database: EmbeddedDatabase
let standby: Standby
let server: ServerProcess
let address = ''
let cookie = ''

beforeAll(async () => {
  database = await openEmbedded({ dataDir: join(folder, 'primary') })
  await migrateDatabase(database.url)
  standby = await startStandby(join(folder, 'primary'), join(folder, 'standby'))
  server = startServer({
    ...{ DATABASE_URL: database.url, DATABASE_READ_URL: standby.url, DATA_DIR: join(folder, 'data'), TIME_ZONE: 'UTC' },
    LOG_LEVEL: 'info',
    ...FIRST_ACCOUNT,
  })
  address = await server.ready
  cookie = (await signIn('somebody', address, diceOf(1))).cookie
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await standby.stop()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body?: object) {
  const reply = await fetch(`${address}/api/v1${path}`, {
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}

/** How many connections of Muster the standby has. */
const connections = async () => {
  const rows = await standby.command<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'muster' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count
}

/** Creates a task, and looks whether the export shows it at once. */
async function seesItsOwn(title: string) {
  expect((await ask('/tasks', { title })).status).toBe(201)
  const { text } = await ask('/tasks/export')
  expect(text).toContain(title)
}

test('a long read runs on the standby, and shows what was written before', async () => {
  expect(await connections()).toBe(0)
  for (let round = 0; round < 10; round += 1) await seesItsOwn(`In time ${round}`)
  expect(await connections()).toBeGreaterThan(0)
})

test('the primary answers while the standby is behind, and the standby again when it has caught up', async () => {
  await standby.command('select pg_wal_replay_pause()')
  await seesItsOwn('Not on the standby')
  // The log is written a tenth of a second late.
  await expect.poll(() => server.output()).toContain('The standby is not used for reading')
  await standby.command('select pg_wal_replay_resume()')
  // Nobody asks the standby for ten seconds.
  const readAgain = async () => {
    await seesItsOwn('On the standby')
    return server.output()
  }
  await expect.poll(readAgain, { interval: 500 }).toContain('The standby is used for reading again')
})

test('the primary answers when the standby is away', { tags: 'long' }, async () => {
  await standby.stop()
  await seesItsOwn('Without a standby')
  expect((await ask('/analytics/summary')).status).toBe(200)
})
