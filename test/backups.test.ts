import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, expect, test } from 'vitest'
import { processesIn } from './support/processes.ts'
import { startS3 } from './support/s3-server.ts'
import { databaseIn, runCommand, type ServerProcess, startServer } from './support/server-process.ts'
import { putSop } from './support/sops.ts'
import { useTestApp } from './support/test-app.ts'

/** Backups that built servers make by themselves, on one database. */

const muster = useTestApp()
const s3 = await startS3()
const scratch = mkdtempSync(join(tmpdir(), 'muster-backups-'))
const servers: ServerProcess[] = []
/** A key of age is faster than a passphrase. */
const key = await generateX25519Identity()

afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
  await query(`delete from jobs; delete from settings where name = 'backups'`)
  s3.objects.clear()
  s3.uploads.clear()
  s3.faults = []
})
afterAll(async () => {
  await s3.close()
  rmSync(scratch, { recursive: true, force: true })
})

const query = async (text: string) => (await muster.services.database.pool.query(text)).rows

/** A server that makes backups, with the files of the test's own. */
function start(more: Record<string, string>) {
  const server = startServer({
    ...{ DATABASE_URL: muster.services.database.url, DATA_DIR: muster.services.config.dataDir },
    ...{ BACKUP_EVERY: '168h', BACKUP_KEY: key, LOG_LEVEL: 'info', ...more },
  })
  servers.push(server)
  return server
}

const jobs = (kind: string) =>
  query(`select attempts, done_at is not null as done, last_error from jobs where kind = '${kind}' order by id`)
