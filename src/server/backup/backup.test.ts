import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { putComment } from '../../../test/support/comments.ts'
import { databaseUrl } from '../../../test/support/global-setup.ts'
import { untilBlocked } from '../../../test/support/locks.ts'
import { smallPdf } from '../../../test/support/pdfs.ts'
import { putPhoto } from '../../../test/support/photos.ts'
import { runCommand } from '../../../test/support/server-process.ts'
import { putSop } from '../../../test/support/sops.ts'
import { putTask } from '../../../test/support/tasks.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { sopsApi } from '../../shared/sops.ts'
import { openDiskFiles } from '../adapters/disk-files.ts'
import { knownMigrations } from '../db/migrate/known-migrations.ts'
import { migrateDatabase } from '../db/migrate/migrate.ts'
import { MANIFEST, tablePart } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { folderSource } from './source.ts'
import { writeBackup, writeFolder } from './write.ts'

const muster = useTestApp()
const scratch = mkdtempSync(join(tmpdir(), 'muster-backup-'))
const made: string[] = []

afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await Promise.all(made.map((name) => asAdmin(`drop database ${name} with (force)`)))
})

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** An empty place: a database of its own, and a folder for files that is not there yet. */
async function emptyPlace() {
  const name = `restored_${process.pid}_${made.length}`
  made.push(name)
  await asAdmin(`create database ${name}`)
  return { url: databaseUrl(inject('databaseServer'), name), files: join(scratch, name) }
}

