import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SOPS, type Sop, type SopVersion, type sopsApi } from '../../../shared/sops.ts'
import { sopFor, visibleSops } from '../../core/access.ts'
import type { Context, StoredFile } from '../../core/context.ts'
import { sopsWithNames, sopWithNames } from './rows.ts'
import { versionOf, versionsOf } from './versions.ts'

/** SOPs that the viewer may see, by title. */
export const listSops = (ctx: Context, { query }: Input<typeof sopsApi.list>): Promise<Sop[]> =>
  sopsWithNames(ctx, visibleSops(ctx, query.department ?? query.departmentId), MAX_SOPS)

/** One SOP with its names; 404 when the viewer may not see it. */
export async function readSop(ctx: Context, { params }: Input<typeof sopsApi.get>): Promise<Sop> {
  await sopFor(ctx, params.id, 'sop:read')
  return sopWithNames(ctx, params.id)
}

/** The files that the SOP has had, newest first. */
export async function listVersions(ctx: Context, { params }: Input<typeof sopsApi.versions>): Promise<SopVersion[]> {
  return versionsOf(ctx, await sopFor(ctx, params.id, 'sop:read'))
}

/** The current file, or that of an earlier revision. */
export async function readSopFile(ctx: Context, { params, query }: Input<typeof sopsApi.file>): Promise<StoredFile> {
  const sop = await sopFor(ctx, params.id, 'sop:read')
  const { id, storedAs, size, fileName } = await versionOf(ctx, sop, query.version ?? sop.revision)
  return { storedAs, size, fileName, tag: `${id}-${size}` }
}
