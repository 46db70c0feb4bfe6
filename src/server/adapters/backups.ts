import type { Readable } from 'node:stream'

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
  /** Everything that is there, also files that are no backups. */
  list(): Promise<StoredBackup[]>
  remove(name: string): Promise<void>
  /** Removes leftovers of backups that were cut off. */
  removeUnfinished(): Promise<void>
}
