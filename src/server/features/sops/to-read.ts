import { and, desc, eq, notExists, sql } from 'drizzle-orm'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { TODAY_ITEMS, type Today } from '../../../shared/today.ts'
import { sopsToRead } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/people.ts'
import { sopReadings, sops, sopVersions } from '../../db/tables/sops.ts'
import { isCurrent } from './rows.ts'

/** The procedures whose current revision the viewer has not confirmed, the newest first; null if they may read none. */
export async function listToRead(ctx: Context): Promise<Today['procedures']> {
  const { db, viewer } = ctx
  if (!mayAnywhere(viewer.role, 'sop:read')) return null
  const isRead = db
    .select({ one: sql`1` })
    .from(sopReadings)
    .where(and(eq(sopReadings.sopVersionId, sopVersions.id), eq(sopReadings.userId, viewer.id)))
  const rows = await db
    .select({
      id: sops.id,
      title: sops.title,
      version: sops.version,
      pages: sopVersions.pages,
      department: { id: departments.id, name: departments.name },
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(sops)
    .innerJoin(sopVersions, isCurrent)
    .leftJoin(departments, eq(departments.id, sops.departmentId))
    .where(and(sopsToRead(ctx), notExists(isRead)))
    .orderBy(desc(sopVersions.createdAt), desc(sops.id))
    .limit(TODAY_ITEMS)
  return { items: rows.map(({ total: _, ...item }) => item), total: rows[0]?.total ?? 0 }
}
