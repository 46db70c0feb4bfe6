import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { notFound } from '../base/errors.ts'

/** A file that is being received: it is whole, and on the disk, but nobody's yet. */
export interface Incoming {
  path: string
  size: number
}

/** The stored files: random names in one folder, so that an object store can take its place. */
export interface Files {
  /** Streams to a temporary file; a source that breaks off, or is longer than `most` bytes, leaves none. */
  receive(source: Readable, most: number, signal?: AbortSignal): Promise<Incoming>
  /** The first bytes of a received file. */
  beginningOf(path: string, bytes: number): Promise<Buffer>
  /** Throws what was received away. */
  drop(incoming: Pick<Incoming, 'path'>): Promise<void>
  /** Keeps what was received; gives the name it is stored under. */
  put(incoming: Pick<Incoming, 'path'>): Promise<string>
  /** The bytes from `start` to `end`, the last included; 404 when the disk has no such file. */
  open(name: string, range?: { start: number; end: number }): Promise<Readable>
  /** Where the file lies, for who must read here and there in it. */
  pathOf(name: string): string
  remove(name: string): Promise<void>
  /** Removes what runs that were cut off have left half received. */
  removeLeftovers(): Promise<void>
  /** The names of stored files that are older than a time. */
  olderThan(time: Date): Promise<string[]>
  /** Whether the folder is this owner's; with `claim`, one that is nobody's is from now on. */
  belongsTo(owner: string, claim: boolean): Promise<boolean>
}

/** A file is longer than it may be. */
export class TooLong extends Error {}

const INCOMING = 'incoming'
/** Says whose the folder is. */
const OWNER = 'owner'
/** Leaves the folder to whoever puts files there next. */
export const disown = (folder: string) => rm(join(folder, OWNER), { force: true })

/** Whether this is the name of a stored file. */
export const isStored = (name: string) => /^[0-9a-f]{32}$/.test(name)
/** Received files carry who receives them: another server may be at work in the same folder. */
const OURS = `${Buffer.from(hostname()).toString('hex').slice(0, 40)}.${process.pid}.`
const ABANDONED_AFTER = 3600 * 1000
/** What this process is receiving, or has received and not yet put or dropped. */
const atWork = new Set<string>()

/** Keeps files in `folder`, which is made when the first one comes. */
export function openFiles(folder: string): Files {
  const incoming = join(folder, INCOMING)

  const drop = async (path: string) => {
    await rm(path, { force: true })
    atWork.delete(path)
  }
  const pathOf = (name: string) => {
    if (!isStored(name)) throw new Error(`No name of a stored file: ${name}`)
    return join(folder, name)
  }

  return {
    async receive(source, most, signal) {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const path = join(incoming, OURS + randomBytes(16).toString('hex'))
      atWork.add(path)
      const counted = countUpTo(most)
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      try {
        await pipeline(source, counted.stream, file, { signal })
        return { path, size: counted.size() }
      } catch (error) {
        // Before that it may not even be there.
        if (!file.closed) await new Promise<void>((closed) => file.once('close', () => closed()))
        await drop(path)
        throw error
      }
    },
    async beginningOf(path, bytes) {
      const file = await open(path, 'r')
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    drop: ({ path }) => drop(path),
    async put({ path }) {
      const name = randomBytes(16).toString('hex')
      await rename(path, pathOf(name))
      atWork.delete(path)
      await syncFolder(folder)
      return name
    },
    async open(name, range) {
      try {
        return (await open(pathOf(name))).createReadStream(range)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('file')
        throw error
      }
    },
    pathOf,
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeLeftovers() {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name)
        if (await isAbandoned(path, name)) await rm(path, { force: true })
      }
    },
    async olderThan(time) {
      const old: string[] = []
      for (const name of await namesIn(folder)) {
        if (isStored(name) && (await isOlder(pathOf(name), time.getTime()))) old.push(name)
      }
      return old
    },
    async belongsTo(owner, claim) {
      const path = join(folder, OWNER)
      // Another server of this owner may be the first.
      if (claim) await writeFile(path, owner, { flag: 'wx', mode: 0o600 }).catch(() => {})
      return (await readFile(path, 'utf8').catch(() => undefined)) === owner
    },
  }
}

function countUpTo(most: number) {
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > most) done(new TooLong())
      else done(null, chunk)
    },
  })
  return { stream, size: () => size }
}

/** Whether the process that received it is no more; one before this may have had the same number. */
async function isAbandoned(path: string, name: string) {
  if (atWork.has(path)) return false
  if (name.startsWith(OURS) || (await isOlder(path, Date.now() - ABANDONED_AFTER))) return true
  const [host, pid] = name.split('.')
  return OURS.startsWith(`${host}.`) && !isRunning(Number(pid))
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
async function isOlder(path: string, time: number) {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < time
}

/** Makes sure that a name that was given outlives a power cut; where folders cannot be opened there is no need. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
