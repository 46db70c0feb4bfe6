import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { processesIn, until } from '../../../../test/support/processes.ts'
import { StartError } from '../../base/errors.ts'
import { folderFault } from '../../base/start-checks.ts'
import { migrateDatabase } from '../migrate/migrate.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { superuserAddress } from './running.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const isLinux = process.platform === 'linux'

// Closed to other users, as mkdtemp creates it. As root, every test has a folder that PostgreSQL's user cannot enter.
const home = realpathSync(mkdtempSync(join(tmpdir(), 'muster-embedded-')))
const template = join(home, 'template')
const opened: EmbeddedDatabase[] = []
const children: ChildProcess[] = []
let folders = 0
const DISK = `select current_setting('fsync') as fsync, current_setting('full_page_writes') as writes,
  current_setting('synchronous_commit') as commit`

beforeAll(async () => {
  const database = await openEmbedded({ dataDir: template })
  expect(database.fresh).toBe(true)
  await query(database.url, 'CREATE TABLE notes (id int PRIMARY KEY)')
  await database.stop()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(opened.splice(0).map((database) => database.stop()))
})

afterAll(async () => {
  try {
    await vanished(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test('keeps its rows from one opening to the next', async () => {
  const dataDir = dataFolder()
  const first = await open(dataDir)
  await query(first.url, 'INSERT INTO notes VALUES (1)')
  await first.stop()
  await first.stop()
  await first.exited

  const second = await open(dataDir)
  expect(second.fresh).toBe(false)
  expect(await noteIds(second.url)).toEqual([1])
})

test('waits for the disk, except in the database of the tests', async () => {
  const { url } = await open(dataFolder())
  const [own] = await query(url, DISK)
  expect(own).toEqual({ fsync: 'on', writes: 'on', commit: 'on' })
  const [shared] = await query(inject('databaseServer'), DISK)
  expect(shared).toEqual({ fsync: 'off', writes: 'off', commit: 'off' })
})

test('folds the case of letters beyond ASCII, and guards data and password', async () => {
  const dataDir = dataFolder()
  const { url } = await open(dataDir)
  const [row] = await query(
    url,
    `SELECT lower('Ä') AS lower, 'Ärger' ILIKE 'äRG%' AS alike, current_setting('data_checksums') AS checksums,
       current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
       current_setting('fsync') AS fsync`,
  )
  expect(row).toEqual({
    lower: 'ä',
    alike: true,
    checksums: 'on',
    encoding: 'UTF8',
    addresses: '127.0.0.1',
    fsync: 'on',
  })
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

test('the role of Muster is no superuser, and the superuser has another password', async () => {
  const dataDir = dataFolder()
  const { url } = await open(dataDir)
  const role = `select current_user as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as mighty
    from pg_roles where rolname = current_user`
  expect(await query(url, role)).toEqual([{ name: 'muster_app', mighty: false }])
  await expect(query(url, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/)
  await expect(query(url, `select pg_read_file('postgresql.conf')`)).rejects.toThrow(/permission denied/)
  await expect(query(url, `alter system set fsync = off`)).rejects.toThrow(/permission denied/)
  const superuser = new URL(superuserAddress(dataDir) ?? '')
  expect(superuser.password).not.toBe(new URL(url).password)
  expect(statSync(join(dataDir, 'postgres-app.password')).mode & 0o777).toBe(0o600)
})

test('the role becomes the owner of what an earlier version created as superuser', { tags: 'long' }, async () => {
  const dataDir = dataFolder()
  const before = await open(dataDir)
  // As an earlier version left it: the superuser owns everything, and there is no other role.
  const superuser = superuserAddress(dataDir) ?? ''
  await query(superuser, `alter table notes owner to muster`)
  await query(superuser, `alter database muster owner to muster`)
  await query(superuser, `drop role muster_app`)
  await migrateDatabase(superuser)
  await query(superuser, `insert into departments (name, folded_name) values ('Spa', 'spa')`)
  await before.stop()
  rmSync(join(dataDir, 'postgres-app.password'))

  const { url, fresh } = await open(dataDir)
  expect(fresh).toBe(false)
  expect(await query(url, `select name from departments`)).toEqual([{ name: 'Spa' }])
  const strange = `
    select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
      and relowner <> 'muster_app'::regrole
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
      and proowner <> 'muster_app'::regrole and probin is null
    union all select nspname from pg_namespace where nspname = 'drizzle' and nspowner <> 'muster_app'::regrole`
  expect(await query(url, strange)).toEqual([])
  await migrateDatabase(url)
  await query(url, `alter table departments add column floor int`)
  await query(
    url,
    `create or replace function count_tasks() returns trigger language plpgsql as 'begin return null; end'`,
  )
  await query(url, `insert into departments (name, folded_name, floor) values ('Pool', 'pool', 1)`)
})

test('a lost password of the role is replaced', { tags: 'long' }, async () => {
  const dataDir = dataFolder()
  rmSync(join(dataDir, 'postgres-app.password'))
  const { url, fresh } = await open(dataDir)
  expect([fresh, await noteIds(url)]).toEqual([false, []])
})

test('a wrong password of the superuser is reported', { tags: 'long' }, async () => {
  const dataDir = dataFolder()
  rmSync(join(dataDir, 'postgres-app.password'))
  writeFileSync(join(dataDir, 'postgres.password'), 'another')
  await expect(openEmbedded({ dataDir })).rejects.toThrow('The file postgres.password does not fit the database')
})

if (isLinux) {
  test('the environment of the database contains no secret', async () => {
    const dataDir = dataFolder()
    const secrets = { SMTP_URL: 'smtp://secret', ADMIN_PASSWORD: 'a secret', METRICS_TOKEN: 'secret-secret-secret' }
    Object.assign(process.env, secrets)
    try {
      await open(dataDir)
      const found = processesIn(dataDir).map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      expect(found.length).toBeGreaterThan(3)
      const allowed = /^(PATH|HOME|TMPDIR|LD_LIBRARY_PATH|LC_ALL|PWD|PG\w+)=/
      const strange = found.flatMap((text) => text.split('\0').filter((line) => line && !allowed.test(line)))
      expect(strange).toEqual([])
    } finally {
      for (const name of Object.keys(secrets)) delete process.env[name]
    }
  })
}

test('a second Muster on the same folder is refused with the process id of the first', async () => {
  const dataDir = dataFolder()
  await open(dataDir)
  await expect(openEmbedded({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another Muster (process ${process.pid}). Stop it first, or set DATA_DIR to another folder.`,
  )
})

test('if two Musters start on an empty folder, one creates the database and the other is refused', {
  tags: 'long',
}, async () => {
  const dataDir = join(home, 'contested')
  const [one, other] = await Promise.allSettled([openElsewhere(dataDir).opened, openElsewhere(dataDir).opened])
  const outcomes = [one, other].map(({ status }) => status).sort()
  expect(outcomes).toEqual(['fulfilled', 'rejected'])
  const refused = [one, other].find((outcome) => outcome.status === 'rejected')
  expect(String(refused?.reason)).toContain('is in use by another Muster (process ')
})

test('no database process outlives a Muster that was killed', async () => {
  const dataDir = dataFolder()
  const { child, opened } = openElsewhere(dataDir)
  await opened
  expect(processesIn(dataDir)).not.toEqual([])
  child.kill('SIGKILL')
  await vanished(dataDir)
})

test('rows that were acknowledged before a kill are there when the folder is opened again at once', async () => {
  const dataDir = dataFolder()
  const { child, opened } = openElsewhere(dataDir)
  const acknowledged = await writeUntilKilled(await opened, () => child.kill('SIGKILL'))

  const reopened = await open(dataDir)
  expect(await noteIds(reopened.url)).toEqual(expect.arrayContaining(acknowledged))
  await reopened.stop()
  expect(processesIn(dataDir)).toEqual([])
})

if (isLinux) {
  test('stops the database that a killed Muster left running', { tags: 'long' }, async () => {
    const dataDir = dataFolder()
    const { child, opened } = openElsewhere(dataDir)
    await opened
    const server = serverPid(dataDir)
    for (const watcher of sessionMembers(server)) process.kill(watcher, 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processesIn(dataDir)).toContain(server)

    const lines: string[] = []
    const reopened = await open(dataDir, (line) => lines.push(line))
    expect(lines).toEqual(['Stopping the database that an earlier Muster left running'])
    expect(processesIn(dataDir)).not.toContain(server)
    await reopened.stop()
    expect(processesIn(dataDir)).toEqual([])
  })
}

test('`exited` resolves when the database ends by itself, and acknowledged rows are recovered', {
  tags: 'long',
}, async () => {
  const dataDir = dataFolder()
  const first = await open(dataDir)
  const acknowledged = await writeUntilKilled(first.url, () => process.kill(serverPid(dataDir), 'SIGKILL'))
  await first.exited
  await first.stop()

  const reopened = await open(dataDir)
  expect(await noteIds(reopened.url)).toEqual(expect.arrayContaining(acknowledged))
})

test('a pid file with the process id of another program does not matter', async () => {
  const dataDir = dataFolder()
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  children.push(stranger)
  const lines = [stranger.pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '', '127.0.0.1', '', 'ready']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)

  const { url } = await open(dataDir)
  expect(await noteIds(url)).toEqual([])
  expect(stranger.exitCode).toBeNull()
  expect(stranger.signalCode).toBeNull()
})

test('a kill during the creation of the database leaves nothing unfinished', { tags: 'long' }, async () => {
  const dataDir = join(home, 'interrupted')
  const { child } = openElsewhere(dataDir)
  await until(() => unfinished(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster/base/1'))))
  child.kill('SIGKILL')

  const { fresh, url } = await open(dataDir)
  expect(fresh).toBe(true)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(unfinished(dataDir)).toEqual([])
})

test('data of another major version is refused with what to do', async () => {
  const dataDir = dataFolder()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n')
  await expect(openEmbedded({ dataDir })).rejects.toThrow(
    /made by PostgreSQL 16\. .* PostgreSQL \d+, which cannot read it\. Set DATABASE_URL to use a PostgreSQL of your own\.$/,
  )
})

test('a database that cannot start is reported with its own reason, and the folder is released', {
  tags: 'long',
}, async () => {
  const dataDir = dataFolder()
  const control = join(dataDir, 'postgres/global/pg_control')
  const content = readFileSync(control)
  writeFileSync(control, 'broken')
  await expect(openEmbedded({ dataDir })).rejects.toThrow(
    /^The database in \S+ is damaged: could not read file "global\/pg_control": read 6 of \d+\. Restore a copy of the whole data folder, or restore a backup into an empty folder \(npm run restore\)\.$/,
  )
  writeFileSync(control, '')
  await expect(openEmbedded({ dataDir })).rejects.toThrow(
    /is damaged: could not read file "global\/pg_control": read 0 of /,
  )
  writeFileSync(control, content)
  await open(dataDir)
})

if (isRoot) {
  test('as root, the database runs as another user, in a folder closed to that user', async () => {
    expect(statSync(home)).toMatchObject({ uid: 0, mode: 0o40700 })
    const dataDir = dataFolder()
    const owner = statSync(join(dataDir, 'postgres')).uid
    expect(owner).not.toBe(0)

    execFileSync('chown', ['-R', '0:0', dataDir])
    await open(dataDir)
    expect(statSync(join(dataDir, 'postgres/global/pg_control')).uid).toBe(owner)
    expect(statSync(home)).toMatchObject({ uid: 0, mode: 0o40700 })
  })
}

test('a folder or a database of another user is reported with the user who needs it', { tags: 'long' }, async () => {
  // As root: folders of another user. Otherwise: own folders without any permission.
  const above = mkdtempSync(join(tmpdir(), 'muster-owners-'))
  chmodSync(above, 0o755)
  const [folder, inside] = [join(above, 'folder'), join(above, 'inside')]
  mkdirSync(folder, { mode: isRoot ? 0o700 : 0 })
  mkdirSync(inside)
  mkdirSync(join(inside, 'postgres'), { mode: isRoot ? 0o700 : 0 })
  if (isRoot) chownSync(inside, NOBODY, NOBODY)
  for (const dataDir of [folder, inside]) {
    await expect(openElsewhere(dataDir, isRoot ? NOBODY : undefined).opened).rejects.toThrow(
      `may not use the folder ${dataDir}. Give it to that user, for example: chown -R `,
    )
  }
  rmSync(above, { recursive: true, force: true })
})

test.each([
  ['EROFS', 'The folder /data is on a read-only disk. Make the disk writable, or name another folder with DATA_DIR.'],
  ['ENOSPC', 'The disk of the folder /data is full. Make room, and start Muster again.'],
  ['EDQUOT', 'The disk of the folder /data is full. Make room, and start Muster again.'],
  [
    'ENFILE',
    'This process may not open enough files. Raise the limit, for example: ulimit -n 8192, or LimitNOFILE=8192 in the systemd service.',
  ],
])('a folder that fails with %s is reported with what to do', (code, message) => {
  expect(folderFault(Object.assign(new Error('x'), { code }), '/data')).toEqual(new StartError(message))
})

if (!isRoot) {
  test('an ordinary user owns the whole database', { tags: 'long' }, async () => {
    const dataDir = dataFolder()
    await open(dataDir)
    expect(statSync(join(dataDir, 'postgres/global/pg_control')).uid).toBe(process.getuid?.())
  })
}

async function open(dataDir: string, log?: (line: string) => void): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, log })
  opened.push(database)
  return database
}

/** Opens the folder in a process of its own, which can then be killed. */
function openElsewhere(dataDir: string, user?: number): { child: ChildProcess; opened: Promise<string> } {
  const script = `
    import { openEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    if (process.argv[2]) process.setgid(Number(process.argv[2]))
    if (process.argv[2]) process.setuid(Number(process.argv[2]))
    try { console.log((await openEmbedded({ dataDir: process.argv[1] })).url) }
    catch (error) { console.log(error.message) }`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir, ...(user ? [`${user}`] : [])]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const opened = Promise.race([once(child.stdout, 'data'), once(child, 'exit')]).then(([chunk]) => {
    const line = String(chunk).trim()
    if (!line.startsWith('postgres://')) throw new Error(line)
    return line
  })
  opened.catch(() => {}) // A child that is killed early prints nothing.
  return { child, opened }
}

function dataFolder(): string {
  folders += 1
  const dataDir = join(home, `data-${folders}`)
  execFileSync('cp', ['-Rp', template, dataDir])
  return dataDir
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function noteIds(url: string): Promise<number[]> {
  return (await query(url, 'SELECT id FROM notes ORDER BY id')).map((row) => (row as { id: number }).id)
}

/** Writes rows, kills the database after some with `kill`, and returns the ids that the database has acknowledged. */
async function writeUntilKilled(url: string, kill: () => void): Promise<number[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  const acknowledged: number[] = []
  try {
    for (let id = 1; ; id++) {
      await client.query('INSERT INTO notes VALUES ($1)', [id])
      acknowledged.push(id)
      if (id === 200) kill()
    }
  } catch {
    return acknowledged
  } finally {
    client.end().catch(() => {})
  }
}

function unfinished(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('postgres.unfinished-')) : []
}

function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function sessionMembers(leader: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,sid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, session]) => session === leader && pid !== leader)
    .map(([pid]) => pid ?? 0)
}

async function vanished(folder: string): Promise<void> {
  await until(() => processesIn(folder).length === 0)
}
