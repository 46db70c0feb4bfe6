import { type SQL, sql } from 'drizzle-orm'
import { mayAtAll } from '../../../shared/permissions.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import type { Context } from '../context.ts'

/**
 * The SQL of the minutes a week of the contract that a person has on a day ("2026-11-20"): the rule of `contractAt`.
 * Null without a contract, and for a token that may read none. The caller has checked that the viewer may see the
 * person's hours: managers of the department may see its contracts too.
 */
export const contractMinutesAt = (ctx: Context, userId: SQL, day: string): SQL<number | null> =>
  mayAtAll(ctx.viewer, 'contract:read')
    ? sql`(select contract.weekly_minutes from ${workContracts} as contract
        where contract.user_id = ${userId} and contract.from_date <= ${day}
        order by contract.from_date desc limit 1)`
    : sql`null::int`
