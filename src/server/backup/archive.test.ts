import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../test/support/global-setup.ts'
import { startS3 } from '../../../test/support/s3-server.ts'
import { runCommand } from '../../../test/support/server-process.ts'
import { putSop } from '../../../test/support/sops.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { openBackupBucket } from '../adapters/backup-bucket.ts'
import { openBackupFolder } from '../adapters/backup-folder.ts'
import { openDiskFiles } from '../adapters/disk-files.ts'
import { readConfig } from '../base/config.ts'
import { archiveSource, openArchive } from './archive.ts'
import { decrypted, encrypted } from './encryption.ts'
import { makeBackup, newestBackup, storedBackup } from './make.ts'
import { readWhole, restoreBackup } from './restore.ts'
import { testRestore } from './restore-test.ts'

/** Backups as one file, encrypted, in a folder and in an object store. */

const muster = useTestApp()
const s3 = await startS3()
const scratch = mkdtempSync(join(tmpdir(), 'muster-archive-'))
const made: string[] = []
let folders = 0
let identity: string
const newFolder = () => join(scratch, `to-${folders++}`)

beforeAll(async () => {
  identity = await generateX25519Identity()
  await putSop(muster, { title: 'Fire drill' })
})
afterAll(async () => {
  await s3.close()
  rmSync(scratch, { recursive: true, force: true })
  for (const name of made) await asAdmin(`drop database ${name} with (force)`)
})

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

async function emptyPlace() {
  const name = `archived_${process.pid}_${made.length}`
  made.push(name)
  await asAdmin(`create database ${name}`)
  return { url: databaseUrl(inject('databaseServer'), name), files: openDiskFiles(join(scratch, name)) }
}

/** Other files of tests restore on the same PostgreSQL, for a moment. */
const noneIsLeft = () =>
  expect
    .poll(() => asAdmin(`select datname from pg_database where datname like 'muster_restore_test_%'`), {
      timeout: 20_000,
    })
    .toMatchObject({ rows: [] })

