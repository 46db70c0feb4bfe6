import { sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { hoursApprovals } from '../../db/tables/hours.ts'
import { payrollExports, payrollRuns } from '../../db/tables/payroll.ts'

/** Approved hours as payroll sees them. */
export interface RunApproval {
  id: number
  userId: string
  periodStart: string
  periodEnd: string
  /** Names exactly the minutes that were approved. */
  hash: string
  /** Whether a run has it already. */
  isExported: boolean
}

interface Row extends Record<string, unknown> {
  id: number
  user_id: string
  period_start: string
  period_end: string
  hash: string
  exported: boolean
}

/**
 * The approvals that count for a run: all of the pay period that begins on this day, and of other pay periods with a
 * run the ones that no run has had. Until the end of the transaction nobody withdraws one of them.
 */
export async function approvalsFor({ db }: Context, period: string): Promise<RunApproval[]> {
  const { rows } = await db.execute<Row>(sql`
    select approval.id, approval.user_id, approval.period_start, approval.period_end, approval.hash,
      approval.id in (select approval_id from ${payrollExports}) as exported
    from ${hoursApprovals} as approval
    where approval.withdrawn_at is null
      and (approval.period_start = ${period}
        or approval.period_start in (select period from ${payrollRuns})
          and approval.id not in (select approval_id from ${payrollExports}))
      -- The latest of a person and pay period counts, also if it was withdrawn.
      and not exists (select from ${hoursApprovals} as later where later.user_id = approval.user_id
        and later.period_start = approval.period_start and later.id > approval.id)
    order by approval.period_start, approval.id
    for share of approval`)
  return rows.map(({ id, user_id, period_start, period_end, hash, exported }) => ({
    ...{ id, hash, userId: user_id, periodStart: period_start, periodEnd: period_end, isExported: exported },
  }))
}
