import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupStore } from './backups.ts'
import { syncFolder } from './disk-files.ts'
import { openIncoming } from './incoming.ts'

/** Backups in a folder, which is made with the first of them. */
export function openBackupFolder(folder: string): BackupStore {
  const incoming = openIncoming(join(folder, 'unfinished'))
  return {
    place: folder,
    put: (name, source, signal) =>
      incoming.receive(source, { maxBytes: Number.POSITIVE_INFINITY, signal, flush: true }, async (path, { size }) => {
        await rename(path, join(folder, name))
        await syncFolder(folder)
        return { name, size }
      }),
    async open(name) {
      const path = join(folder, name)
      await stat(path)
      return createReadStream(path)
    },
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const found = await readdir(folder, { withFileTypes: true })
      const files = found.filter((entry) => entry.isFile())
      return Promise.all(files.map(async ({ name }) => ({ name, size: (await stat(join(folder, name))).size })))
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    removeUnfinished: () => incoming.removeAbandoned(),
  }
}
