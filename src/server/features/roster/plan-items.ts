import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PlanItem } from '../../../shared/roster/day-shapes.ts'
import { MISSING_MINUTES } from '../../../shared/roster/plan-actual.ts'
import type { NotificationKind } from '../../base/words/notification-words.ts'
import type { PlanChangeFact, PublishedParams } from '../../base/words/roster-words.ts'
import type { Context } from '../../core/context.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { listMissing } from './missing.ts'

/** The briefing's section about the plan: changes of one's shifts, and colleagues who are missing. */

/** Notifications of a publish name the changes. One about a taken offer is about one shift. */
const publishedKinds: NotificationKind[] = ['roster-published', 'roster-changed']
/** Notifications that are looked at, the newest, and people that are named. */
const [MAX_NOTICES, MAX_MISSING] = [100, 50]

/** The condition on the viewer's notifications since then: items of the plan say the same. */
export const planItemsSince = (since: string): SQL => {
  const { kind, params, createdAt } = notifications
  const isNamed = sql`(${kind} = any(${sql.param(publishedKinds)}::text[]) and ${params} ? 'changes')`
  return sql`(${createdAt} > ${since} and (${isNamed} or ${kind} = 'shift-taken-over'))`
}

/**
 * Changes of the viewer's shifts since they left, and the people who are missing in their department now.
 *
 * @param since when they left
 * @param isSameShift whether they come back to the same shift, and know the people who were missing before
 */
export async function listPlanItems(
  ctx: Context,
  { since, isSameShift, limit }: { since: string; isSameShift: boolean; limit: number },
): Promise<{ items: string[]; total: number }> {
  const [changes, missing] = await Promise.all([changesSince(ctx, since), missingFor(ctx, isSameShift ? since : null)])
  const all = [...changes, ...missing]
  return { items: all.slice(0, limit).map((item) => JSON.stringify(item)), total: all.length }
}

/** The changes of shifts that have not ended, earliest first: of each the first state and the last. */
async function changesSince({ db, viewer, now }: Context, since: string): Promise<PlanItem[]> {
  const { userId, kind, params, subjectId, createdAt, id } = notifications
  const notices = await db
    .select({ kind, params, subjectId })
    .from(notifications)
    .where(and(eq(userId, viewer.id), gt(createdAt, since), planItemsSince(since)))
    .orderBy(sql`${createdAt} desc`, sql`${id} desc`)
    .limit(MAX_NOTICES)
  const byShift = new Map<number, PlanChangeFact & { by: string }>()
  for (const { by, ...change } of notices.toReversed().flatMap(changesOf)) {
    const first = byShift.get(change.id)
    byShift.set(change.id, { ...change, by, before: first ? first.before : change.before })
  }
  const isToCome = ({ end }: { end: string }) => Date.parse(end) > now.getTime()
  return [...byShift.values()]
    .flatMap(({ id, by, before, after }): PlanItem[] => {
      const shift = after ?? before
      const isSame = before?.start === after?.start && before?.end === after?.end
      if (!shift || !isToCome(shift) || (!before && !after)) return []
      const what = !after ? ('removed' as const) : !before ? ('added' as const) : ('changed' as const)
      const earlier = what === 'changed' && before && !isSame ? { startTime: before.start, endTime: before.end } : null
      return [{ id, what, startTime: shift.start, endTime: shift.end, before: earlier, by, person: null }]
    })
    .sort((a, b) => a.startTime.localeCompare(b.startTime))
}

type StoredNotice = Pick<typeof notifications.$inferSelect, 'kind' | 'params' | 'subjectId'>

function changesOf({ kind, params, subjectId }: StoredNotice): (PlanChangeFact & { by: string })[] {
  const { by, changes = [] } = params as PublishedParams
  if (kind !== 'shift-taken-over') return changes.map((change) => ({ ...change, by }))
  const { first, end } = params as { first: string; end: string }
  return subjectId === null ? [] : [{ id: Number(subjectId), before: { start: first, end }, after: null, by }]
}

/** People who are missing in the viewer's department. With `since`, people who were missing before are left out. */
async function missingFor(ctx: Context, since: string | null): Promise<PlanItem[]> {
  const { departmentId } = ctx.viewer
  if (departmentId === null) return []
  const missing = await listMissing(ctx, departmentId, MAX_MISSING)
  const noticed = (start: string) => Date.parse(start) + MISSING_MINUTES * 60_000
  return missing
    .filter(({ user, startTime }) => user.id !== ctx.viewer.id && (!since || noticed(startTime) > Date.parse(since)))
    .map(({ id, user, startTime, endTime }) => ({
      ...{ id, what: 'missing' as const, startTime, endTime, before: null, by: null, person: user },
    }))
}
