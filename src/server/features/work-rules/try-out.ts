import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf, monthOf } from '../../../shared/time/time.ts'
import { type Breach, breachFinder, isRuleOn } from '../../../shared/work-breaches.ts'
import { contractAt } from '../../../shared/work-contracts.ts'
import { piecesOf } from '../../../shared/work-pieces.ts'
import {
  type BreakableRule,
  breakableRules,
  MAX_TRIED_PEOPLE,
  type WorkRules,
  type WorkRulesTrial,
  type workRulesApi,
} from '../../../shared/work-rules.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'

const DAY = 86_400_000

/**
 * How often the hours of last month break these rules. It reads one statement and looks at `MAX_TRIED_PEOPLE` people at
 * most. It counts and names nobody.
 */
export async function tryWorkRules(
  ctx: Context,
  { body: rules }: Input<typeof workRulesApi.tryOut>,
): Promise<WorkRulesTrial> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const month = monthOf(boundsOf(monthOf(now, timeZone)).from - 1, timeZone)
  const range = boundsOf(month)
  const found = await hoursOf(ctx, rules, range)
  const breachesIn = breachFinder(rules, range, timeZone)
  const counts = new Map<BreakableRule, { breaches: number; people: number }>()
  await eachInTurns(found, ({ sessions, contracts }) => {
    const own = (contracts ?? []).map(([from, weeklyMinutes]) => ({ from, weeklyMinutes }))
    const breaches = breachesIn(
      piecesOf(sessions.map(sessionOf), now),
      (monday) => contractAt(own, monday)?.weeklyMinutes,
    )
    for (const rule of breakableRules) count(counts, rule, breaches)
  })
  // Without a number of the organisation, overtime begins after the hours of each contract.
  const hasContracts = found.some(({ contracts }) => contracts !== null)
  return {
    month: (month[0]?.date ?? '').slice(0, 7),
    people: found[0]?.people ?? 0,
    tried: found.length,
    counts: breakableRules
      .filter((rule) => isRuleOn(rules, rule) || (rule === 'overtimeWeekMinutes' && hasContracts))
      .map((rule) => ({ rule, ...(counts.get(rule) ?? { breaches: 0, people: 0 }) })),
  }
}

function count(counts: Map<BreakableRule, { breaches: number; people: number }>, rule: BreakableRule, found: Breach[]) {
  const breaches = found.filter((breach) => breach.rule === rule).length
  if (breaches === 0) return
  const before = counts.get(rule) ?? { breaches: 0, people: 0 }
  counts.set(rule, { breaches: before.breaches + breaches, people: before.people + 1 })
}

/** A session as the statement gives it: beginning, end, confirmation and breaks. Arrays are shorter than objects. */
type Session = [
  startTime: string,
  endTime: string | null,
  confirmedAt: string | null,
  breaks: [startTime: string, endTime: string | null, isPaid: boolean][] | null,
]

interface Row extends Record<string, unknown> {
  /** How many people have hours in the month. */
  people: number
  sessions: Session[]
  /** The person's contracts: from which day, and the minutes a week. */
  contracts: [from: string, weeklyMinutes: number][] | null
}

const sessionOf = ([startTime, endTime, confirmedAt, spans]: Session) => ({
  startTime,
  endTime,
  confirmedAt,
  breaks: (spans ?? []).map(([startTime, endTime, isPaid]) => ({ startTime, endTime, isPaid })),
})

/** The hours of people who worked in the month, from as far before as the rules look to a week after it. */
async function hoursOf(ctx: Context, rules: WorkRules, { from, to }: { from: number; to: number }): Promise<Row[]> {
  const averaged = rules.averageMinutes === null ? 0 : 7 * rules.averageWeeks
  const daysBefore = Math.max(14, averaged, (rules.daysInRow ?? 0) + 7)
  const [first, begin, end, last] = [from - daysBefore * DAY, from, to, to + 8 * DAY].map(
    (time) => sql`${new Date(time).toISOString()}::timestamptz`,
  ) as [SQL, SQL, SQL, SQL]
  const { id, userId, startTime, endTime, confirmedAt } = clockSessions
  const columns = sql`${id}, ${userId}, ${startTime}, ${endTime}, ${confirmedAt}`
  // Those that have ended and those that run have an index each.
  const { rows } = await ctx.db.execute<Row>(sql`
    with found as materialized (
      select ${columns} from ${clockSessions} where ${endTime} > ${first} and ${startTime} < ${last}
      union all
      select ${columns} from ${clockSessions} where ${endTime} is null and ${startTime} < ${last}
    ), of_month as materialized (
      select distinct user_id from found where start_time < ${end} and (end_time is null or end_time > ${begin})
    ), tried as (
      select user_id from of_month order by user_id limit ${MAX_TRIED_PEOPLE}
    ), pauses as (
      select ${breaks.sessionId} as session_id,
        json_agg(json_build_array(${breaks.startTime}, ${breaks.endTime}, ${breaks.isPaid})) as spans
      from ${breaks} where ${breaks.sessionId} in (select found.id from found) group by 1
    )
    select (select count(*)::int from of_month) as people,
      json_agg(json_build_array(found.start_time, found.end_time, found.confirmed_at, pauses.spans)) as sessions,
      (select json_agg(json_build_array(${workContracts.from}, ${workContracts.weeklyMinutes}))
        from ${workContracts} where ${workContracts.userId} = found.user_id) as contracts
    from found join tried using (user_id) left join pauses on pauses.session_id = found.id
    group by found.user_id`)
  return rows
}
