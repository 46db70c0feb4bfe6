import { inArray } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { hoursApprovals } from '../../db/tables/hours.ts'

/** Approvals for the messages of webhooks, by id. */
export async function approvalsById({ db }: OpenContext, ids: number[]): Promise<ReadonlyMap<number, unknown>> {
  const { id, userId, periodStart, periodEnd, minutes, hash, approvedBy, approvedAt, withdrawnAt } = hoursApprovals
  const found = await db
    .select({ id, userId, periodStart, periodEnd, minutes, hash, approvedBy, approvedAt, withdrawnAt })
    .from(hoursApprovals)
    .where(inArray(id, ids))
  return new Map(found.map((row) => [row.id, row]))
}
