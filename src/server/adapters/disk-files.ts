import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { msg } from '../../shared/message.ts'
import { notFound } from '../base/errors.ts'
import { type FileStore, isStoredName, mustBeStoredName } from './files.ts'
import { isOlder, openIncoming } from './incoming.ts'

const INCOMING = 'incoming'
/** The file that holds the owner of the folder. */
const OWNER = 'owner'
const PAGE = 1_000

/**
 * Stores files in a folder, which is made with the first file. A file comes in under a temporary name, is written through to
 * the disk unless `flush` will do that, and then gets its name. Throws what the disk refuses, such as `ENOSPC`.
 */
export function openDiskFiles(folder: string): FileStore {
  const incoming = openIncoming(join(folder, INCOMING))
  const owner = join(folder, OWNER)

  const pathOf = (storedAs: string) => join(folder, mustBeStoredName(storedAs))

  return {
    place: folder,
    setting: 'DATA_DIR',
    async put(source, { storedAs = randomBytes(16).toString('hex'), unflushed, ...options }) {
      const final = pathOf(storedAs)
      return incoming.receive(source, { ...options, flush: !unflushed }, async (path, bytes, moved) => {
        await rename(path, final)
        moved()
        if (!unflushed) await syncFolder(folder)
        return { storedAs, ...bytes }
      })
    },
    async flush(names) {
      // At the same time: the disk writes them and their names in fewer turns.
      await Promise.all([...names.map((storedAs) => syncFile(pathOf(storedAs))), syncFolder(folder)])
    },
    open: async (storedAs, range) => (await openStored(pathOf(storedAs))).createReadStream(range),
    async readInto(storedAs, room) {
      const handle = await openStored(pathOf(storedAs))
      try {
        for (let at = 0, read = 1; at < room.length && read > 0; at += read)
          read = (await handle.read(room, at, room.length - at)).bytesRead
      } finally {
        await handle.close()
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
    removeUnfinished: () => incoming.removeAbandoned(),
    async belongsTo(id, claim) {
      if (claim) await mkdir(folder, { recursive: true, mode: 0o700 })
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

const openStored = (path: string) =>
  open(path).catch((error) => {
    if (isMissing(error)) throw notFound(msg('There is no such file'))
    throw error
  })

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

/** Writes a file through to the disk. Opened for writing, because some systems refuse it otherwise. */
async function syncFile(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Makes a new name in the folder outlive a power cut. Systems that cannot open a folder do not need it. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
