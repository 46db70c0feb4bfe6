import type { Input } from '../../../shared/endpoint.ts'
import type { Sop, SopChanges, sopsApi } from '../../../shared/sops.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import { mustBeAllowed, sopFor } from '../../core/access/access.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { keepFiles } from '../../core/files/files.ts'
import { update } from '../../core/write/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { type Document, openDocument } from './document.ts'
import { sopWithNames } from './rows.ts'
import { addVersion, renameVersion, versionFor } from './versions.ts'

/**
 * Returns the SOP, locked, if the viewer may change it so. Throws 404 or 403 otherwise: to move an SOP, the viewer must
 * be allowed to upload one at the new place too.
 */
export async function mayUpdateSop(ctx: Context, { params, body }: { params: { id: number }; body: SopChanges }) {
  const sop = await sopFor(ctx, params.id, 'sop:update')
  const { departmentId } = body
  if (departmentId !== undefined && departmentId !== sop.departmentId) {
    mustBeAllowed(ctx, 'sop:create', { departmentId })
    if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
  }
  return sop
}

/** Changes the fields sent. A new file becomes the current version, and the old one stays as an earlier one. */
export async function updateSop(ctx: Context, { params, body, files }: Input<typeof sopsApi.update>): Promise<Sop> {
  const change = async (within: Context, document?: Document) =>
    changeSop(within, await mayUpdateSop(within, { params, body }), body, document)
  const [file] = files.file
  if (!file) return inTransaction(ctx, change)
  // The permission is checked before the file is opened, and again once the row is locked.
  await mayUpdateSop(ctx, { params, body })
  const document = await openDocument(ctx, file)
  return keepFiles(ctx, files.file, (within) => change(within, document))
}

/** Writes the rows of a change. The SOP's row must be locked. Throws 400 if the version or the note cannot be. */
export async function changeSop(
  ctx: Context,
  sop: typeof sops.$inferSelect,
  { version: given, changeNote, ...fields }: SopChanges,
  document?: Document,
): Promise<Sop> {
  if (changeNote && !document) throw noteRefused()
  const version = await versionFor(ctx, sop, given, document !== undefined)
  const after = await update(ctx, sops, sop, {
    ...fields,
    version,
    ...(document && {
      fileName: document.file.fileName,
      revision: sop.revision + 1,
      changeNote: changeNote || null,
    }),
  })
  if (document) await addVersion(ctx, after, document)
  else if (after.version !== sop.version) await renameVersion(ctx, after)
  return sopWithNames(ctx, sop.id)
}

function noteRefused() {
  const message = msg('You can describe a change only with a new file')
  return new HttpError(400, 'invalid', message, { issues: [{ path: 'changeNote', message }] })
}
