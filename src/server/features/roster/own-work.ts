import { sql } from 'drizzle-orm'
import { claimJudge, rangeOfClaims } from '../../../shared/roster/claims.ts'
import {
  daysThatMatter,
  type PlannedWork,
  piecesOfPlan,
  type WorkedSession,
} from '../../../shared/roster/plan-warnings.ts'
import type { ClaimRefusal } from '../../../shared/roster/shapes.ts'
import type { Context } from '../../core/context.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { instantSql } from './access.ts'

/** The hours of the viewer at the clock and by the published plan. */

const DAY_MS = 86_400_000

/** Between two instants, in ms. */
interface Span {
  from: number
  to: number
}

/** The viewer's sessions that touch the time between two instants. */
export async function ownSessions(ctx: Context, { from, to }: Span): Promise<WorkedSession[]> {
  const { rows } = await ctx.db.execute<{
    start: string
    end: string | null
    confirmed: string | null
    spans: WorkedSession['breaks'] | null
  }>(sql`
    select ${clockSessions.startTime} as start, ${clockSessions.endTime} as "end",
      ${clockSessions.confirmedAt} as confirmed, (
      select json_agg(json_build_object('startTime', ${breaks.startTime}, 'endTime', ${breaks.endTime}, 'isPaid', ${breaks.isPaid}))
      from ${breaks} where ${breaks.sessionId} = ${clockSessions.id}) as spans
    from ${clockSessions} where ${clockSessions.userId} = ${ctx.viewer.id}
      and ${clockSessions.startTime} >= ${instantSql(from - 2 * DAY_MS)} and ${clockSessions.startTime} < ${instantSql(to)}
      and (${clockSessions.endTime} is null or ${clockSessions.endTime} > ${instantSql(from)})`)
  return rows.map(({ start, end, confirmed, spans }) => ({
    ...{ startTime: start, endTime: end, confirmedAt: confirmed },
    breaks: spans ?? [],
  }))
}

/** The viewer's published shifts of any department that begin between two instants. */
async function ownPlannedWork({ db, viewer }: Context, { from, to }: Span): Promise<PlannedWork[]> {
  const { publishedUserId, publishedStartTime, publishedEndTime, publishedBreakMinutes } = plannedShifts
  const { rows } = await db.execute<{ start: string; end: string; pause: number | null }>(sql`
    select ${publishedStartTime} as start, ${publishedEndTime} as "end", ${publishedBreakMinutes} as pause
    from ${plannedShifts} where ${publishedUserId} = ${viewer.id}
      and ${publishedStartTime} >= ${instantSql(from)} and ${publishedStartTime} < ${instantSql(to)}`)
  return rows.map(({ start, end, pause }) => ({ startTime: start, endTime: end, breakMinutes: pause ?? 0 }))
}

/**
 * Makes the function that says why the viewer may not take a shift that begins between two instants, by their work: two
 * statements, however many shifts it judges.
 */
export async function ownClaimJudge(ctx: Context, span: Span): Promise<(shift: PlannedWork) => ClaimRefusal | null> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const rules = await workRulesOf(ctx)
  const range = rangeOfClaims(span, rules, timeZone)
  const shifts = await ownPlannedWork(ctx, { from: Math.min(range.from, now) - DAY_MS, to: range.to + 8 * DAY_MS })
  const firstSession = range.from - daysThatMatter(rules) * DAY_MS
  const sessions = await ownSessions(ctx, { from: firstSession, to: range.to + 8 * DAY_MS })
  return claimJudge(rules, range, timeZone, shifts, piecesOfPlan(sessions, shifts, now))
}
