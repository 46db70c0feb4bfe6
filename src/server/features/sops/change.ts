import type { Input, ReceivedFile } from '../../../shared/endpoint.ts'
import { DEFAULT_VERSION, type NewSop, type Sop, type SopChanges, type sopsApi } from '../../../shared/sops.ts'
import { HttpError } from '../../base/errors.ts'
import { mustBeAllowed, sopFor } from '../../core/access.ts'
import { departmentNamedFor } from '../../core/access-people.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { sopWithNames } from './rows.ts'
import { addVersion, removeVersions, renameVersion, type Stored } from './versions.ts'

/** Refuses an upload before its bytes are taken. */
export async function mayCreateSop(ctx: Context, { body }: { body: NewSop }) {
  const departmentId = body.departmentId ?? null
  mustBeAllowed(ctx, 'sop:create', { departmentId })
  if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
}

/** Uploads an SOP: looks into the file, stores it, and writes the row; whatever fails, neither stays. */
export async function createSop(ctx: Context, { body, file }: Input<typeof sopsApi.create>): Promise<Sop> {
  await mayCreateSop(ctx, { body })
  return withStored(ctx, file, (within, stored) => addSop(within, body, stored))
}

/** Writes the rows of an SOP whose file is stored. */
export async function addSop(ctx: Context, fields: NewSop, stored: Stored): Promise<Sop> {
  const { title, departmentId = null, version } = fields
  const sop = await insert(ctx, sops, {
    title,
    departmentId,
    version: version || DEFAULT_VERSION,
    fileName: stored.fileName,
    createdBy: ctx.viewer.id,
  })
  await addVersion(ctx, sop, stored)
  return sopWithNames(ctx, sop.id)
}

/** Refuses a change before a file's bytes are taken: moved elsewhere, an SOP must be allowed there too. */
export async function mayUpdateSop(ctx: Context, { params, body }: { params: { id: number }; body: SopChanges }) {
  const sop = await sopFor(ctx, params.id, 'sop:update')
  const { departmentId } = body
  if (departmentId !== undefined && departmentId !== sop.departmentId) {
    mustBeAllowed(ctx, 'sop:create', { departmentId })
    if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
  }
  return sop
}

/** Changes the fields sent; a new file becomes the current version, and the old one stays as an earlier one. */
export async function updateSop(ctx: Context, { params, body, file }: Input<typeof sopsApi.update>): Promise<Sop> {
  const change = async (within: Context, stored?: Stored) =>
    changeSop(within, await mayUpdateSop(within, { params, body }), body, stored)
  if (!file) return inTransaction(ctx, change)
  // Before the file is looked into; decided again with the row locked.
  await mayUpdateSop(ctx, { params, body })
  return withStored(ctx, file, change)
}

/** Writes the rows of a change; `sop` is locked. */
export async function changeSop(
  ctx: Context,
  sop: typeof sops.$inferSelect,
  { version, ...fields }: SopChanges,
  stored?: Stored,
): Promise<Sop> {
  const after = await update(ctx, sops, sop, {
    ...fields,
    ...(version && { version }),
    ...(stored && { fileName: stored.fileName, revision: sop.revision + 1 }),
  })
  if (stored) await addVersion(ctx, after, stored)
  else if (after.version !== sop.version) await renameVersion(ctx, after)
  return sopWithNames(ctx, sop.id)
}

/** Deletes an SOP with its versions and readings; the audit log keeps what it was. The files go once that is committed. */
export async function deleteSop(ctx: Context, { params }: Input<typeof sopsApi.remove>): Promise<void> {
  const { files } = ctx.services
  const names = await inTransaction(ctx, async (within) => {
    const sop = await sopFor(within, params.id, 'sop:delete')
    const stored = await removeVersions(within, sop)
    await remove(within, sops, sop)
    return stored
  })
  // Should this fail, nothing points to them, and the hourly look finds them.
  await Promise.allSettled(names.map((name) => files.remove(name)))
}

type Work<T> = (within: Context, stored: Stored) => Promise<T>

/**
 * Looks into a received file, stores it, and writes its rows in a transaction. Where that refuses, the file goes again; where the
 * commit itself brings no answer it may have succeeded, and the file stays until the hourly look finds that no row names it.
 */
async function withStored<T>(ctx: Context, file: ReceivedFile, work: Work<T>): Promise<T> {
  const stored = await storeFile(ctx, file)
  return inTransaction(ctx, async (within) => {
    try {
      return await work(within, stored)
    } catch (error) {
      await ctx.services.files.remove(stored.storedAs)
      throw error
    }
  })
}

/** Looks into a received file, and stores it when it is a PDF. */
export async function storeFile(ctx: Context, file: ReceivedFile): Promise<Stored> {
  const pages = await pagesOf(ctx, file)
  return { storedAs: await ctx.services.files.put(file), pages, size: file.size, fileName: file.fileName }
}

const faults = {
  encrypted: 'This PDF is protected with a password. Save it without one and upload it again.',
  damaged: 'This PDF is damaged and cannot be opened. Save it again and upload that.',
  'too-much': 'This PDF is too complex to be checked. Save it again, in a simpler form or in parts.',
}

/** How many pages a file has; refused when it is no PDF that opens, whatever its name says. */
async function pagesOf({ services }: Context, { path }: Pick<ReceivedFile, 'path'>) {
  const begin = await services.files.beginningOf(path, BEGINNING)
  if (!isPdf(begin)) throw new HttpError(415, 'wrong_type', 'Only PDF files are allowed')
  const found = await services.pdf.check(path)
  if ('fault' in found) throw describeFault(found.fault)
  return found.pages
}

function describeFault(fault: keyof typeof faults | 'stopped') {
  if (fault === 'stopped')
    return new HttpError(503, 'stopping', 'The server is being restarted. Try again in a moment.', { retryAfter: 1 })
  return new HttpError(400, 'invalid', faults[fault], { issues: [{ path: 'file', message: faults[fault] }] })
}

/** As far as readers look for the beginning of a PDF. */
const BEGINNING = 1024

/** How files of other kinds begin: pages, scripts, pictures, archives and programs. */
const OTHER_KINDS = [
  ...['<', '/*', '//', '#!', '{\\rtf', 'GIF8', '\x89PNG', '\xff\xd8\xff', 'RIFF'],
  ...['PK\x03\x04', 'Rar!', '7z\xbc', '\x1f\x8b', 'MZ', '\x7fELF', '\xd0\xcf\x11\xe0'],
]
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

/** Mail programs and printers put lines of theirs before a PDF. What begins as a file of another kind is of that kind. */
function isPdf(begin: Buffer) {
  const text = begin.toString('latin1')
  const beginning = text.replace(BYTE_ORDER_MARK, '').trimStart()
  return /%PDF-\d/.test(text) && !OTHER_KINDS.some((kind) => beginning.startsWith(kind))
}
