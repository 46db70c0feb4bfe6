import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupConfig } from '../base/backup.ts'
import { syncFolder } from './disk-files.ts'
import { openIncoming } from './incoming.ts'

export interface StoredBackup {
  name: string
  /** In bytes. */
  size: number
}

/** Where whole backups are, each as one file. A backup has its name only once all of its bytes are there. */
export interface BackupStore {
  /** For messages to administrators. */
  readonly place: string
  /** Stores a stream. If it breaks off, or this process is killed, nothing of it has the name. */
  put(name: string, source: Readable, signal?: AbortSignal): Promise<StoredBackup>
  /** Throws if there is none. */
  open(name: string): Promise<Readable>
  /** Everything that is there, also what is no backup. */
  list(): Promise<StoredBackup[]>
  remove(name: string): Promise<void>
  /** Removes what backups that were cut off have left behind. */
  removeUnfinished(): Promise<void>
}

/**
 * Opens the place of backups.
 *
 * @param scratch a folder for temporary files
 */
export async function openBackupStore({ to }: Pick<BackupConfig, 'to'>, scratch: string): Promise<BackupStore> {
  if (typeof to === 'string') return openBackupFolder(to)
  const { openBackupBucket } = await import('./backup-bucket.ts')
  return openBackupBucket(to, scratch)
}

/** Backups in a folder, which is made with the first of them. */
export function openBackupFolder(folder: string): BackupStore {
  const incoming = openIncoming(join(folder, 'unfinished'))
  return {
    place: folder,
    put: (name, source, signal) =>
      incoming.receive(source, { maxBytes: Number.POSITIVE_INFINITY, signal }, async (path, { size }) => {
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
