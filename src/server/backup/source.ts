import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StartError } from '../base/errors.ts'
import { filePart, MANIFEST, parseManifest, tablePart } from './manifest.ts'

/** One part of a backup: the manifest, the rows of a table, or a file. */
export interface BackupPart {
  path: string
  /** Must be read to the end before the next part. */
  bytes: Readable
}

/** A backup that can be read, as often as one likes. */
export interface BackupSource {
  /** For messages. */
  place: string
  /** Gives the parts: tables in the order of the manifest, then files. Throws `StartError` if one is missing. */
  parts(): AsyncIterable<BackupPart>
}

/** The backup in a folder. */
export const folderSource = (folder: string): BackupSource => ({
  place: folder,
  async *parts() {
    const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
    if (text === undefined) throw new StartError(`${folder} contains no whole backup: there is no ${MANIFEST} in it.`)
    yield { path: MANIFEST, bytes: Readable.from([Buffer.from(text)]) }
    const { tables, files } = parseManifest(text, folder)
    const paths = [...tables.map(({ name }) => tablePart(name)), ...files.map(({ name }) => filePart(name))]
    for (const path of paths) {
      const missing = new StartError(`${join(folder, path)} is missing from the backup, or cannot be read.`)
      yield { path, bytes: withFault(createReadStream(join(folder, path)), () => missing) }
    }
  },
})

/** The same bytes. If they break off, it is with the error that `fault` makes of the other one. */
export function withFault(source: AsyncIterable<unknown>, fault: (error: unknown) => Error): Readable {
  async function* bytes() {
    try {
      yield* source
    } catch (error) {
      throw fault(error)
    }
  }
  return Readable.from(bytes(), { objectMode: false })
}
