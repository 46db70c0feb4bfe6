import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { API_PREFIX } from '../../../shared/api-prefix.ts'
import { pathOf } from '../../../shared/endpoint.ts'
import { type Sop, sopsApi } from '../../../shared/sops.ts'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import type { Context, Services } from '../../core/context.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { toLiveRows } from '../../core/write/live-rows.ts'
import { departments } from '../../db/tables/departments.ts'
import { sopReadings, sops, sopVersions } from '../../db/tables/sops.ts'
import { users } from '../../db/tables/users.ts'

const creators = alias(users, 'creators')
const uploaders = alias(users, 'uploaders')

/** The condition that a version is the SOP's current one. */
export const isCurrent = and(eq(sopVersions.sopId, sops.id), eq(sopVersions.revision, sops.revision))

/** At most `max` SOPs as replies give them: with names, the current file, and when the viewer has confirmed it. */
export const sopsWithNames = ({ db, viewer }: Context, condition: SQL, max: number): Promise<Sop[]> =>
  sopsWhere(db, condition, max, viewer.id)

/** The same for any reader. Without one, nobody has confirmed them. */
async function sopsWhere(db: Context['db'], condition: SQL, max: number, readerId: string | null): Promise<Sop[]> {
  const rows = await db
    .select({
      id: sops.id,
      title: sops.title,
      departmentId: sops.departmentId,
      visibleTo: sops.visibleTo,
      fileName: sops.fileName,
      mimeType: sops.mimeType,
      version: sops.version,
      revision: sops.revision,
      changeNote: sops.changeNote,
      size: sopVersions.size,
      pages: sopVersions.pages,
      createdBy: sops.createdBy,
      createdAt: sops.createdAt,
      updatedAt: sops.updatedAt,
      department: { id: departments.id, name: departments.name },
      creator: { id: creators.id, firstName: creators.firstName, lastName: creators.lastName },
      uploader: { id: uploaders.id, firstName: uploaders.firstName, lastName: uploaders.lastName },
      uploadedAt: sopVersions.createdAt,
      textState: sopVersions.textState,
      readAt: sopReadings.createdAt,
    })
    .from(sops)
    .innerJoin(sopVersions, isCurrent)
    .innerJoin(creators, eq(creators.id, sops.createdBy))
    .innerJoin(uploaders, eq(uploaders.id, sopVersions.uploadedBy))
    .leftJoin(departments, eq(departments.id, sops.departmentId))
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, sopVersions.id), sql`${sopReadings.userId} = ${readerId}`))
    .where(condition)
    .orderBy(sql`lower(${sops.title})`, sops.id)
    .limit(max)
  return rows.map((row) => ({ ...row, fileUrl: `${API_PREFIX}${pathOf(sopsApi.file, { id: row.id })}` }))
}

/** One SOP as replies give it. The caller must have checked that the viewer may see it. Throws 404 if it is gone. */
export async function sopWithNames(ctx: Context, id: number): Promise<Sop> {
  const [sop] = await sopsWithNames(ctx, eq(sops.id, id), 1)
  if (!sop) throw notFound(msg('There is no such procedure'))
  return sop
}

/** SOPs as pages that follow changes receive them: without `readAt`, which each person has of their own. */
export async function liveSops({ database }: Services, ids: number[]) {
  const found = await sopsWhere(database.orm, sql`${sops.id} = any(${sql.param(ids)}::int[])`, ids.length, null)
  return toLiveRows(
    found.map(({ readAt: _, ...sop }) => sop),
    (sop) => audienceOf(sops, sop),
  )
}
