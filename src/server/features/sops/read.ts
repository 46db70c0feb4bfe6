import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Sop, SopVersion, sopsApi } from '../../../shared/sops.ts'
import { sopFor } from '../../core/access/access.ts'
import type { Context, StoredFile } from '../../core/context.ts'
import { fileFor } from '../../core/files/files.ts'
import { files } from '../../db/tables/files.ts'
import { sops, sopVersions } from '../../db/tables/sops.ts'
import { sopWithNames } from './rows.ts'
import { versionsOfSop } from './versions.ts'

/** One SOP with its names. Throws 404 if the viewer may not see it. */
export async function readSop(ctx: Context, { params }: Input<typeof sopsApi.get>): Promise<Sop> {
  await sopFor(ctx, params.id, 'sop:read')
  return sopWithNames(ctx, params.id)
}

/** The files that the SOP has had, newest first. Throws 404 if the viewer may not see it. */
export async function listVersions(ctx: Context, { params }: Input<typeof sopsApi.versions>): Promise<SopVersion[]> {
  return versionsOfSop(ctx, await sopFor(ctx, params.id, 'sop:read'))
}

/**
 * The current file, or the file of an earlier revision. Throws 404 if there is none, or the viewer may not see the SOP.
 */
export async function readSopFile(ctx: Context, { params, query }: Input<typeof sopsApi.file>): Promise<StoredFile> {
  const { id, storedAs, size, fileName } = await fileFor(
    ctx,
    sql`${files.id} = (
      select ${sopVersions.fileId} from ${sops} join ${sopVersions} on ${sopVersions.sopId} = ${sops.id}
      where ${sops.id} = ${params.id} and ${sopVersions.revision} = coalesce(${query.version ?? null}::int, ${sops.revision}))`,
  )
  return { storedAs, size, fileName, tag: `f${id}-${size}` }
}
