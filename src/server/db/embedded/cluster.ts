import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../base/errors.ts'
import { clusterArgument, type DatabaseAccount } from './account.ts'
import type { Binaries } from './binaries.ts'
import { cannotStart } from './error.ts'
import { clusterFault } from './fault.ts'
import { killLeftovers, launch } from './process.ts'
import { SUPERUSER } from './roles.ts'
import { APP_PASSWORD, SUPERUSER_PASSWORD } from './running.ts'

const UNFINISHED_PREFIX = 'postgres.unfinished-'

/** The passwords of the two roles (`roles.ts`). */
export interface Passwords {
  superuser: string
  app: string
}

/** Creates the cluster if there is none. Returns its passwords. Throws `StartError` for a wrong version. */
export async function prepareCluster(
  folder: string,
  { binaries, account, logFile, log }: ClusterSetting,
): Promise<Passwords> {
  const cluster = join(folder, 'postgres')
  const passwordFile = join(folder, SUPERUSER_PASSWORD)
  await removeUnfinished(folder)
  if (isAbsentOrEmpty(cluster)) {
    log(`Creating the database in ${cluster}`)
    const password = existsSync(passwordFile) ? readPassword(passwordFile) : newPassword(passwordFile, folder)
    await createCluster(folder, cluster, password, { binaries, account, logFile, log })
    return { superuser: password, app: appPassword(folder) }
  }
  refuseOtherVersions(cluster, binaries)
  // Its owner is root only after a copy of the folder was restored.
  if (account && lstatSync(cluster).uid === 0) changeOwner(cluster, account)
  return { superuser: readPassword(passwordFile), app: appPassword(folder) }
}

/** The role's password. A data folder of an earlier version has none, so it is created. */
function appPassword(folder: string): string {
  const path = join(folder, APP_PASSWORD)
  return existsSync(path) ? readPassword(path) : newPassword(path, folder)
}

export interface ClusterSetting {
  binaries: Binaries
  account?: DatabaseAccount
  logFile: string
  log: (line: string) => void
}

/** The last line with an error in PostgreSQL's log. Hints and details may follow it. */
export function lastFault(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean)
  const fault = lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? lines.at(-1)
  return fault?.replace(/^.*?\b(FATAL|PANIC|ERROR|error):\s*/, '') ?? 'its log is empty'
}

async function createCluster(folder: string, cluster: string, password: string, setting: ClusterSetting) {
  const { binaries, account, logFile } = setting
  const unfinished = mkdtempSync(join(folder, UNFINISHED_PREFIX))
  const inside = join(unfinished, 'cluster')
  const passwordFile = join(unfinished, 'password')
  mkdirSync(inside, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) for (const path of [unfinished, inside, passwordFile]) chownSync(path, account.uid, account.gid)

  // The builtin provider folds the case of all letters in the same way on every system.
  const args = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  args.push('--data-checksums', `--username=${SUPERUSER}`, '--auth=scram-sha-256', '--pwfile=../password')
  args.push('-D', clusterArgument(inside, account))
  const code = await launch(binaries.initdb, args, { cluster: inside, account, logFile, binaries }).exited
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw clusterFault('The embedded database cannot be created', lastFault(logFile), folder)
  }
  renameSync(inside, cluster)
  rmSync(unfinished, { recursive: true, force: true })
  syncFolder(folder)
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(UNFINISHED_PREFIX))) {
    await killLeftovers(join(folder, name, 'cluster'))
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isAbsentOrEmpty(cluster: string): boolean {
  return !existsSync(cluster) || readdirSync(cluster).length === 0
}

function refuseOtherVersions(cluster: string, { major }: Binaries): void {
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new StartError(
      `The folder ${cluster} contains only a part of a database. Move it away, or restore the whole folder.`,
    )
  }
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found === major) return
  throw cannotStart(
    `The database in ${cluster} was made by PostgreSQL ${found}. This Muster contains PostgreSQL ${major}, which cannot read it`,
  )
}

/** Changes the owner of the contents first, so that after an interruption the next start does it again. */
function changeOwner(path: string, account: DatabaseAccount): void {
  if (lstatSync(path).isDirectory()) for (const child of readdirSync(path)) changeOwner(join(path, child), account)
  lchownSync(path, account.uid, account.gid)
}

function readPassword(path: string): string {
  if (!existsSync(path)) throw new StartError(`The database's password is missing. Restore the file ${path}.`)
  return readFileSync(path, 'utf8').trim()
}

function newPassword(path: string, folder: string): string {
  const password = randomBytes(24).toString('base64url')
  writeFileSync(`${path}.new`, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
  syncFolder(folder)
  return password
}

/** Writes the names in a folder to the disk, so that they survive a power cut. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
