import type { Readable } from 'node:stream'

export interface StoredBackup {
  name: string
  /** In bytes. */
  size: number
}

/** A store of whole backups, each as one file. A file gets its name once all of its bytes are there. */
export interface BackupStore {
  /** For messages to administrators. */
  readonly place: string
  /** Stores a stream. If the stream breaks off, or this process is killed, no file has this name. */
  put(name: string, source: Readable, signal?: AbortSignal): Promise<StoredBackup>
  /** Throws if there is no such backup. */
  open(name: string): Promise<Readable>
  /** All files of the store, also those that are no backups. */
  list(): Promise<StoredBackup[]>
  remove(name: string): Promise<void>
  /** Removes leftovers of backups that were cut off. */
  removeUnfinished(): Promise<void>
}
