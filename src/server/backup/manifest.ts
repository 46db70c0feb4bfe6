import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isStoredName } from '../adapters/files.ts'
import { StartError } from '../base/errors.ts'

/** The description of a backup. It is written last, so a folder without it is not a whole backup. */
const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The number of migrations that the tables have. */
  migrations: z.int(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      lastId: z.nullable(z.int()),
      sha256: z.string(),
    }),
  ),
  files: z.array(z.object({ name: z.string().check(z.refine(isStoredName)), size: z.int(), sha256: z.string() })),
  /** Files that the rows name but that are missing from the disk, and so from the backup. */
  missing: z._default(z.array(z.string()), []),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'muster-backup.json'
export const tablePath = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
export const filePath = (folder: string, name: string) => join(folder, 'files', name)

/** Reads the manifest of a backup. Throws `StartError` when the folder contains no whole backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError(`${folder} contains no whole backup: there is no ${MANIFEST} in it.`)
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new StartError(`${join(folder, MANIFEST)} cannot be read. Was it made by a newer Muster?`)
  }
}
