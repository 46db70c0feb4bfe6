import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import type { BackupStore, StoredBackup } from '../adapters/backups.ts'
import { StartError } from '../base/errors.ts'
import { decrypted, encrypted } from './encryption.ts'
import { measure } from './measure.ts'
import { type BackupSource, withFault } from './source.ts'
import type { BackupSink } from './write.ts'

/** An archive is the folder that `npm run backup -- FOLDER` writes, as a tar, and encrypted if there is a key. */

interface ArchiveOptions {
  key: string | undefined
  /** A folder for the compressed rows, until the last table is read. */
  scratch: string
  now: Date
  signal?: AbortSignal | undefined
}

/** A backup on its way into a store. */
export interface ArchiveSink extends BackupSink {
  /** The store's receipt once the archive is finished. */
  stored(): Promise<StoredBackup>
}

/**
 * Opens a backup that goes straight into the store. Only the rows of tables wait on the disk: the size of a part comes
 * before it, and a slow store is not to hold up the transaction that reads them.
 */
export async function openArchive(
  store: BackupStore,
  name: string,
  { key, scratch, now, signal }: ArchiveOptions,
): Promise<ArchiveSink> {
  const tar = pack()
  const plain = Readable.from(tar, { objectMode: false })
  const bytes = key ? await encrypted(plain, key) : plain
  // Without a listener, an error would end the process. Its reader learns of it all the same.
  for (const stream of [tar, plain, bytes]) stream.on('error', () => {})
  const sending = store.put(name, bytes, signal)
  let fault: unknown
  // The caller that sends a part learns of it there.
  sending.catch((error) => {
    fault = error
    tar.destroy(error as Error)
  })

  async function send(path: string, source: Readable, size: number) {
    try {
      const entry = tar.entry({ name: path, size, mode: 0o600, mtime: now })
      const ended = once(entry, 'close')
      ended.catch(() => {})
      for await (const chunk of source) if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), ended])
      entry.end(null)
      await ended
    } catch (error) {
      source.destroy()
      throw fault ?? error
    }
  }

  const waiting: { path: string; file: string; size: number }[] = []
  async function sendWaiting() {
    for (const { path, file, size } of waiting.splice(0)) await send(path, createReadStream(file), size)
  }

  return {
    async add(path, source, size) {
      signal?.throwIfAborted()
      const { stream, result } = measure()
      if (size === undefined) {
        const file = join(scratch, `part-${waiting.length}`)
        await pipeline(source, stream, createWriteStream(file, { mode: 0o600 }), { signal })
        const measured = result()
        waiting.push({ path, file, size: measured.size })
        return measured
      }
      await sendWaiting()
      const measuring = pipeline(source, stream)
      await Promise.all([send(path, stream, size), measuring])
      return result()
    },
    async finish() {
      await sendWaiting()
      tar.finalize()
      await sending
    },
    async discard() {
      tar.destroy(new Error('The backup was given up'))
      bytes.destroy(new Error('The backup was given up'))
      await sending.catch(() => {})
    },
    stored: () => sending,
  }
}

const isEncrypted = (name: string) => name.endsWith('.age')

/** Reads a backup from a store. Throws `StartError` if it needs a key, or should be encrypted and is not. */
export const archiveSource = (store: BackupStore, name: string, key: string | undefined): BackupSource => {
  const place = `${store.place}/${name}`
  if (isEncrypted(name) && !key) throw new StartError(`${place} is encrypted. Set BACKUP_KEY to its key.`)
  if (!isEncrypted(name) && key)
    // Anybody who can write to the place of the backups could have put it there.
    throw new StartError(
      `${place} is not encrypted, although there is a BACKUP_KEY. Leave BACKUP_KEY out to restore it nevertheless.`,
    )
  /** Faults of the tar itself. Other errors say more. */
  const fault = (error: unknown) => {
    const { message } = error as Error
    if (!/^(Unexpected end|Invalid tar)/.test(message)) return error as Error
    return new StartError(`${place} was changed or cut off since it was made (${message}).`)
  }
  return {
    place,
    async *parts() {
      const source = await store.open(name)
      const bytes = key ? await decrypted(source, key, place) : source
      const tar = extract()
      const piped = pipeline(bytes, tar).catch((error) => {
        tar.destroy(error)
        throw error
      })
      piped.catch(() => {})
      try {
        for await (const entry of tar) {
          yield { path: entry.header.name, bytes: withFault(entry, fault) }
        }
        await piped
      } catch (error) {
        throw fault(error)
      } finally {
        bytes.destroy()
        source.destroy()
      }
    },
  }
}
