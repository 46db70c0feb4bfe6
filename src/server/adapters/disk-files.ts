import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { msg } from '../../shared/message.ts'
import { notFound } from '../base/errors.ts'
import { type FileStore, intake, isStoredName } from './files.ts'

const INCOMING = 'incoming'
/** The file that holds the owner of the folder. */
const OWNER = 'owner'
const PAGE = 1_000
const ABANDONED_AFTER_MS = 3600 * 1000

/** A file that is coming in is named after its process, because another server may work in the same folder. */
const THIS_PROCESS = `${Buffer.from(hostname()).toString('hex').slice(0, 40)}.${process.pid}.`
/** The paths of the files that are coming in through this process. */
const comingIn = new Set<string>()

/**
 * Stores files in a folder, which is made with the first file. A file comes in under a temporary name, is written through to
 * the disk, and then gets its name. Throws what the disk refuses, such as `ENOSPC`.
 */
export function openDiskFiles(folder: string): FileStore {
  const incoming = join(folder, INCOMING)
  const owner = join(folder, OWNER)

  const pathOf = (storedAs: string) => {
    if (!isStoredName(storedAs)) throw new Error(`No name of a stored file: ${storedAs}`)
    return join(folder, storedAs)
  }

  return {
    place: folder,
    async put(source, { storedAs = randomBytes(16).toString('hex'), signal, ...checks }) {
      const final = pathOf(storedAs)
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const path = join(incoming, THIS_PROCESS + randomBytes(16).toString('hex'))
      comingIn.add(path)
      const { stream, result } = intake(checks)
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      try {
        await pipeline(source, stream, file, { signal })
        await rename(path, final)
      } catch (error) {
        // Until the stream is closed, it may still create the file.
        if (!file.closed) await new Promise<void>((closed) => file.once('close', () => closed()))
        await rm(path, { force: true })
        throw error
      } finally {
        comingIn.delete(path)
      }
      await syncFolder(folder)
      return { storedAs, ...result() }
    },
    async open(storedAs, range) {
      try {
        return (await open(pathOf(storedAs))).createReadStream(range)
      } catch (error) {
        if (isMissing(error)) throw notFound(msg('There is no such file'))
        throw error
      }
    },
    async stat(storedAs) {
      try {
        const { size } = await stat(pathOf(storedAs))
        return { size }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    remove: (storedAs) => rm(pathOf(storedAs), { force: true }),
    list: (before) => listFolder(folder, before),
    withLocalCopy: (storedAs, use) => use(pathOf(storedAs)),
    async removeUnfinished() {
      for (const name of await readdir(incoming).catch((): string[] => [])) {
        const path = join(incoming, name)
        if (await isAbandoned(path, name)) await rm(path, { force: true })
      }
    },
    async belongsTo(id, claim) {
      // It fails if another server of this owner is first: then the file is read below.
      if (claim) await writeFile(owner, id, { flag: 'wx', mode: 0o600 }).catch(() => {})
      return (await readFile(owner, 'utf8').catch(() => undefined)) === id
    },
    async freeShare() {
      const { bavail, blocks } = await statfs(folder).catch((error) => {
        if (isMissing(error)) return statfs(dirname(folder))
        throw error
      })
      // Some disks in the network do not say how large they are.
      return blocks > 0 ? bavail / blocks : 1
    },
    disown: () => rm(owner, { force: true }),
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function* listFolder(folder: string, before?: Date) {
  let page: string[] = []
  const entries = await opendir(folder).catch((error) => {
    if (!isMissing(error)) throw error
  })
  if (!entries) return
  for await (const { name } of entries) {
    if (!isStoredName(name) || (before && !(await isOlder(join(folder, name), before.getTime())))) continue
    page.push(name)
    if (page.length < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Whether the process that was receiving the file is gone. A process before this one may have had the same number. */
async function isAbandoned(path: string, name: string) {
  if (comingIn.has(path)) return false
  if (name.startsWith(THIS_PROCESS) || (await isOlder(path, Date.now() - ABANDONED_AFTER_MS))) return true
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

async function isOlder(path: string, time: number) {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < time
}

/** Makes a new name in the folder outlive a power cut. Systems that cannot open a folder do not need it. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
