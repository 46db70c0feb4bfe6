import { and, desc, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { HandoverNote } from '../../../shared/briefing.ts'
import { rankOf } from '../../../shared/permissions.ts'
import { ASKED_DAYS, type ItemSection, TODAY_ITEMS, type Today } from '../../../shared/today.ts'
import { visibleItems } from '../../core/access/handovers.ts'
import type { Context } from '../../core/context.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import {
  hasLeft,
  isHere,
  isOpenItem,
  isReturned,
  readHandoverItems,
  readItemLists,
  waitingForViewer,
} from '../../core/handovers/items.ts'
import { fixed, runPrepared } from '../../db/connect/connect.ts'
import { handoverItems, handoverQuestions, handovers } from '../../db/tables/handovers.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { users } from '../../db/tables/users.ts'
import type { Listed } from '../notifications/suppressed.ts'

/** Urgent ones first, then the newest. */
const inOrder = fixed(
  sql`${handoverItems.severity} <> 'urgent', ${handoverItems.createdAt} desc, ${handoverItems.id} desc`,
)

/** Items that wait for the viewer; with `since`, only items that were handed over later, or that wait again. */
function waitsFor(ctx: Context, since: string | null): SQL {
  const isNew = since === null ? [] : [sql`(${handoverItems.createdAt} > ${since} or ${isReturned(ctx)})`]
  return allOf([waitingForViewer(ctx), ...isNew])
}

/** The same as a list, so that notifications need not repeat it. */
export const waitingItems = (ctx: Context, since: string | null): Listed => ({
  type: 'handover-item',
  kinds: ['handover', 'handover-forgotten', 'handover-waiting'],
  has: (id) => sql`exists (select from ${handoverItems} where ${handoverItems.id} = ${id} and ${waitsFor(ctx, since)})`,
})

/** Items that wait for the viewer, as JSON of the contract; with `since`, only items handed over later. */
export async function listHandedOver(
  ctx: Context,
  { since, limit }: { since: string | null; limit: number },
): Promise<{ items: string[]; total: number }> {
  const { items, total } = await readHandoverItems(ctx, {
    ...{ where: waitsFor(ctx, since), order: inOrder, limit, once: true },
  })
  return { items: items.map((item) => JSON.stringify(item)), total }
}

/**
 * The items of handovers on Today, list by list:
 *
 * - `handedOver`: open items without a task that the viewer has received, also after a shift, until somebody else does.
 * - `asked`: items with a question to the viewer.
 * - `offered`: items that wait for the viewer or for anybody in their department, and that the viewer has not received.
 */
export const listTodaysItems = (ctx: Context): Promise<Pick<Today, 'handedOver' | 'asked' | 'offered'>> =>
  readItemLists(ctx, {
    handedOver: { where: isReceived(ctx), order: inOrder, limit: TODAY_ITEMS },
    asked: { where: isAsked(ctx), order: inOrder, limit: TODAY_ITEMS },
    offered: {
      where: sql`${waitingForViewer(ctx)} and not coalesce(${isReceived(ctx)}, false)`,
      ...{ order: inOrder, limit: TODAY_ITEMS, once: true },
    },
  })

const isReceived = (ctx: Context) => sql`(${handoverItems.receivedBy} = ${ctx.viewer.id} and ${isOpenItem})`

/**
 * A condition on items with a question of the last days without an answer: the viewer has given the item, or was asked
 * instead. If the giver has left, it waits for the managers of the item's department.
 */
function isAsked(ctx: Context): SQL {
  const { itemId, askedAt, answeredAt } = handoverQuestions
  const { giverId } = handoverItems
  const from = new Date(ctx.now.getTime() - ASKED_DAYS * 86_400_000).toISOString()
  const open = sql`select ${itemId} from ${handoverQuestions} where ${answeredAt} is null and ${askedAt} > ${from}`
  // An earlier question about the item may have gone to somebody else.
  const wasAsked = sql`exists (select from ${notifications} where ${notifications.userId} = ${ctx.viewer.id}
    and ${notifications.subjectType} = 'handover-item' and ${notifications.subjectId} = ${handoverItems.id}::text
    and ${notifications.kind} = 'handover-question' and exists (
      ${open} and ${itemId} = ${handoverItems.id} and ${notifications.createdAt} >= ${askedAt}))`
  const isManager = rankOf(ctx.viewer.role) >= rankOf('manager')
  const isLeft = isManager ? sql`(${isHere(ctx)} and ${hasLeft(giverId)})` : sql`false`
  return sql`${handoverItems.id} in (${open}) and (${giverId} = ${ctx.viewer.id} or ${wasAsked} or ${isLeft})`
}

/**
 * Items of a department that nobody has received, or that wait again, also those for one person; and how many of them
 * were handed over after `since`.
 */
export async function listWaitingItems(
  ctx: Context,
  { departmentId, since, limit }: { departmentId: number; since: string; limit: number },
): Promise<ItemSection & { unread: number }> {
  const waits = sql`(${handoverItems.receivedAt} is null or ${isReturned(ctx)})`
  const here = allOf([visibleItems(ctx), sql`${handoverItems.departmentId} = ${departmentId}`, waits])
  const [section, unread] = await Promise.all([
    readHandoverItems(ctx, { where: here, order: inOrder, limit, once: true }),
    ctx.db.$count(handoverItems, allOf([here, sql`${handoverItems.createdAt} > ${since}`])),
  ])
  return { ...section, unread }
}

/** Notes that others have written to the viewer's department since then, newest first. */
export async function listNotes(
  ctx: Context,
  { since, limit }: { since: string; limit: number },
): Promise<HandoverNote[]> {
  const { departmentId, id: viewerId } = ctx.viewer
  if (departmentId === null) return []
  const { id, firstName, lastName, profileImageUrl } = users
  const isNew = and(eq(handovers.departmentId, departmentId), gt(handovers.createdAt, since))
  const rows = await runPrepared(
    ctx.db
      .select({
        ...{ id: handovers.id, createdAt: handovers.createdAt, note: handovers.note },
        giver: { id, firstName, lastName, profileImageUrl },
      })
      .from(handovers)
      .innerJoin(users, eq(users.id, handovers.giverId))
      .where(and(isNew, isNotNull(handovers.note), ne(handovers.note, ''), ne(handovers.giverId, viewerId)))
      .orderBy(desc(handovers.createdAt), desc(handovers.id))
      .limit(limit),
  )
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? '' }))
}
