import { sql } from 'drizzle-orm'
import type { ClaimRefusal } from '../../../shared/roster/claim-shapes.ts'
import { claimJudge, rangeOfClaims } from '../../../shared/roster/claims.ts'
import {
  daysThatMatter,
  type PlannedWork,
  piecesOfPlan,
  type WorkedSession,
} from '../../../shared/roster/plan-warnings.ts'
import type { Context } from '../../core/context.ts'
import { awayTimesOf } from '../../core/people/away.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { instantSql } from './access.ts'

/** The hours of people at the clock and by the published plan, and what their next shifts would break. */

const DAY_MS = 86_400_000

/** Between two instants, in ms. */
interface Span {
  from: number
  to: number
}

/** The sessions of these people that touch the time between two instants, by person. */
async function sessionsOf(ctx: Context, userIds: string[], { from, to }: Span): Promise<Map<string, WorkedSession[]>> {
  const { rows } = await ctx.db.execute<{
    user_id: string
    start: string
    end: string | null
    confirmed: string | null
    spans: WorkedSession['breaks'] | null
  }>(sql`
    select ${clockSessions.userId} as user_id, ${clockSessions.startTime} as start, ${clockSessions.endTime} as "end",
      ${clockSessions.confirmedAt} as confirmed, (
      select json_agg(json_build_object('startTime', ${breaks.startTime}, 'endTime', ${breaks.endTime}, 'isPaid', ${breaks.isPaid}))
      from ${breaks} where ${breaks.sessionId} = ${clockSessions.id}) as spans
    from ${clockSessions} where ${clockSessions.userId} = any(${sql.param(userIds)}::uuid[])
      and ${clockSessions.startTime} >= ${instantSql(from - 2 * DAY_MS)} and ${clockSessions.startTime} < ${instantSql(to)}
      and (${clockSessions.endTime} is null or ${clockSessions.endTime} > ${instantSql(from)})`)
  return byPerson(rows, ({ start, end, confirmed, spans }) => ({
    ...{ startTime: start, endTime: end, confirmedAt: confirmed },
    breaks: spans ?? [],
  }))
}

/** The viewer's sessions that touch the time between two instants. */
export const ownSessions = async (ctx: Context, span: Span): Promise<WorkedSession[]> =>
  (await sessionsOf(ctx, [ctx.viewer.id], span)).get(ctx.viewer.id) ?? []

type PublishedWork = PlannedWork & { id: number }

/** The published shifts of these people, of any department, that begin between two instants, by person. */
async function plannedWorkOf({ db }: Context, userIds: string[], { from, to }: Span) {
  const { id, publishedUserId, publishedStartTime, publishedEndTime, publishedBreakMinutes } = plannedShifts
  const { rows } = await db.execute<{
    id: number
    user_id: string
    start: string
    end: string
    pause: number | null
  }>(sql`
    select ${id} as id, ${publishedUserId} as user_id, ${publishedStartTime} as start, ${publishedEndTime} as "end",
      ${publishedBreakMinutes} as pause
    from ${plannedShifts} where ${publishedUserId} = any(${sql.param(userIds)}::uuid[])
      and ${publishedStartTime} >= ${instantSql(from)} and ${publishedStartTime} < ${instantSql(to)}`)
  return byPerson(
    rows,
    ({ id, start, end, pause }): PublishedWork => ({
      ...{ id, startTime: start, endTime: end, breakMinutes: pause ?? 0 },
    }),
  )
}

function byPerson<Row extends { user_id: string }, T>(rows: Row[], asItem: (row: Row) => T) {
  const found = new Map<string, T[]>()
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), asItem(row)])
  return found
}

export type Judge = (shift: PlannedWork) => ClaimRefusal | null

/**
 * Makes the function that says why the viewer may not take a shift that begins between two instants, by their work and
 * their absences: three statements, however many shifts it judges.
 */
export async function ownClaimJudge(ctx: Context, span: Span, without?: number): Promise<Judge> {
  const judges = await claimJudges(ctx, new Map([[ctx.viewer.id, without]]), span)
  return judges(ctx.viewer.id)
}

/**
 * The same about each of some people: three statements for all of them.
 *
 * @param people their ids, each with the shift that the person would give away; undefined for none
 */
export async function claimJudges(ctx: Context, people: ReadonlyMap<string, number | undefined>, span: Span) {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const rules = await workRulesOf(ctx)
  const range = rangeOfClaims(span, rules, timeZone)
  const ids = [...people.keys()]
  const until = range.to + 8 * DAY_MS
  const shifts = await plannedWorkOf(ctx, ids, { from: Math.min(range.from, now) - DAY_MS, to: until })
  const firstSession = range.from - daysThatMatter(rules) * DAY_MS
  const sessions = await sessionsOf(ctx, ids, { from: firstSession, to: until })
  const away = await awayTimesOf(ctx, ids, { from: span.from, to: span.to + DAY_MS })
  const judgeOf = claimJudge(rules, range, timeZone)
  return (userId: string): Judge => {
    const own = shifts.get(userId) ?? []
    const worked = sessions.get(userId) ?? []
    const staying = own.filter(({ id }) => id !== people.get(userId))
    const [work, present] = [staying, own].map((planned) => piecesOfPlan(worked, planned, now))
    return judgeOf({ shifts: staying, away: away.get(userId) ?? [], work: work ?? [], present: present ?? [] })
  }
}