const from = () => ({ url: muster.services.database.url, files: muster.services.files })
const settings = (BACKUP_TO: string, more: Record<string, string> = {}) => ({
  ...readConfig({ BACKUP_TO, TIME_ZONE: 'Europe/Berlin', ...more }),
  dataDir: muster.services.config.dataDir,
})
const rowsIn = async (url: string, table: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(`select * from ${table} order by 1`)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

describe('encryption', () => {
  const CHUNK = 64 * 1024 + 16
  const bytes = randomBytes(3 * 64 * 1024 + 1000)
  const seal = async (content: Buffer, key: string) =>
    Buffer.concat(await (await encrypted(Readable.from([content], { objectMode: false }), key)).toArray())
  const open = async (content: Buffer, key: string) =>
    Buffer.concat(await (await decrypted(Readable.from([content], { objectMode: false }), key, 'It')).toArray())

  test('by a passphrase, and by a key of age, gives back what was there', async () => {
    const passphrase = 'correct horse battery staple'
    const sealed = await seal(bytes, passphrase)
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(await open(sealed, passphrase)).toEqual(bytes)
    await expect(open(sealed, 'incorrect horse battery')).rejects.toThrow('BACKUP_KEY does not open It.')
    const recipient = await identityToRecipient(identity)
    for (const key of [identity, recipient]) expect(await open(await seal(bytes, key), identity)).toEqual(bytes)
    await expect(open(await seal(bytes, recipient), recipient)).rejects.toThrow('encrypted for the public key')
    await expect(open(sealed, identity)).rejects.toThrow('BACKUP_KEY does not open It.')
    expect(await open(await seal(Buffer.of(), identity), identity)).toEqual(Buffer.of())
    // A passphrase is made slow to guess.
  })

  test('shows each byte that was changed, left out, moved or cut off', async () => {
    const sealed = await seal(bytes, identity)
    const begin = sealed.indexOf('\n--- ') + '\n--- '.length + 43 + 1 + 16
    const chunks = [0, 1, 2, 3].map((at) => sealed.subarray(begin + at * CHUNK, begin + (at + 1) * CHUNK))
    const head = sealed.subarray(0, begin)
    expect(Buffer.concat([head, ...chunks])).toEqual(sealed)
    const changed = (at: number) => Buffer.from(sealed).fill((sealed[at] ?? 0) ^ 1, at, at + 1)
    const spoiled: [string, Buffer][] = [0, 1, 2, 3].flatMap((at): [string, Buffer][] => [
      [`the first byte of chunk ${at}`, changed(begin + at * CHUNK)],
      [`the last byte of chunk ${at}`, changed(Math.min(begin + (at + 1) * CHUNK, sealed.length) - 1)],
      [`cut off before chunk ${at}`, sealed.subarray(0, begin + at * CHUNK)],
      [`cut off within chunk ${at}`, sealed.subarray(0, begin + at * CHUNK + 500)],
      [`without chunk ${at}`, Buffer.concat([head, ...chunks.filter((_, each) => each !== at)])],
      [
        `chunk ${at} twice`,
        Buffer.concat([head, ...chunks.flatMap((chunk, each) => (each === at ? [chunk, chunk] : chunk))]),
      ],
    ])
    const swapped = [chunks[1], chunks[0], chunks[2], chunks[3]] as Buffer[]
    spoiled.push(['two chunks swapped', Buffer.concat([head, ...swapped])])
    spoiled.push(['bytes behind the end', Buffer.concat([sealed, Buffer.of(0)])])
    spoiled.push(['the nonce', changed(begin - 1)], ['the header', changed(30)], ['the first byte', changed(0)])
    spoiled.push(['a header alone', sealed.subarray(0, 40)], ['nothing', Buffer.of()])
    for (const [what, content] of spoiled) {
      const opened = await open(content, identity).then(
        () => 'opened',
        (error) => error.message,
      )
      expect(opened, what).toMatch(/^(It was changed or cut off since it was made|BACKUP_KEY does not open It)/)
    }
  })
})

describe.each(['open', 'encrypted'])('a backup that is %s', (how) => {
  test('goes to a folder as one file, and is restored from there', { tags: 'long' }, async () => {
    const key: Record<string, string> = how === 'open' ? {} : { BACKUP_KEY: identity }
    const to = newFolder()
    const now = new Date()
    const { name, size, missing } = await makeBackup(settings(to, key), from(), now)
    expect(missing).toEqual([])
    expect(name).toMatch(key.BACKUP_KEY ? /^muster-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar\.age$/ : /^muster-[^.]+\.tar$/)
    expect(readdirSync(to).sort()).toEqual([name, 'unfinished'].sort())
    expect(readdirSync(join(to, 'unfinished'))).toEqual([])
    expect(readFileSync(join(to, name))).toHaveLength(size)
    expect(readFileSync(join(to, name)).includes('muster-backup.json')).toBe(!key.BACKUP_KEY)
    const place = await emptyPlace()
    const source = archiveSource(openBackupFolder(to), name, key.BACKUP_KEY)
    const manifest = await restoreBackup(source, place)
    expect(manifest.createdAt).toBe(now.toISOString())
    for (const table of ['users', 'sops', 'files'])
      expect(await rowsIn(place.url, table)).toEqual(await rowsIn(from().url, table))
    for (const { name: file } of manifest.files)
      expect(await (await place.files.open(file)).toArray()).toEqual(
        await (await muster.services.files.open(file)).toArray(),
      )
    await expect(restoreBackup(source, place)).rejects.toThrow('The database is not empty')
  })
})

describe('a backup in an object store', () => {
  const bucket = () => {
    const { to } = readConfig({ BACKUP_TO: s3.url.replace('?', '/one/two?') }).backup ?? {}
    if (!to || typeof to === 'string') throw new Error('no bucket')
    return openBackupBucket(to, join(scratch, 'parts'), { partBytes: 20_000, pauseMs: 1 })
  }

  test('is sent in parts, and has its name once all are there', { tags: 'long' }, async () => {
    const store = bucket()
    const content = randomBytes(60_000)
    expect(await store.put('muster-x', Readable.from([content.subarray(0, 50_000), content.subarray(50_000)]))).toEqual(
      {
        ...{ name: 'muster-x', size: 60_000 },
      },
    )
    expect(s3.requests.filter((line) => line === 'PUT one/two/muster-x')).toHaveLength(3)
    expect(s3.objects.get('one/two/muster-x')?.content).toEqual(content)
    expect(await store.list()).toEqual([{ name: 'muster-x', size: 60_000 }])
    expect(Buffer.concat(await (await store.open('muster-x')).toArray())).toEqual(content)
    await store.put('muster-empty', Readable.from([]))
    expect(s3.objects.get('one/two/muster-empty')?.content).toEqual(Buffer.of())
    s3.objects.set('one/other', { content, headers: {}, modified: new Date() })
    await store.remove('muster-empty')
    expect(await store.list()).toEqual([{ name: 'muster-x', size: 60_000 }])
    s3.objects.clear()
  })

  test('leaves nothing when a part fails for good, or its source breaks', { tags: 'long' }, async () => {
    const store = bucket()
    s3.faults = Array.from({ length: 4 }, () => ({ method: 'PUT', fault: 500 as const }))
    await expect(store.put('muster-x', Readable.from([randomBytes(60_000)]))).rejects.toThrow('status 500')
    async function* broken() {
      yield randomBytes(30_000)
      throw new Error('The source broke')
    }
    await expect(store.put('muster-x', Readable.from(broken()))).rejects.toThrow('The source broke')
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
    expect(readdirSync(join(scratch, 'parts'))).toEqual([])
  })

  test('is there although the answer to its last part was lost', { tags: 'long' }, async () => {
    const store = bucket()
    async function* content() {
      yield randomBytes(30_000)
      s3.faults = [{ method: 'POST', fault: 'lose' }]
    }
    expect(await store.put('muster-x', Readable.from(content()))).toEqual({ name: 'muster-x', size: 30_000 })
    expect([s3.faults, s3.objects.get('one/two/muster-x')?.content.length]).toEqual([[], 30_000])
    async function* forgotten() {
      yield randomBytes(20_000)
      await expect.poll(() => [...s3.uploads.values()].map(({ parts }) => parts.size)).toEqual([1])
      s3.uploads.clear()
      yield Buffer.of()
    }
    await expect(store.put('muster-y', Readable.from(forgotten()))).rejects.toThrow(
      'it did not put the parts together (NoSuchUpload)',
    )
    expect([...s3.objects.keys()]).toEqual(['one/two/muster-x'])
    s3.objects.clear()
  })

  test('of a server that was killed goes after a day, and nothing that is not a backup', { tags: 'long' }, async () => {
    const day = (days: number) => new Date(Date.now() - days * 86_400_000)
    const upload = (name: string, days: number) => ({ name, parts: new Map(), begun: day(days) })
    s3.uploads.set('old', upload('one/two/muster-old', 2))
    s3.uploads.set('young', upload('one/two/muster-young', 0.5))
    s3.uploads.set('other', upload('one/two/other', 2))
    s3.uploads.set('elsewhere', upload('muster-elsewhere', 2))
    await bucket().removeUnfinished()
    expect([...s3.uploads.keys()]).toEqual(['young', 'other', 'elsewhere'])
    s3.uploads.clear()
  })

  test('is made, tested and restored by the commands', { tags: 'long' }, async () => {
    const env = {
      ...{ DATABASE_URL: from().url, DATA_DIR: muster.services.config.dataDir, BACKUP_KEY: identity },
      BACKUP_TO: s3.url.replace('?', '/nightly?'),
    }
    const backup = await runCommand('backup', env, [])
    expect(backup).toEqual({
      code: 0,
      output: expect.stringMatching(/^Backed up \d+ rows and \d files as muster-\S+\.tar\.age \(\d+ bytes\)$/),
    })
    const tested = await runCommand('restore', env, ['--test', 'latest'])
    expect(tested).toEqual({ code: 0, output: expect.stringMatching(/can be restored: \d+ rows and \d files of 2/) })
    await noneIsLeft()
    const place = await emptyPlace()
    const into = { ...env, DATABASE_URL: place.url, DATA_DIR: join(scratch, 'into') }
    const wrong = { ...into, BACKUP_KEY: await generateX25519Identity() }
    expect(await runCommand('restore', wrong, ['latest'])).toEqual({
      ...{
        code: 1,
        output: expect.stringMatching(/^BACKUP_KEY does not open http:\S+\/nightly\/muster-\S+\.tar\.age\.$/),
      },
    })
    expect(await rowsIn(place.url, `(select to_regclass('users') as users) as found`)).toEqual([{ users: null }])
    expect(await runCommand('restore', into, ['latest'])).toEqual({
      ...{ code: 0, output: expect.stringMatching(/^Restored \d+ rows and \d files of 2/) },
    })
    expect(await rowsIn(place.url, 'users')).toEqual(await rowsIn(from().url, 'users'))
    expect(readdirSync(into.DATA_DIR)).toEqual(['files'])
    s3.objects.clear()
  })
})

describe('nothing is restored', () => {
  test('from a file that was changed or cut off', { tags: 'long' }, async () => {
    const to = newFolder()
    const [open, sealed] = [settings(to), settings(to, { BACKUP_KEY: identity })]
    const place = await emptyPlace()
    const names = [
      (await makeBackup(open, from(), new Date(Date.now() - 5_000))).name,
      (await makeBackup(sealed, from(), new Date())).name,
    ]
    for (const name of names) {
      const whole = readFileSync(join(to, name))
      const key = name.endsWith('.age') ? identity : undefined
      const cuts = [0, 600, 1024, Math.floor(whole.length / 2), whole.length - 1025]
      for (const length of cuts) {
        writeFileSync(join(to, name), whole.subarray(0, length))
        await expect(restoreBackup(archiveSource(openBackupFolder(to), name, key), place)).rejects.toThrow(
          /was changed or cut off|is missing from the backup|contains no whole backup/,
        )
      }
      const spoiled = Buffer.from(whole)
      const at = Math.floor(whole.length / 2)
      spoiled.writeUInt8((spoiled[at] ?? 0) ^ 1, at)
      writeFileSync(join(to, name), spoiled)
      await expect(restoreBackup(archiveSource(openBackupFolder(to), name, key), place)).rejects.toThrow(/changed/)
      writeFileSync(join(to, name), whole)
    }
    const [plain = '', secret = ''] = names
    expect(() => archiveSource(openBackupFolder(to), secret, undefined)).toThrow('is encrypted. Set BACKUP_KEY')
    expect(() => archiveSource(openBackupFolder(to), plain, identity)).toThrow('is not encrypted, although')
    expect(await rowsIn(place.url, `(select to_regclass('users') as users) as found`)).toEqual([{ users: null }])
  })
})

test('what killed processes have left behind goes with the next backup', { tags: 'long' }, async () => {
  const to = newFolder()
  const { dataDir } = muster.services.config
  const host = Buffer.from(hostname()).toString('hex').slice(0, 40)
  // No process has this number.
  const name = `${host}.4194305.${'0'.repeat(32)}`
  for (const folder of [join(to, 'unfinished'), join(dataDir, 'scratch')]) await mkdir(folder, { recursive: true })
  await writeFile(join(to, 'unfinished', name), 'half')
  await mkdir(join(dataDir, 'scratch', name, 'restore-test'), { recursive: true })
  await makeBackup(settings(to), from(), new Date())
  expect(readdirSync(join(to, 'unfinished'))).toEqual([])
  expect(readdirSync(dataDir)).not.toContain('scratch')
})

describe('older backups', () => {
  const DAY = 86_400_000

  test('go once they need not be kept, and never what is not this Muster’s', async () => {
    const to = newFolder()
    await mkdir(to, { recursive: true })
    const foreign = ['muster-00000000-20200101T000000Z.tar', 'notes.txt', 'muster-backup.json', 'muster-2020.tar']
    for (const name of foreign) await writeFile(join(to, name), 'x')
    const keep = settings(to, { BACKUP_KEEP: '2d,1w,1m' })
    const begin = Date.parse('2026-11-02T02:00:00Z')
    const all: string[] = []
    for (let day = 0; day < 4; day += 1) all.push((await makeBackup(keep, from(), new Date(begin + day * DAY))).name)
    const there = () => readdirSync(to).filter((name) => name !== 'unfinished' && !foreign.includes(name))
    expect(there()).toEqual(all.slice(-2))
    // One that fails deletes nothing, and leaves nothing.
    const broken = { ...from(), url: from().url.replace(/\/[^/]+$/, '/nowhere') }
    await expect(makeBackup(keep, broken, new Date(begin + 9 * DAY))).rejects.toThrow()
    const gone = { ...from(), files: openDiskFiles(join(scratch, 'nothing')) }
    await expect(makeBackup(keep, gone, new Date(begin + 9 * DAY))).rejects.toThrow('Is DATA_DIR right?')
    expect(there()).toEqual(all.slice(-2))
    expect(readdirSync(join(to, 'unfinished'))).toEqual([])
    expect(readdirSync(to)).toEqual(expect.arrayContaining(foreign))
    await expect(storedBackup(keep, 'latest', scratch)).rejects.toThrow('contains backups of several Musters. Name one')
    await expect(storedBackup(keep, 'muster-x', scratch)).rejects.toThrow('There is no backup muster-x, neither on')
    expect((await storedBackup(keep, all.at(-1) ?? '', scratch)).place).toBe(join(to, all.at(-1) ?? ''))
    const { name, source } = await newestBackup(keep, from().url, scratch)
    expect(name).toBe(all.at(-1))
    expect((await readWhole(source)).createdAt).toBe(new Date(begin + 3 * DAY).toISOString())
  })
})

describe('a restore test', () => {
  test('fails if the backup is at fault, and leaves no database behind', { tags: 'long' }, async () => {
    const to = newFolder()
    const { name } = await makeBackup(settings(to), from(), new Date())
    const config = muster.services.config
    const store = openBackupFolder(to)
    const run = (url = from().url) => testRestore(archiveSource(store, name, undefined), { config, url, scratch })
    expect((await run()).files).toHaveLength(1)
    const whole = readFileSync(join(to, name))
    const at = whole.indexOf('tables/users.copy.gz') + 600
    writeFileSync(join(to, name), Buffer.from(whole).fill((whole[at] ?? 0) ^ 1, at, at + 1))
    await expect(run()).rejects.toThrow(/tables\/users.copy.gz has changed since the backup was made/)
    await noneIsLeft()
  })
})

test('a store that fails in the middle ends the backup, and its rows wait for nobody', { tags: 'long' }, async () => {
  const store = { ...openBackupFolder(newFolder()), put: async () => Promise.reject(new Error('The store is away')) }
  const archive = await openArchive(store, 'x', { key: undefined, scratch: newFolder(), now: new Date() })
  await expect(archive.add('files/x', Readable.from([Buffer.alloc(300_000)]), 300_000)).rejects.toThrow(
    'The store is away',
  )
  await archive.discard()
})