let folders = 0
const newFolder = () => join(scratch, `backup-${folders++}`)
const source = () => ({ url: muster.services.database.url, files: join(muster.services.config.dataDir, 'files') })
const opened = ({ url, files }: { url: string; files: string }) => ({ url, files: openDiskFiles(files) })
const backup = async () => {
  const folder = newFolder()
  return { folder, manifest: await writeFolder(opened(source()), folder, new Date()) }
}

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A hash of all rows of each table that is carried over. */
async function contentsOf(url: string, tables: string[]) {
  const hashes = tables.map(
    (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as rows
      from "${name}" t where t::text not like '(eventsEpoch,%'`,
  )
  return query(url, hashes.join(' union all '))
}

describe('a backup', () => {
  test('restores into an empty place what was there, while others write', async () => {
    await putSop(muster, { title: 'Fire drill' })
    await putPhoto(muster, { taskId: (await putTask(muster)).id })
    for (let i = 0; i < 20; i += 1)
      await putTask(muster, { title: `Tabs\tand\nlines \\N ${i}`, department: 'Operations' })
    const { id: task } = await putTask(muster)
    await putComment(muster, task, { text: 'Tabs\tand\nlines \\N {}', mentions: [muster.fixtures.people.uli.id] })
    let writing = true
    const writer = (async () => {
      while (writing) await putTask(muster, { title: 'Meanwhile' })
    })()
    const { folder, manifest } = await backup()
    writing = false
    await writer

    const place = await emptyPlace()
    await restoreBackup(folderSource(folder), opened(place))
    const again = newFolder()
    const second = await writeFolder(opened(place), again, new Date())
    expect(second.tables.map(({ name, rows }) => [name, rows])).toEqual(
      manifest.tables.map(({ name, rows }) => [name, rows]),
    )
    expect(second.files).toEqual(manifest.files)
    // The procedure, the photo and its small picture.
    expect(manifest.files).toHaveLength(3)
    expect(manifest.tables.find(({ name }) => name === 'photos')?.rows).toBe(1)
    const third = await emptyPlace()
    await restoreBackup(folderSource(again), opened(third))
    const names = manifest.tables.map(({ name }) => name)
    expect(await contentsOf(third.url, names)).toEqual(await contentsOf(place.url, names))
    const written = 'select text, mentions from comments'
    expect(await query(third.url, written)).toEqual(await query(source().url, written))
    expect(names).toContain('comments')
    for (const { name, size } of manifest.files) {
      const [was, is] = await Promise.all([source().files, place.files].map((path) => readFile(join(path, name))))
      expect(is).toEqual(was)
      expect(is).toHaveLength(size)
    }
    // Rows kept by triggers, and the next ids.
    const counts =
      'select department_id, status, person_id, assigned, sum(tasks)::int from task_counts group by 1, 2, 3, 4 order by 1, 2, 3, 4'
    expect(await query(third.url, counts)).toEqual(await query(place.url, counts))
    const sums = `select department_id, sum(created)::int as created, sum(completed)::int as completed
      from (select * from task_sums union all select * from task_sum_changes) as sums group by 1 order by 1`
    expect(await query(third.url, sums)).toEqual(await query(place.url, sums))
    expect(await query(third.url, `select from settings where name = 'taskSums'`)).toEqual([])
    const { lastId } = manifest.tables.find(({ name }) => name === 'tasks') ?? {}
    const [{ id }] = await query(
      place.url,
      `insert into tasks (title, folded_title, search_text, creator_id) select 'New', 'new', ' new', id from users limit 1 returning id`,
    )
    expect(id).toBe(Number(lastId) + 1)
    expect(await query(place.url, 'select * from sessions')).toEqual([])
  })

  test('has the rows of one moment, whatever is written while it reads', async () => {
    const [{ count }] = await query(source().url, 'select count(*)::int as count from tasks')
    let isWritten = false
    const sink = {
      async add(path: string, bytes: Readable) {
        if (!isWritten && path !== tablePart('tasks')) {
          isWritten = true
          await putTask(muster)
        }
        await bytes.toArray()
        return { size: 0, sha256: '' }
      },
      finish: async () => {},
      discard: async () => {},
    }
    const { tables } = await writeBackup(opened(source()), async () => sink, new Date())
    expect(isWritten).toBe(true)
    expect(tables.find(({ name }) => name === 'tasks')?.rows).toBe(count)
  })

  test('holds what the database holds at one moment', { tags: 'long' }, async () => {
    const { folder, manifest } = await backup()
    const place = await emptyPlace()
    await restoreBackup(folderSource(folder), opened(place))
    const names = manifest.tables.map(({ name }) => name)
    expect(await contentsOf(place.url, names)).toEqual(await contentsOf(source().url, names))
  })

  test('made while a newer Muster migrates holds every row', { tags: 'long' }, async () => {
    await putTask(muster, { title: 'Before it' })
    const place = await emptyPlace()
    await restoreBackup(folderSource((await backup()).folder), opened(place))
    const [{ tasks }] = await query(place.url, 'select count(*)::int as tasks from tasks')
    const newer = new pg.Client({ connectionString: place.url })
    await newer.connect()
    await newer.query('begin')
    // Rewrites the table, whose rows an older snapshot then does not see any more.
    await newer.query('alter table tasks add column doubled int generated always as (id * 2) stored')
    await newer.query('lock table users')
    const writing = writeFolder(opened(place), newFolder(), new Date())
    await untilBlocked({ pool: muster.services.database.pool, url: place.url })
    await newer.query('commit')
    await newer.end()
    expect((await writing).tables.find(({ name }) => name === 'tasks')?.rows).toBe(tasks)
  })

  test('of an older Muster is brought up to date', async () => {
    const old = await emptyPlace()
    await migrateDatabase(old.url, 1)
    await query(
      old.url,
      `insert into users (id, email, password_hash, first_name, last_name, folded_name)
      values ('01900000-0000-7000-8000-000000000000', 'old@hotel.example', 'x', 'Olda', 'Old', 'olda old')`,
    )
    await query(
      old.url,
      `insert into tasks (title, folded_title, search_text, creator_id)
      values ('Old', 'old', ' old', '01900000-0000-7000-8000-000000000000')`,
    )
    await query(
      old.url,
      `insert into notifications (user_id, task_id, title, message, type)
      values ('01900000-0000-7000-8000-000000000000', 1, 'New task for you', 'From Ada', 'task')`,
    )
    const folder = newFolder()
    await writeFolder(opened(old), folder, new Date())
    const place = await emptyPlace()
    await restoreBackup(folderSource(folder), opened(place))
    expect(await query(place.url, 'select title from tasks')).toEqual([{ title: 'Old' }])
    expect(await query(place.url, 'select kind, params, subject_type, subject_id from notifications')).toEqual([
      {
        kind: 'legacy',
        params: { type: 'task', title: 'New task for you', message: 'From Ada' },
        ...{ subject_type: 'task', subject_id: '1' },
      },
    ])
    const [{ kept }] = await query(
      place.url,
      'select sum(tasks)::int as kept from task_counts where person_id is not null',
    )
    expect(kept).toBe(1)
  })
})

test('the texts of an older Muster, read without maps of characters, are kept until they are read again', {
  tags: 'long',
}, async () => {
  const old = await emptyPlace()
  await migrateDatabase(old.url, 12)
  const storedAs = '5a'.repeat(16)
  await mkdir(old.files, { recursive: true })
  await writeFile(join(old.files, storedAs), smallPdf())
  const person = `'01900000-0000-7000-8000-000000000000'`
  await query(
    old.url,
    `insert into users (id, email, password_hash, first_name, last_name, folded_name)
    values (${person}, 'old@hotel.example', 'x', 'Olda', 'Old', 'olda old')`,
  )
  await query(
    old.url,
    `insert into sops (id, title, revision, created_by) overriding system value values (1, 'Old', 2, ${person})`,
  )
  await query(
    old.url,
    `insert into sop_versions (id, sop_id, revision, version, stored_as, file_name, size, pages, uploaded_by, text_state, text_tries)
    overriding system value values (1, 1, 1, '1.0', '${'0a'.repeat(16)}', 'old.pdf', 9, 1, ${person}, 'done', 1),
      (2, 1, 2, '2.0', '${storedAs}', 'new.pdf', 9, 1, ${person}, 'failed', 1)`,
  )
  await query(old.url, `insert into sop_pages values (2, 1, 'Lint', '''lint'':1')`)
  const folder = newFolder()
  await writeFolder(opened(old), folder, new Date())
  const place = await emptyPlace()
  await restoreBackup(folderSource(folder), opened(place))
  expect(await query(place.url, 'select text_state from sop_versions order by id')).toEqual([
    { text_state: 'done' },
    { text_state: 'waiting' },
  ])
  expect(await query(place.url, 'select text from sop_pages')).toEqual([{ text: 'Lint' }])
})

test.each([
  ['0.1.0', 15],
  ['from before the table of files', 18],
])('the files of a Muster %s get their rows, and are read', { tags: 'long' }, async (_, migrations) => {
  const old = await emptyPlace()
  await migrateDatabase(old.url, migrations)
  await mkdir(old.files, { recursive: true })
  const names = ['0a', '5a'].map((byte) => byte.repeat(16))
  for (const name of names) await writeFile(join(old.files, name), smallPdf())
  const person = `'01900000-0000-7000-8000-000000000000'`
  await query(
    old.url,
    `insert into users (id, email, password_hash, first_name, last_name, folded_name)
      values (${person}, 'old@hotel.example', 'x', 'Olda', 'Old', 'olda old');
    insert into sops (id, title, revision, created_by) overriding system value values (7, 'Old', 2, ${person});
    insert into sop_versions (sop_id, revision, version, stored_as, file_name, size, pages, uploaded_by, created_at)
      values (7, 1, '1.0', '${names[0]}', 'old.pdf', ${smallPdf().length}, 1, ${person}, '2026-01-01'),
        (7, 2, '2.0', '${names[1]}', 'new.pdf', ${smallPdf().length}, 1, ${person}, '2026-02-01')`,
  )
  const folder = newFolder()
  expect((await writeFolder(opened(old), folder, new Date())).files.map(({ name }) => name)).toEqual(names)
  const place = await emptyPlace()
  await restoreBackup(folderSource(folder), opened(place))
  const rows = await query(
    place.url,
    `select v.revision, v.size as version_size, f.stored_as, f.file_name, f.media_type, f.size, f.sha256, f.subject_type,
      f.subject_id, f.created_by, f.created_at from sop_versions v join files f on f.id = v.file_id order by v.id`,
  )
  const size = smallPdf().length
  const same = {
    ...{ size, version_size: size, media_type: 'application/pdf', sha256: null, created_by: person.slice(1, -1) },
    ...{ subject_type: 'sop', subject_id: '7' },
  }
  expect(rows).toEqual([
    { ...same, revision: 1, stored_as: names[0], file_name: 'old.pdf', created_at: '2026-01-01T00:00:00.000Z' },
    { ...same, revision: 2, stored_as: names[1], file_name: 'new.pdf', created_at: '2026-02-01T00:00:00.000Z' },
  ])
  // A restored database can be backed up and restored again, by the new table.
  const again = newFolder()
  expect((await writeFolder(opened(place), again, new Date())).files).toHaveLength(2)
  const third = await emptyPlace()
  await restoreBackup(folderSource(again), opened(third))
  expect(await contentsOf(third.url, ['files', 'sop_versions'])).toEqual(
    await contentsOf(place.url, ['files', 'sop_versions']),
  )
})

test('a file that is gone from the disk hinders no backup, and is named', async () => {
  const { id } = await putSop(muster)
  await putSop(muster)
  const [{ name }] = await query(source().url, `select stored_as as name from files where subject_id = '${id}'`)
  await unlink(join(source().files, name))
  const { folder, manifest } = await backup()
  expect(manifest.missing).toEqual([name])
  expect(manifest.files.map((file) => file.name)).not.toContain(name)
  expect(manifest.files).not.toEqual([])
  expect(await readdir(join(folder, 'files'))).toHaveLength(manifest.files.length)
  expect((await restoreBackup(folderSource(folder), opened(await emptyPlace()))).missing).toEqual([name])
  const elsewhere = { ...source(), files: join(scratch, 'elsewhere') }
  await expect(writeFolder(opened(elsewhere), newFolder(), new Date())).rejects.toThrow('Is DATA_DIR right?')
  await (await muster.as('gita')).call(sopsApi.remove, { params: { id } })
})

describe('nothing is restored', () => {
  test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    ['from a backup that was cut off', (folder) => unlink(join(folder, MANIFEST)), /contains no whole backup/],
    ['from one that lacks a table', (folder) => unlink(join(folder, tablePart('tasks'))), /is missing from the backup/],
    ['from one with a broken table', (folder) => truncate(join(folder, tablePart('tasks')), 20), /has changed since/],
    [
      'from one of a newer Muster',
      async (folder) => {
        const manifest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))
        await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, migrations: knownMigrations + 1 }))
      },
      /made by a newer Muster/,
    ],
    ['from one whose own words are broken', (folder) => writeFile(join(folder, MANIFEST), '{'), /cannot be read/],
  ])('%s', async (_, spoil, message) => {
    const { folder } = await backup()
    await spoil(folder)
    const place = await emptyPlace()
    await expect(restoreBackup(folderSource(folder), opened(place))).rejects.toThrow(message)
    await expect(readdir(place.files)).rejects.toThrow('ENOENT')
    expect(await query(place.url, `select to_regclass('users') as users`)).toEqual([{ users: null }])
  })

  test('into a place that is not empty', async () => {
    const { folder } = await backup()
    await expect(restoreBackup(folderSource(folder), opened(source()))).rejects.toThrow('The database is not empty')
  })

  test('beside the files of another Muster, which would take each other’s for forgotten', {
    tags: 'long',
  }, async () => {
    const { folder } = await backup()
    const place = { ...(await emptyPlace()), files: source().files }
    await putSop(muster)
    await expect(restoreBackup(folderSource(folder), opened(place))).rejects.toThrow('contains files of another Muster')
    expect(await query(place.url, `select to_regclass('users') as users`)).toEqual([{ users: null }])
    // Its own, from a restore that was cut off, are no hindrance.
    const cutOff = { ...place, files: join(scratch, 'cut-off') }
    await mkdir(cutOff.files)
    const [{ name }] = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')).files
    await writeFile(join(cutOff.files, name), 'half')
    await restoreBackup(folderSource(folder), opened(cutOff))
    expect(await readFile(join(cutOff.files, name))).toEqual(await readFile(join(source().files, name)))
  })
})

describe('a restore that fails', () => {
  test('leaves neither a database nor files', { tags: 'long' }, async () => {
    const { folder, manifest } = await backup()
    const home = join(scratch, 'failed')
    const nothing = await runCommand('restore', { DATA_DIR: home }, [scratch])
    expect(nothing).toEqual({ code: 1, output: `${scratch} contains no whole backup: there is no ${MANIFEST} in it.` })
    expect(existsSync(home)).toBe(false)

    // Found out when all but its last rows are in.
    const tables = manifest.tables.map((table) => (table.name === 'tasks' ? { ...table, rows: table.rows + 1 } : table))
    await writeFile(join(folder, MANIFEST), JSON.stringify({ ...manifest, tables }))
    const { code, output } = await runCommand('restore', { DATA_DIR: home }, [folder])
    expect([code, output]).toEqual([1, expect.stringMatching(/^The table tasks should have \d+ rows, but has \d+\.$/)])
    expect(await readdir(home)).toEqual([])

    // Found out when some files are in.
    const place = await emptyPlace()
    const source = folderSource((await backup()).folder)
    const broken = {
      ...source,
      async *parts() {
        yield* source.parts()
        throw new Error('The connection broke')
      },
    }
    await expect(restoreBackup(broken, opened(place), manifest)).rejects.toThrow('The connection broke')
    expect(await readdir(place.files)).toEqual(['incoming'])
    expect(await query(place.url, 'select * from users')).toEqual([])
  })

  test('is no hindrance for settings that a start has left in the empty database', { tags: 'long' }, async () => {
    const { folder } = await backup()
    const place = await emptyPlace()
    await migrateDatabase(place.url)
    expect(await query(place.url, 'select name from settings order by name')).toEqual([
      { name: 'eventsEpoch' },
      { name: 'oldestMigration' },
      { name: 'oldestRelease' },
    ])
    const [before] = await query(place.url, `select value from settings where name = 'eventsEpoch'`)
    await restoreBackup(folderSource(folder), opened(place))
    expect(await query(place.url, 'select value from settings order by name')).toEqual([
      // Pages that know the other log are told to read everything again.
      { value: expect.not.stringMatching(before.value) },
      { value: expect.stringMatching(/^\d{4}_\w+$/) },
      { value: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ])
  })
})

test('nothing is backed up into a folder that holds something', async () => {
  const { folder } = await backup()
  await expect(writeFolder(opened(source()), folder, new Date())).rejects.toThrow('is not empty')
})