const state = async () => (await query(`select value from settings where name = 'backups'`))[0]?.value
const metricsOf = async (server: ServerProcess) => {
  const text = await (await fetch(`${await server.ready}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^muster_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
test('two servers at once make one backup, restore it for a trial, and say so', async () => {
  await putSop(muster, { title: 'Fire drill' })
  const to = join(scratch, 'nightly')
  const [one, two] = [start({ BACKUP_TO: to }), start({ BACKUP_TO: to })]
  await Promise.all([one.ready, two.ready])
  await expect.poll(() => jobs('restore-test')).toMatchObject([{ done: true }])
  expect(await jobs('backup')).toEqual([{ attempts: 1, done: true, last_error: null }])
  const names = readdirSync(to).filter((name) => name !== 'unfinished')
  expect(names).toEqual([expect.stringMatching(/^muster-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar\.age$/)])
  expect(await state()).toMatchObject({
    last: { name: names[0], bytes: expect.any(Number), seconds: expect.any(Number) },
    ...{ failures: 0, testFailures: 0, test: { outcome: 'passed' } },
  })
  for (const server of [one, two])
    expect(await metricsOf(server)).toEqual({
      last_success_timestamp_seconds: expect.closeTo(Date.now() / 1000, -2),
      ...{ last_size_bytes: (await state()).last.bytes, last_duration_seconds: (await state()).last.seconds },
      ...{ failures: 0, restore_test_passed: 1, restore_test_failures: 0 },
      restore_test_last_success_timestamp_seconds: expect.closeTo(Date.now() / 1000, -2),
    })
  const logged = () => `${one.output()}${two.output()}`
  await expect.poll(logged).toContain('A backup was restored for a trial')
  expect(logged().match(/"A backup was made"/g)).toHaveLength(1)
  expect(logged()).not.toContain(key)
  // Other files of tests restore on the same PostgreSQL, for a moment.
  const databases = () => query(`select datname from pg_database where datname like 'muster_restore_test_%'`)
  await expect.poll(databases).toEqual([])
  // Only files of the test's own are left in the data folder.
  expect(readdirSync(muster.services.config.dataDir)).not.toContain('scratch')
}, 300_000)

test('a server that is killed in the middle leaves no backup, and the next one makes it', {
  tags: 'long',
}, async () => {
  // The store takes the first part and never answers.
  s3.faults = [{ method: 'PUT', fault: 'hang' }]
  const settings = { BACKUP_TO: s3.url.replace('?', '/nightly?') }
  const first = start(settings)
  await first.ready
  await expect.poll(() => s3.requests.some((line) => line.startsWith('PUT nightly/'))).toBe(true)
  first.child.kill('SIGKILL')
  // Its process for the backup ends too, and with it the connection and both outputs.
  await first.ended
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
  // Nobody waits for the lease.
  await query(`update jobs set locked_until = now() where kind = 'backup'`)
  const second = start(settings)
  await second.ready
  await expect.poll(() => jobs('backup')).toMatchObject([{ attempts: 2, done: true }])
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^nightly\/muster-\S+\.tar\.age$/)])
  expect(s3.uploads.size).toBe(0)
  await expect.poll(() => jobs('restore-test')).toMatchObject([{ done: true }])
})

test('a server that stops in the middle takes its begun backup away, and the attempt does not count', {
  tags: 'long',
}, async () => {
  s3.faults = [{ method: 'PUT', fault: 'hang' }]
  const server = start({ BACKUP_TO: s3.url.replace('?', '/nightly?') })
  await server.ready
  const before = s3.requests.length
  await expect.poll(() => s3.requests.slice(before).some((line) => line.startsWith('PUT nightly/'))).toBe(true)
  server.child.kill('SIGTERM')
  await server.ended
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
  expect(await jobs('backup')).toEqual([{ attempts: 0, done: false, last_error: null }])
  expect(await state()).toBeUndefined()
})

test('a backup that fails is counted, logged and tried again', { tags: 'long' }, async () => {
  const server = start({ BACKUP_TO: s3.url.replace('muster-files', 'nowhere') })
  await server.ready
  await expect
    .poll(() => jobs('backup'))
    .toMatchObject([
      { done: false, last_error: expect.stringMatching(/The object store http:\S+\/nowhere failed: status 404/) },
    ])
  expect(await metricsOf(server)).toMatchObject({ failures: 1, last_size_bytes: Number.NaN })
  await expect.poll(() => server.output()).toContain('A job failed')
})

test('a server that cannot open its own backups says that it cannot test them', { tags: 'long' }, async () => {
  const to = join(scratch, 'public')
  const server = start({ BACKUP_TO: to, BACKUP_KEY: await identityToRecipient(key) })
  await server.ready
  await expect.poll(() => jobs('restore-test')).toMatchObject([{ done: true }])
  expect(await state()).toMatchObject({ test: { outcome: 'impossible' }, testFailures: 0 })
  expect((await metricsOf(server)).restore_test_passed).toBeNaN()
  await expect.poll(() => server.output()).toContain('BACKUP_KEY is a public key')
})

test('beside an embedded database, the test restores into a second one, which goes', { tags: 'long' }, async () => {
  const [dataDir, to] = [join(scratch, 'embedded'), join(scratch, 'embedded-backups')]
  const server = startServer({
    ...{ DATA_DIR: dataDir, ADMIN_EMAIL: 'you@hotel.example', ADMIN_PASSWORD: 'a-long-passphrase' },
    ...{ BACKUP_EVERY: '168h', BACKUP_TO: to, LOG_LEVEL: 'info' },
  })
  servers.push(server)
  await server.ready
  await expect.poll(() => server.output()).toContain('A backup was restored for a trial')
  expect(await metricsOf(server)).toMatchObject({ restore_test_passed: 1, restore_test_failures: 0 })
  expect(readdirSync(dataDir)).not.toContain('scratch')
  expect(processesIn(join(dataDir, 'scratch'))).toEqual([])
  // As in many a PostgreSQL, its role may create no database.
  const settings = { DATABASE_URL: databaseIn(dataDir), DATA_DIR: join(scratch, 'elsewhere'), BACKUP_TO: to }
  expect(await runCommand('restore', settings, ['--test', 'latest'])).toEqual({
    code: 1,
    output:
      'The role "muster_app" may not create a database for a restore test. Allow it: alter role "muster_app" createdb',
  })
})
