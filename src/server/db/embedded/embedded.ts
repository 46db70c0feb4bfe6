import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../base/errors.ts'
import { folderFault } from '../../base/start-checks.ts'
import { clusterArgument, serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type ClusterSetting, lastFault, type Passwords, prepareCluster } from './cluster.ts'
import { cannotStart } from './error.ts'
import { clusterFault } from './fault.ts'
import { lockFolder } from './lock.ts'
import { type Launched, launch, stopLeftovers } from './process.ts'
import { APP_ROLE, DATABASE, SUPERUSER, setUpRoles } from './roles.ts'
import { APP_PASSWORD, SUPERUSER_PASSWORD } from './running.ts'

/** A PostgreSQL that runs as a child of this process, with its data in the data folder. */
export interface EmbeddedDatabase {
  url: string
  /** Whether this call has created the database, so that it is empty. */
  fresh: boolean
  /** Shuts PostgreSQL down in good order and releases the data folder. May be called more than once. */
  stop(): Promise<void>
  /** Stops PostgreSQL and deletes the database. */
  discard(): Promise<void>
  /** Resolves when PostgreSQL has ended, for any reason. */
  exited: Promise<void>
}

/** PostgreSQL's error code also for a role that does not exist. */
const WRONG_PASSWORD = '28P01'
const UNKNOWN_DATABASE = '3D000'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  // Containers have little shared memory, and systemd may remove it when a user signs out. Files in the cluster stay.
  dynamic_shared_memory_type: 'mmap',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Muster logs failed statements itself, so this log stays small without rotation.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  cluster_name: 'muster',
}

/** For a database that need not survive a power cut. Options of the command line win over `alter system`. */
const volatileSettings: typeof settings = {
  ...settings,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
}

/**
 * Opens the PostgreSQL of this data folder, and creates it if there is none. It ends with this process, even by
 * SIGKILL. Throws `StartError` with the fault and its remedy. Only tests set `volatile`: then a power cut may destroy
 * the database.
 */
export async function openEmbedded(options: {
  dataDir: string
  log?: (line: string) => void
  volatile?: boolean
}): Promise<EmbeddedDatabase> {
  let unlock = () => {}
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
    const folder = realpathSync(options.dataDir)
    unlock = await lockFolder(folder)
    return await openFolder(folder, unlock, options)
  } catch (error) {
    unlock()
    const known = folderFault(error, options.dataDir)
    if (known instanceof StartError) throw known
    throw cannotStart(`The embedded database cannot start: ${(error as Error).message}`)
  }
}

async function openFolder(
  folder: string,
  unlock: () => void,
  { log = () => {}, volatile = false }: { log?: (line: string) => void; volatile?: boolean },
): Promise<EmbeddedDatabase> {
  const cluster = join(folder, 'postgres')
  const account = serverAccount(cluster)
  const binaries = findBinaries(account, folder, log)
  const setting = { binaries, account, logFile: newLog(folder), log }
  await stopLeftovers(cluster, binaries, log)
  const passwords = await prepareCluster(folder, setting)
  const { server, url, fresh } = await startServer(cluster, passwords, { ...setting, volatile })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= shutDown(server).then(unlock)
    return stopping
  }
  const discard = async () => {
    await stop()
    for (const name of ['postgres', SUPERUSER_PASSWORD, APP_PASSWORD, 'postgres.log', 'muster.lock']) {
      rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
  return { url, fresh, stop, discard, exited: server.exited.then(() => {}) }
}

function newLog(folder: string): string {
  const path = join(folder, 'postgres.log')
  if (existsSync(path)) renameSync(path, `${path}.1`)
  writeFileSync(path, '', { mode: 0o600 })
  return path
}

async function startServer(cluster: string, passwords: Passwords, setting: ClusterSetting & { volatile: boolean }) {
  const args = Object.entries(setting.volatile ? volatileSettings : settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  args.push('-D', clusterArgument(cluster, setting.account))
  for (let attempts = 1; ; attempts++) {
    const port = await freePort()
    const server = launch(setting.binaries.postgres, [...args, '-p', `${port}`], { cluster, ...setting })
    try {
      // No encryption, even if the environment sets PGSSLMODE.
      const url = `postgres://${APP_ROLE}:${passwords.app}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`
      if (await waitUntilReady(server, url, cluster, setting)) return { server, url, fresh: false }
      return { server, url, fresh: await setUp(port, passwords) }
    } catch (error) {
      await shutDown(server)
      // Another program may have taken the port since it was found free.
      if (attempts === 5 || !readFileSync(setting.logFile, 'utf8').includes('could not bind')) throw error
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Waits for the first answer. Returns whether the role can use the database; if not, both must be set up. */
async function waitUntilReady(
  server: Launched,
  url: string,
  cluster: string,
  { logFile, log }: ClusterSetting,
): Promise<boolean> {
  const startedAt = Date.now()
  let isLogged = false
  for (;;) {
    const fault = await errorOnConnect(url)
    if (!fault) return true
    if (!server.running()) throw clusterFault('The embedded database does not start', lastFault(logFile), cluster)
    if (fault.code === UNKNOWN_DATABASE || fault.code === WRONG_PASSWORD) return false
    const waited = Date.now() - startedAt
    const recovering = fault.code === '57P03'
    if (!recovering && (fault instanceof pg.DatabaseError || waited > 60_000)) {
      throw cannotStart(`The embedded database refuses the connection: ${fault.message}`)
    }
    if (recovering && waited > 3000 && !isLogged) {
      log('The database recovers from a sudden end. This may take a while.')
      isLogged = true
    }
    await sleep(25)
  }
}

/** Sets up the database and its role. Only this function signs in as the superuser. Returns whether it is new. */
async function setUp(port: number, passwords: Passwords): Promise<boolean> {
  try {
    return await setUpRoles(`postgres://${SUPERUSER}:${passwords.superuser}@127.0.0.1:${port}`, passwords.app)
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code === WRONG_PASSWORD)
      throw new StartError(
        'The file postgres.password does not fit the database beside it. Restore both from the same copy of the data folder.',
      )
    throw cannotStart(`The embedded database cannot be set up: ${message}`)
  }
}

async function errorOnConnect(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5000 })
  client.on('error', () => {}) // The calls below report the error.
  try {
    await client.connect()
    await client.query('SELECT 1')
    await client.end()
  } catch (error) {
    client.end().catch(() => {})
    return error as Error
  }
}

async function shutDown(server: Launched): Promise<void> {
  server.signal('INT')
  const timeout = setTimeout(() => server.signal('QUIT'), 8000)
  await server.exited
  clearTimeout(timeout)
}
