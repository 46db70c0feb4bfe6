import { and, desc, eq, inArray } from 'drizzle-orm'
import type { SopVersion } from '../../../shared/sops.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { enqueueMany } from '../../core/jobs.ts'
import { users } from '../../db/tables/people.ts'
import { sopPages, sopReadings, type sops, sopVersions } from '../../db/tables/sops.ts'
import { readingOf, readTextJob } from './text.ts'

/** The rows of an SOP's files and of who has read them. Changes of theirs are logged and announced as the SOP's. */

type SopRow = typeof sops.$inferSelect

/** A file that has been looked into and stored. */
export interface Stored {
  storedAs: string
  fileName: string
  size: number
  pages: number
}

export const versionsOf = (ctx: Context, { id }: Pick<SopRow, 'id'>): Promise<SopVersion[]> =>
  ctx.db
    .select({
      revision: sopVersions.revision,
      version: sopVersions.version,
      fileName: sopVersions.fileName,
      size: sopVersions.size,
      pages: sopVersions.pages,
      uploader: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      createdAt: sopVersions.createdAt,
    })
    .from(sopVersions)
    .innerJoin(users, eq(users.id, sopVersions.uploadedBy))
    .where(eq(sopVersions.sopId, id))
    .orderBy(desc(sopVersions.revision))

/** One file's row; 404 when the SOP has had no such. */
export async function versionOf(ctx: Context, { id }: Pick<SopRow, 'id'>, revision: number) {
  const [version] = await ctx.db
    .select()
    .from(sopVersions)
    .where(and(eq(sopVersions.sopId, id), eq(sopVersions.revision, revision)))
  if (!version) throw notFound('version')
  return version
}

/** Adds the file that the SOP's revision now stands for. Of the one before, only the current words are searched. */
export async function addVersion(ctx: Context, sop: SopRow, stored: Stored) {
  await ctx.db.delete(sopPages).where(inArray(sopPages.sopVersionId, idsOf(ctx, sop)))
  const added = await ctx.db
    .insert(sopVersions)
    .values({
      ...stored,
      sopId: sop.id,
      revision: sop.revision,
      version: sop.version,
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

/** The current file goes by the SOP's version, also when only that is changed. */
export const renameVersion = (ctx: Context, sop: SopRow) =>
  ctx.db
    .update(sopVersions)
    .set({ version: sop.version })
    .where(and(eq(sopVersions.sopId, sop.id), eq(sopVersions.revision, sop.revision)))

/** Removes all that hangs on an SOP; gives the names of its files, to be removed once that is committed. */
export async function removeVersions(ctx: Context, sop: SopRow): Promise<string[]> {
  await ctx.db.delete(sopPages).where(inArray(sopPages.sopVersionId, idsOf(ctx, sop)))
  await ctx.db.delete(sopReadings).where(inArray(sopReadings.sopVersionId, idsOf(ctx, sop)))
  const gone = await ctx.db
    .delete(sopVersions)
    .where(eq(sopVersions.sopId, sop.id))
    .returning({ storedAs: sopVersions.storedAs })
  return gone.map(({ storedAs }) => storedAs)
}

const idsOf = ({ db }: Context, { id }: SopRow) =>
  db.select({ id: sopVersions.id }).from(sopVersions).where(eq(sopVersions.sopId, id))

/** Notes that the viewer has read a version; says whether that is new. */
export async function addReading(ctx: Context, sopVersionId: number) {
  const added = await ctx.db
    .insert(sopReadings)
    .values({ sopVersionId, userId: ctx.viewer.id, createdAt: ctx.now.toISOString() })
    .onConflictDoNothing()
    .returning({ userId: sopReadings.userId })
  return added.length > 0
}
