import * as z from 'zod/mini'
import { isStoredName } from '../adapters/files.ts'
import { StartError } from '../base/errors.ts'

/** The description of a backup. It is written last, so a backup without it is not whole. */
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
/** The names of a backup's parts. */
export const tablePart = (name: string) => `tables/${name}.copy.gz`
export const filePart = (name: string) => `files/${name}`

/** Reads the text of a manifest. Throws `StartError` if it is none that this Muster knows. */
export function parseManifest(text: string, place: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    throw new StartError(`${MANIFEST} of ${place} cannot be read. Was it made by a newer Muster?`)
  }
}
