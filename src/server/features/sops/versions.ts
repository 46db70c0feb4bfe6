import { and, desc, eq, inArray } from 'drizzle-orm'
import type { SopVersion } from '../../../shared/sops.ts'
import { isSameVersion, nextVersion } from '../../../shared/version-number.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { HttpError, notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { addFile } from '../../core/files/files.ts'
import { enqueueMany } from '../../core/jobs/jobs.ts'
import { files } from '../../db/tables/files.ts'
import { sopPages, sopReadings, type sops, sopVersions } from '../../db/tables/sops.ts'
import { users } from '../../db/tables/users.ts'
import type { Document } from './document.ts'
import { readingOf, readTextJob } from './text.ts'

/** The rows of an SOP's versions and readings. Their changes are logged and announced as changes of the SOP. */

type SopRow = typeof sops.$inferSelect

export const versionsOfSop = (ctx: Context, { id }: Pick<SopRow, 'id'>): Promise<SopVersion[]> =>
  ctx.db
    .select({
      revision: sopVersions.revision,
      version: sopVersions.version,
      changeNote: sopVersions.changeNote,
      fileName: files.fileName,
      size: sopVersions.size,
      pages: sopVersions.pages,
      uploader: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      createdAt: sopVersions.createdAt,
    })
    .from(sopVersions)
    .innerJoin(files, eq(files.id, sopVersions.fileId))
    .innerJoin(users, eq(users.id, sopVersions.uploadedBy))
    .where(eq(sopVersions.sopId, id))
    .orderBy(desc(sopVersions.revision))

/** The row of one revision. Throws 404 if the SOP has had no such revision. */
export async function versionOf(ctx: Context, { id }: Pick<SopRow, 'id'>, revision: number) {
  const [version] = await ctx.db
    .select()
    .from(sopVersions)
    .where(and(eq(sopVersions.sopId, id), eq(sopVersions.revision, revision)))
  if (!version) throw notFound(msg('There is no such version'))
  return version
}

/** Adds the document of the SOP's current revision. Earlier pages go: only current text is searched. */
export async function addVersion(ctx: Context, sop: SopRow, { file, pages }: Document) {
  await ctx.db.delete(sopPages).where(inArray(sopPages.sopVersionId, idsOf(ctx, sop)))
  const added = await ctx.db
    .insert(sopVersions)
    .values({
      sopId: sop.id,
      revision: sop.revision,
      version: sop.version,
      changeNote: sop.changeNote,
      fileId: await addFile(ctx, file, sop.mimeType, { type: 'sop', id: sop.id }),
      size: file.size,
      pages,
      uploadedBy: ctx.viewer.id,
      createdAt: ctx.now.toISOString(),
    })
    .returning({ id: sopVersions.id })
  await enqueueMany(
    ctx,
    readTextJob,
    added.map(({ id }) => readingOf(id)),
  )
}

/**
 * The version of an SOP's next file, or its new name for the present one. A number that another file of the SOP has had
 * is refused: people confirm "version 2.0", and it must be one document. Without a number of its own a new file counts
 * on.
 *
 * @param given undefined if the person has not named one
 * @throws 400 if the SOP has had it, or if the present one cannot be counted on
 */
export async function versionFor(ctx: Context, sop: SopRow, given: string | undefined, isNewFile: boolean) {
  const wanted = given || sop.version
  if (!isNewFile && wanted === sop.version) return wanted
  const all = await ctx.db
    .select({ version: sopVersions.version, revision: sopVersions.revision })
    .from(sopVersions)
    .where(eq(sopVersions.sopId, sop.id))
  const taken = all.filter(({ revision }) => isNewFile || revision !== sop.revision).map(({ version }) => version)
  if (isNewFile && isSameVersion(wanted, sop.version)) {
    const next = nextVersion(sop.version, taken)
    if (next === null) throw versionRefused(msg('Give the new file another version'))
    return next
  }
  if (taken.some((version) => isSameVersion(version, wanted)))
    throw versionRefused(
      msg('This procedure has had version {version} already. Choose another one.', { version: wanted }),
    )
  return wanted
}

const versionRefused = (message: Message) =>
  new HttpError(400, 'invalid', message, { issues: [{ path: 'version', message }] })

/** Gives the current revision the SOP's version label, because an update may change the label without a new file. */
export const renameVersion = (ctx: Context, sop: SopRow) =>
  ctx.db
    .update(sopVersions)
    .set({ version: sop.version })
    .where(and(eq(sopVersions.sopId, sop.id), eq(sopVersions.revision, sop.revision)))

/** Deletes the versions of an SOP with their texts and readings. Their files stay: the caller deletes them. */
export async function removeVersions(ctx: Context, sop: SopRow): Promise<void> {
  await ctx.db.delete(sopPages).where(inArray(sopPages.sopVersionId, idsOf(ctx, sop)))
  await ctx.db.delete(sopReadings).where(inArray(sopReadings.sopVersionId, idsOf(ctx, sop)))
  await ctx.db.delete(sopVersions).where(eq(sopVersions.sopId, sop.id))
}

const idsOf = ({ db }: Context, { id }: SopRow) =>
  db.select({ id: sopVersions.id }).from(sopVersions).where(eq(sopVersions.sopId, id))

/** Notes that the viewer has read a version. Returns whether this is their first confirmation of it. */
export async function addReading(ctx: Context, sopVersionId: number) {
  const added = await ctx.db
    .insert(sopReadings)
    .values({ sopVersionId, userId: ctx.viewer.id, createdAt: ctx.now.toISOString() })
    .onConflictDoNothing()
    .returning({ userId: sopReadings.userId })
  return added.length > 0
}
