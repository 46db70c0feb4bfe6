import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReceivedFile } from '../../../shared/endpoint.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import type { FileStore } from '../../adapters/files.ts'
import { notFound } from '../../base/errors.ts'
import { insertRows } from '../../db/rows.ts'
import { type FileSubjectType, files } from '../../db/tables/files.ts'
import { photos } from '../../db/tables/photos.ts'
import { sops } from '../../db/tables/sops.ts'
import { visiblePhotos, visibleSops } from '../access/access.ts'
import { type Context, inTransaction, type OpenContext } from '../context.ts'
import { enqueue, jobKind } from '../jobs/jobs.ts'

/** The rows of stored files. A file belongs to a subject: it is read by its readers, and goes with it. */

interface Subject {
  type: FileSubjectType
  id: number | string
}

/**
 * Runs `work` in a transaction that gives stored files their rows, by `addFile`. If `work` throws, the caller that has
 * stored the files removes them (`removeUnkept`). If the commit itself gets no answer, it may have succeeded: the bytes
 * stay, and the clean-up removes files without a row.
 */
export async function keepFiles<T>(
  ctx: Context,
  received: ReceivedFile[],
  work: (within: Context) => Promise<T>,
): Promise<T> {
  const mark = (isKept: boolean) => {
    for (const file of received) file.isKept = isKept
  }
  return inTransaction(ctx, async (within) => {
    mark(true)
    try {
      return await work(within)
    } catch (error) {
      mark(false)
      throw error
    }
  })
}

type Stored<F> = F & { file: ReceivedFile }

/** Stores files that are in memory, and removes them again unless `use` has kept them by `keepFiles`. */
export async function withStored<F extends { bytes: Uint8Array; fileName: string }, T>(
  { services }: Pick<Context, 'services'>,
  files: [F, ...F[]],
  use: (stored: [Stored<F>, ...Stored<F>[]]) => Promise<T>,
): Promise<T> {
  const stored = await services.files.putTogether(files.map(({ bytes }) => bytes))
  const received = stored.map((file, at) => ({ ...file, fileName: files[at]?.fileName ?? '', isKept: false }))
  try {
    return await use(files.map((each, at) => ({ ...each, file: received[at] })) as never)
  } finally {
    await removeUnkept(services.files, received)
  }
}

/** Removes stored files that no row refers to. The clean-up removes the files that fail here. */
export async function removeUnkept(store: FileStore, files: ReceivedFile[]) {
  await Promise.allSettled(files.filter(({ isKept }) => !isKept).map(({ storedAs }) => store.remove(storedAs)))
}

/** Writes the row of a stored file, and returns its id. Without a subject it is the viewer's alone, for a day. */
export async function addFile(ctx: Context, file: ReceivedFile, mediaType: string, subject?: Subject): Promise<number> {
  const [id] = await addFiles(ctx, [{ file, mediaType }], subject)
  return id as number
}

/** Writes the rows of stored files in one statement, and returns their ids in the same order. */
export async function addFiles(
  ctx: Context,
  added: { file: ReceivedFile; mediaType: string }[],
  subject?: Subject,
): Promise<number[]> {
  const rows = await insertRows(
    ctx.db,
    files,
    added.map(({ file: { storedAs, size, sha256, fileName }, mediaType }) => ({
      ...{ storedAs, size, sha256, fileName, mediaType },
      subjectType: subject?.type ?? null,
      subjectId: subject ? String(subject.id) : null,
      createdBy: ctx.viewer.id,
      createdAt: ctx.now.toISOString(),
    })),
  )
  if (rows.length !== added.length) throw new Error('The row of a file was not written')
  return rows.map(({ id }) => id as number)
}

/** Deletes all files of these subjects: the rows within the caller's transaction, the bytes after its commit. */
export async function deleteFilesOf(
  ctx: Pick<OpenContext, 'db' | 'outbox'>,
  type: FileSubjectType,
  ids: (number | string)[],
) {
  const deleted = await ctx.db
    .delete(files)
    .where(and(eq(files.subjectType, type), inArray(files.subjectId, ids.map(String))))
    .returning({ storedAs: files.storedAs })
  await removeBytes(ctx, deleted)
}

/** Removes the bytes of these deleted rows after the caller's commit, even if this server is killed. */
export async function removeBytes(ctx: Pick<OpenContext, 'db' | 'outbox'>, deleted: { storedAs: string }[]) {
  if (deleted.length > 0) await enqueue(ctx, removeBytesJob, { names: deleted.map(({ storedAs }) => storedAs) })
}

export const removeBytesJob = jobKind<{ names: string[] }>(
  'file-remove',
  ({ services }, { names }) => Promise.all(names.map((name) => services.files.remove(name))),
  { isForgotten: true },
)

/** The condition that the viewer may read a file: they may read its owner, or made it and it has no owner yet. */
function readableFiles(ctx: Context): SQL {
  const ofSop = mayAtAll(ctx.viewer, 'sop:read')
    ? sql`exists (select from ${sops} where ${sops.id} = ${files.subjectId}::int and ${visibleSops(ctx)})`
    : sql`false`
  const ofPhoto = sql`exists (select from ${photos} where ${photos.id} = ${files.subjectId}::uuid and ${visiblePhotos(ctx)})`
  return sql`case when ${files.subjectType} is null then ${files.createdBy} = ${ctx.viewer.id}
    when ${files.subjectType} = 'sop' then ${ofSop} when ${files.subjectType} = 'photo' then ${ofPhoto} else false end`
}

/** The one file that meets a condition. Throws 404 if there is none, or the viewer may not read it. */
export async function fileFor(ctx: Context, condition: SQL) {
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(condition, readableFiles(ctx)))
  if (!file) throw notFound(msg('There is no such file'))
  return file
}
