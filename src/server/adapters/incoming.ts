import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { intake, type PutOptions, type StoredBytes, type WaitingBytes } from './files.ts'

const ABANDONED_AFTER_MS = 3600 * 1000
/** The most bytes of a stream that wait for the disk. A photo is written in one or two turns: each turn is a wait. */
const WRITTEN_TOGETHER = 256_000

/** A file is named after its process, because another server may work in the same folder. */
const THIS_PROCESS = `${Buffer.from(hostname()).toString('hex').slice(0, 40)}.${process.pid}.`
/** The paths that this process uses now. */
const inUse = new Set<string>()

/**
 * The temporary files of a store. The folder is made with the first of them.
 *
 * @param abandonedAfterMs a file that nobody has written for so long is abandoned, even if its process seems to live
 */
export function openIncoming(folder: string, abandonedAfterMs = ABANDONED_AFTER_MS) {
  /**
   * Gives `use` the path of a temporary file or folder that does not exist yet. Removes it afterwards, unless `use` has
   * called `moved`, because the file has another name now.
   */
  async function withPath<T>(use: (path: string, moved: () => void) => Promise<T>): Promise<T> {
    const path = await newPath()
    let isMoved = false
    try {
      return await use(path, () => {
        isMoved = true
      })
    } finally {
      if (isMoved) inUse.delete(path)
      else await remove(path)
    }
  }

  async function newPath() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, THIS_PROCESS + randomBytes(16).toString('hex'))
    inUse.add(path)
    return path
  }

  async function remove(path: string) {
    await rm(path, { force: true, recursive: true })
    inUse.delete(path)
  }

  return {
    withPath,
    /**
     * Receives a stream into a temporary file, and gives `use` its path, its size and its hash, and `moved` of
     * `withPath`. Throws the errors of checks, source and disk, such as `TooLong` or `ENOSPC`.
     *
     * @param flush whether the bytes are written through to the disk
     */
    receive: <T>(
      source: Readable,
      options: WriteOptions,
      use: (path: string, bytes: Omit<StoredBytes, 'storedAs'>, moved: () => void) => Promise<T>,
    ) => withPath(async (path, moved) => use(path, await write(path, source, options), moved)),
    /** Receives a stream into a temporary file that stays until it is removed. Throws as `receive`. */
    async keep(source: Readable, checks: Pick<PutOptions, 'maxBytes' | 'accept' | 'signal'>): Promise<WaitingBytes> {
      const path = await newPath()
      try {
        const { size } = await write(path, source, { ...checks, flush: false })
        return { size, readInto: (room) => readInto(room, path, size), remove: () => remove(path) }
      } catch (error) {
        await remove(path)
        throw error
      }
    },
    /** Removes leftovers of processes that have ended. */
    async removeAbandoned() {
      for (const name of await readdir(folder).catch((): string[] => [])) {
        const path = join(folder, name)
        if (await isAbandoned(path, name, abandonedAfterMs)) await rm(path, { force: true, recursive: true })
      }
    },
  }
}

type WriteOptions = Pick<PutOptions, 'maxBytes' | 'accept' | 'signal'> & { flush: boolean }

/** Writes a stream into a new file. Returns its size and its hash. */
async function write(path: string, source: Readable, { signal, flush, ...checks }: WriteOptions) {
  const { stream, result } = intake(checks)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush, highWaterMark: WRITTEN_TOGETHER })
  try {
    await pipeline(source, stream, file, { signal })
  } finally {
    // Until the stream is closed, it may still create the file.
    if (!file.closed) await new Promise<void>((closed) => file.once('close', () => closed()))
  }
  return result()
}

async function readInto(room: Buffer, path: string, size: number) {
  if (size > room.length) throw new RangeError('The room is too small for the file')
  const file = await open(path)
  try {
    let at = 0
    while (at < size) {
      const { bytesRead } = await file.read(room, at, size - at, at)
      if (bytesRead === 0) throw new Error('A temporary file has become shorter')
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  return room.subarray(0, size)
}

/** Whether the process that was using the file is gone. A process before this one may have had the same number. */
async function isAbandoned(path: string, name: string, afterMs: number) {
  if (inUse.has(path)) return false
  if (name.startsWith(THIS_PROCESS) || (await isOlder(path, Date.now() - afterMs))) return true
  const [host, pid] = name.split('.')
  return THIS_PROCESS.startsWith(`${host}.`) && !isRunning(Number(pid))
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether a file was last written before a time, in milliseconds. A file that is gone is not. */
export async function isOlder(path: string, time: number) {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < time
}
