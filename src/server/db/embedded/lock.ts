import { spawnSync } from 'node:child_process'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../base/errors.ts'
import { cannotStart } from './error.ts'

const TIMEOUT_MS = 1000

/**
 * Locks the data folder for this process and returns the function that releases it. Throws `StartError` if another
 * process holds the lock. The kernel holds it, so it always ends with the process, and neither an old file nor a reused
 * process id can keep it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'muster.lock')
  // A process that was killed may need a moment to end, and a new holder a moment to write its process id.
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const lock = tryLock(path)
    if (lock !== undefined) {
      ftruncateSync(lock)
      writeSync(lock, `${process.pid}\n`)
      return () => closeSync(lock)
    }
    if (Date.now() > deadline) throw new StartError(inUse(folder, path))
    await sleep(100)
  }
}

function tryLock(path: string): number | undefined {
  return process.platform === 'linux' ? lockByFlock(path) : lockByOpening(path)
}

/** Node has no flock(). The program flock(1) locks the inherited file, and our descriptor keeps the lock. */
function lockByFlock(path: string): number | undefined {
  const lock = openSync(path, 'a+', 0o600)
  const { status, error, stderr } = spawnSync('flock', ['-xn', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', lock],
    encoding: 'utf8',
  })
  if (status === 0) return lock
  closeSync(lock)
  if (status === 1) return undefined
  throw cannotStart(`The data folder cannot be locked with the program flock (${error?.message ?? stderr.trim()})`)
}

/** macOS and Windows lock a file at opening. The numbers are O_EXLOCK and UV_FS_O_EXLOCK, nameless in Node. */
function lockByOpening(path: string): number | undefined {
  const exclusive = process.platform === 'win32' ? 0x10000000 : 0x20 | constants.O_NONBLOCK
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | exclusive, 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK' || code === 'EBUSY') return undefined
    throw error
  }
}

function inUse(folder: string, path: string): string {
  return `The data folder ${folder} is in use by another Muster (process ${holder(path)}). Stop it first, or set DATA_DIR to another folder.`
}

function holder(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim() || 'unknown'
  } catch {
    return 'unknown' // On Windows a locked file cannot be read.
  }
}
