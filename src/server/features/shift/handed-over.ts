import { sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { readHandoverItems, waitingForViewer } from '../../core/handover-items.ts'
import { allOf } from '../../core/task-counts.ts'
import { handoverItems } from '../../db/tables/handovers.ts'

/** Urgent ones first, then the newest. */
const inOrder = sql`${handoverItems.severity} <> 'urgent', ${handoverItems.createdAt} desc, ${handoverItems.id} desc`

/**
 * What was handed over and waits for the viewer, as texts of the contract's JSON; with `since`, only what was handed over later.
 */
export async function listHandedOver(
  ctx: Context,
  { since, limit }: { since: string | null; limit: number },
): Promise<{ items: string[]; total: number }> {
  const isNew = since === null ? [] : [sql`${handoverItems.createdAt} > ${since}`]
  const { items, total } = await readHandoverItems(ctx, allOf([waitingForViewer(ctx), ...isNew]), {
    ...{ order: inOrder, limit },
  })
  return { items: items.map((item) => JSON.stringify(item)), total }
}
