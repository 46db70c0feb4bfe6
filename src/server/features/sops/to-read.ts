import { and, desc, eq, gt, notExists, sql } from 'drizzle-orm'
import type { ProcedureToRead } from '../../../shared/briefing.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { TODAY_ITEMS, type Today } from '../../../shared/today.ts'
import { sopsToRead } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { sopReadings, sops, sopVersions } from '../../db/tables/sops.ts'
import { isCurrent } from './rows.ts'

/** The condition that the viewer has not confirmed a version. */
const isUnread = ({ db, viewer }: Context) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(sopReadings)
      .where(and(eq(sopReadings.sopVersionId, sopVersions.id), eq(sopReadings.userId, viewer.id))),
  )
const total = sql<number>`(count(*) over ())::int`

/** The procedures whose current revision the viewer has not confirmed, the newest first; null if they may read none. */
export async function listToRead(ctx: Context): Promise<Today['procedures']> {
  if (!mayAtAll(ctx.viewer, 'sop:read')) return null
  const rows = await runPrepared(
    ctx.db
      .select({
        id: sops.id,
        title: sops.title,
        version: sops.version,
        pages: sopVersions.pages,
        department: { id: departments.id, name: departments.name },
        total,
      })
      .from(sops)
      .innerJoin(sopVersions, isCurrent)
      .leftJoin(departments, eq(departments.id, sops.departmentId))
      .where(and(sopsToRead(ctx), isUnread(ctx)))
      .orderBy(desc(sopVersions.createdAt), desc(sops.id))
      .limit(TODAY_ITEMS),
  )
  return { items: rows.map(({ total: _, ...item }) => item), total: rows[0]?.total ?? 0 }
}

/**
 * The same procedures as the briefing has them, as texts of the contract's JSON; with `since`, only those whose current
 * revision was published after that time.
 */
export async function listNewRevisions(
  ctx: Context,
  { since, limit }: { since: string | null; limit: number },
): Promise<{ items: string[]; total: number }> {
  if (!mayAtAll(ctx.viewer, 'sop:read')) return { items: [], total: 0 }
  const rows = await runPrepared(
    ctx.db
      .select({
        ...{ id: sops.id, title: sops.title, version: sops.version, changeNote: sopVersions.changeNote },
        publishedAt: sopVersions.createdAt,
        total,
      })
      .from(sops)
      .innerJoin(sopVersions, isCurrent)
      .where(and(sopsToRead(ctx), isUnread(ctx), since === null ? undefined : gt(sopVersions.createdAt, since)))
      .orderBy(desc(sopVersions.createdAt), desc(sops.id))
      .limit(limit),
  )
  const items = rows.map(({ total: _, ...item }: (typeof rows)[number]) =>
    JSON.stringify(item satisfies ProcedureToRead),
  )
  return { items, total: rows[0]?.total ?? 0 }
}
