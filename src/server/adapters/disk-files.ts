import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { msg } from '../../shared/words/message.ts'
import { notFound } from '../base/errors.ts'
import { atOnce, type FileStore, isStoredName, mustBeStoredName } from './files.ts'
import { isOlder, openIncoming } from './incoming.ts'

const INCOMING = 'incoming'
/** The file that holds the owner of the folder. */
const OWNER = 'owner'
const PAGE = 1_000

/**
 * Stores files in a folder, which is made with the first file. A file comes in under a temporary name, is written
 * through to the disk, and then gets its name. Throws the disk's errors, such as `ENOSPC`.
 */
export function openDiskFiles(folder: string): FileStore {
  const incoming = openIncoming(join(folder, INCOMING))
  const owner = join(folder, OWNER)

  const pathOf = (storedAs: string) => join(folder, mustBeStoredName(storedAs))

  return {
    place: folder,
    setting: 'DATA_DIR',
    async put(source, { storedAs = newName(), turn = atOnce, ...options }) {
      const final = pathOf(storedAs)
      return incoming.receive(source, { ...options, flush: true }, (path, bytes, moved) =>
        turn(async () => {
          await rename(path, final)
          moved()
          await syncFolder(folder)
          return { storedAs, ...bytes }
        }),
      )
    },
    receive: incoming.keep,
    async putTogether(files) {
      const named = files.map((bytes) => ({ bytes, storedAs: newName() }))
      try {
        await writeTogether(folder, named)
      } catch (error) {
        await Promise.all(named.map(({ storedAs }) => rm(pathOf(storedAs), { force: true })))
        throw error
      }
      return named.map(({ bytes, storedAs }) => ({
        ...{ storedAs, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      }))
    },
    open: async (storedAs, range) => (await openStored(pathOf(storedAs))).createReadStream(range),
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

const newName = () => randomBytes(16).toString('hex')

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

/**
 * Writes new files through to the disk, all at the same time: on a busy server each turn is a wait. They have their
 * names at once, because nothing refers to them before this has ended.
 */
async function writeTogether(folder: string, files: { storedAs: string; bytes: Uint8Array }[]) {
  const openAll = () => openNew(files.map(({ storedAs }) => join(folder, storedAs)))
  const handles = await openAll().catch(async (error) => {
    if (!isMissing(error)) throw error
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return openAll()
  })
  try {
    const writing = handles.map(async (handle, at) => {
      await handle.writeFile(files[at]?.bytes ?? '')
      await handle.datasync()
    })
    await allEnded([...writing, syncFolder(folder)])
  } finally {
    await Promise.all(handles.map((handle) => handle.close()))
  }
}

async function openNew(paths: string[]) {
  const opening = paths.map((path) => open(path, 'wx', 0o600))
  try {
    return await allEnded(opening)
  } catch (error) {
    for (const opened of opening) await opened.then((handle) => handle.close()).catch(() => {})
    throw error
  }
}

/** The results of all. If some fail, it throws the first error once all have ended. */
async function allEnded<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** Makes a new name in the folder outlive a power cut. Systems that cannot open a folder do not need it. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
