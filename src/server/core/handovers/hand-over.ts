import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { MAX_HANDOVER_ITEMS } from '../../../shared/handovers.ts'
import { groupBy } from '../../base/group-by.ts'
import type { NotificationFact } from '../../base/words/notification-words.ts'
import type { clockSessions } from '../../db/tables/clock.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import type { OpenContext } from '../context.ts'
import { active } from '../counts/task-counts.ts'
import { peopleOnDuty } from '../people/duty.ts'
import { searchTextOf } from '../write/search-text.ts'
import { insert, insertMany } from '../write/write.ts'

/**
 * Handovers are written here: by people, and by Muster for somebody whose clock-out was forgotten. It is in `core`
 * because a correction of hours and the end of an account do that too.
 */

type ItemRow = typeof handoverItems.$inferSelect

/** An item to be written. `about` is its subject in a few words, for notifications. */
export type GivenItem = Pick<
  ItemRow,
  'taskId' | 'text' | 'severity' | 'next' | 'ifThen' | 'departmentId' | 'toUserId'
> & { about: string }

interface Giver {
  id: string
  firstName: string
  lastName: string
  departmentId: number | null
}

/** A notification for `notifyEach` to send. */
export interface HandOverNotice {
  recipients: string[]
  fact: NotificationFact
}

/**
 * Writes a handover with its items. Returns its id and the notifications to send. Items that name a person notify that
 * person. The others notify everybody on duty in their department, except the giver; without a department they notify
 * managers.
 */
export async function writeHandover(
  ctx: OpenContext,
  { giver, note, isForgotten = false }: { giver: Giver; note: string | null; isForgotten?: boolean },
  items: GivenItem[],
): Promise<{ id: number; notices: HandOverNotice[] }> {
  const { id: giverId, departmentId } = giver
  const texts = [note, ...items.flatMap(({ text, next, ifThen }) => [text, next, ifThen])]
  const values = { giverId, departmentId, note, isForgotten, searchText: searchTextOf(texts.filter(Boolean).join(' ')) }
  const { id } = await insert(ctx, handovers, values, isForgotten ? 'offer' : 'create')
  const rows = await insertMany(
    ctx,
    handoverItems,
    items.map(({ about: _, ...item }, position) => ({ ...item, handoverId: id, position, giverId })),
  )
  const given = items.map((item, at) => ({ ...item, id: rows[at]?.id ?? 0 }))
  return { id, notices: await noticesOf(ctx, giver, given, isForgotten) }
}

type GivenRow = GivenItem & { id: number }

async function noticesOf(
  ctx: OpenContext,
  giver: Giver,
  items: GivenRow[],
  isForgotten: boolean,
): Promise<HandOverNotice[]> {
  const named = groupBy(
    items.filter(({ toUserId }) => toUserId !== null),
    ({ toUserId }) => toUserId,
  )
  const unnamed = groupBy(
    items.filter(({ toUserId }) => toUserId === null),
    ({ departmentId }) => departmentId,
  )
  const departmentIds = [...unnamed.keys()].filter((id) => id !== null)
  const people = departmentIds.length > 0 ? await peopleOnDuty(ctx, { departmentIds }) : []
  const managers = unnamed.has(null) ? await peopleOnDuty(ctx, { from: 'manager' }) : []
  const by = `${giver.firstName} ${giver.lastName}`
  const factOf = ([first, ...others]: GivenRow[]): NotificationFact => {
    if (!first) throw new Error('There is nothing to tell of')
    const params = { by, about: first.about, ...(others.length > 0 && { count: others.length + 1 }) }
    const subject = { type: 'handover-item', id: first.id } as const
    return { kind: isForgotten ? 'handover-forgotten' : 'handover', params, subject }
  }
  return [
    ...[...named].map(([id, list]) => ({ recipients: id === null ? [] : [id], fact: factOf(list) })),
    ...[...unnamed].map(([departmentId, list]) => ({
      recipients: (departmentId === null ? managers : people.filter((person) => person.departmentId === departmentId))
        .map(({ id }) => id)
        .filter((id) => id !== giver.id),
      fact: factOf(list),
    })),
  ].filter(({ recipients }) => recipients.length > 0)
}

/**
 * Offers the tasks that a person has in progress to the people on duty, because the clock-out was forgotten. This
 * happens once for each session, whichever caller is first. The caller locks the session in an earlier statement than
 * this. Returns the notifications to send: none if nothing is in progress, or if it was offered before.
 *
 * @param until offers only tasks unchanged since then (ISO 8601): a person who is there after all may have begun the
 *   others
 */
export async function offerWorkOf(
  ctx: OpenContext,
  { userId, startTime }: Pick<typeof clockSessions.$inferSelect, 'userId' | 'startTime'>,
  until?: string,
): Promise<HandOverNotice[]> {
  const found = await ctx.db
    .select({ id: tasks.id, title: tasks.title, departmentId: tasks.departmentId })
    .from(tasks)
    .where(
      and(
        active,
        eq(tasks.assigneeId, userId),
        eq(tasks.status, 'in_progress'),
        until ? lte(tasks.updatedAt, until) : undefined,
      ),
    )
    .orderBy(asc(tasks.dueOrNever), asc(tasks.id))
    .limit(MAX_HANDOVER_ITEMS)
  if (found.length === 0) return []
  const isOffered = sql<boolean>`exists (select from ${handovers} where ${offeredSince(sql`${userId}::uuid`, sql`${startTime}::timestamptz`)})`
  const [giver] = await ctx.db
    .select({
      ...{ id: users.id, firstName: users.firstName, lastName: users.lastName, departmentId: users.departmentId },
      isOffered,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!giver || giver.isOffered) return []
  const items = found.map(
    ({ id, title, departmentId }): GivenItem => ({
      ...{ taskId: id, text: null, severity: 'act', next: '', ifThen: null, departmentId, toUserId: null },
      about: title,
    }),
  )
  return (await writeHandover(ctx, { giver, note: null, isForgotten: true }, items)).notices
}

/** A condition on handovers: Muster has offered this person's work since then. */
export const offeredSince = (userId: SQL, since: SQL) =>
  sql`${handovers.giverId} = ${userId} and ${handovers.isForgotten} and ${handovers.createdAt} > ${since}`
