import type { Input } from '../../../shared/endpoint.ts'
import { DEFAULT_VERSION, type NewSop, type Sop, type sopsApi } from '../../../shared/sops.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { keepFiles } from '../../core/files/files.ts'
import { insert } from '../../core/write/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { type Document, openDocument } from './document.ts'
import { sopWithNames } from './rows.ts'
import { addVersion } from './versions.ts'

/** Throws 403 if the viewer may not upload an SOP there, and 400 if there is no such department. */
export async function mayCreateSop(ctx: Context, { body }: { body: NewSop }) {
  const departmentId = body.departmentId ?? null
  mustBeAllowed(ctx, 'sop:create', { departmentId })
  if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
}

/** Uploads an SOP: opens the file, and writes the rows. Throws `HttpError`; then neither file nor rows stay. */
export async function createSop(ctx: Context, { body, files }: Input<typeof sopsApi.create>): Promise<Sop> {
  await mayCreateSop(ctx, { body })
  const document = await openDocument(ctx, files.file[0])
  return keepFiles(ctx, files.file, (within) => addSop(within, body, document))
}

/** Writes the rows of an SOP, and of its first version. */
export async function addSop(ctx: Context, fields: NewSop, document: Document): Promise<Sop> {
  const { title, departmentId = null, visibleTo, version } = fields
  const sop = await insert(ctx, sops, {
    title,
    departmentId,
    visibleTo,
    version: version || DEFAULT_VERSION,
    fileName: document.file.fileName,
    createdBy: ctx.viewer.id,
  })
  await addVersion(ctx, sop, document)
  return sopWithNames(ctx, sop.id)
}
