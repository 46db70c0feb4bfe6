import { sql } from 'drizzle-orm'
import type { clockApi, OnTheClock, TeamHours } from '../../../shared/clock.ts'
import type { Break } from '../../../shared/clock-session.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { boundsOf, type Day, dateOf } from '../../../shared/time/time.ts'
import { breachFinder, onlyBreakRules } from '../../../shared/work-breaches.ts'
import { piecesOf } from '../../../shared/work-pieces.ts'
import { needsReview, paidMinutesOfDays } from '../../../shared/worked-time.ts'
import { othersOnTheClock } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { touching } from '../../core/hours/touching.ts'
import { doesShifts } from '../../core/people/active.ts'
import { contractMinutesAt } from '../../core/people/contracts.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { users } from '../../db/tables/users.ts'
import { weekRange } from './history.ts'
import { breaksOf, sessionsWithPeople } from './sessions.ts'

/**
 * The people who are clocked in now and whose hours the viewer may see, earliest clock-in first. Throws 403 for a
 * department that the viewer may not look into.
 */
export async function listOnTheClock(ctx: Context, { query }: Input<typeof clockApi.now>): Promise<OnTheClock[]> {
  const running = sql`${othersOnTheClock(ctx, query.departmentId)} and ${clockSessions.endTime} is null`
  return (await sessionsWithPeople(ctx, running)).reverse()
}

interface Row extends Record<string, unknown> {
  user_id: string
  first_name: string
  last_name: string
  profile_image_url: string | null
  department_id: number | null
  department_name: string
  start_time: string | null
  end_time: string | null
  corrected_at: string | null
  end_stated_at: string | null
  breaks_stated_at: string | null
  breaks: Break[] | null
  contract_minutes: number | null
}

/**
 * A week of the hours of all people whose hours the viewer may see: everyone who may clock in, and people who have left
 * or may no longer clock in, if they worked in that week. Throws 403 for a department that the viewer may not look
 * into.
 */
export async function readTeamHours(ctx: Context, { query }: Input<typeof clockApi.hours>): Promise<TeamHours> {
  const week = weekRange(ctx, query.week)
  const now = ctx.now.getTime()
  const { timeZone } = ctx.services.config
  const breachesIn = breachFinder(onlyBreakRules(await workRulesOf(ctx)), boundsOf(week), timeZone)
  const people = peopleOf(await rowsOf(ctx, query.departmentId, week))
  const hours = people.map(({ user, department, contractMinutes, sessions }) => {
    const { minutes, total } = paidMinutesOfDays(sessions, week, now)
    const missing = breachesIn(piecesOf(sessions, now)).map(({ at }) => dateOf(at, timeZone))
    return {
      user,
      department,
      minutes,
      total,
      contractMinutes,
      toReview: sessions.filter((session) => needsReview(session, now)).length,
      isOnTheClock: sessions.some(({ endTime }) => endTime === null),
      missingBreaks: [...new Set(missing)],
      ...(query.sessions && {
        sessions: sessions.map(({ startTime, endTime, breaks }) => ({
          startTime,
          endTime,
          breaks: breaks.map(({ startTime, endTime, isPaid }) => ({ startTime, endTime, isPaid })),
        })),
      }),
    }
  })
  return { dates: week.map(({ date }) => date), people: hours, total: sum(hours.map(({ total }) => total)) }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

async function rowsOf(ctx: Context, departmentId: number | undefined, week: Day[]) {
  const { from, to } = boundsOf(week)
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${users.id} as user_id, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl},
      ${departments.id} as department_id, ${departments.name} as department_name,
      session.start_time, session.end_time, session.corrected_at, session.end_stated_at, session.breaks_stated_at,
      case when session.id is not null then ${breaksOf(sql`session.id`)} end as breaks,
      ${contractMinutesAt(ctx, sql`${users.id}`, week[0]?.date ?? '')} as contract_minutes
    from ${users}
    left join ${departments} on ${departments.id} = ${users.departmentId}
    left join lateral (${touching(ctx, sql`${users.id}`, from, to)}) as session on true
    where ${othersOnTheClock(ctx, departmentId)} and (${doesShifts} or session.id is not null)
    order by ${users.foldedName}, ${users.id}, session.start_time`)
  return rows
}

/** Groups the rows by person. */
function peopleOf(rows: Row[]) {
  const people = new Map<string, ReturnType<typeof personOf>>()
  for (const row of rows) {
    const person = people.get(row.user_id) ?? personOf(row)
    people.set(row.user_id, person)
    if (row.start_time === null) continue
    const iso = (text: string | null) => text && isoFromPostgres(text)
    person.sessions.push({
      startTime: isoFromPostgres(row.start_time),
      endTime: iso(row.end_time),
      correctedAt: iso(row.corrected_at),
      endStatedAt: iso(row.end_stated_at),
      breaksStatedAt: iso(row.breaks_stated_at),
      breaks: row.breaks ?? [],
    })
  }
  return [...people.values()]
}

const personOf = (row: Row) => ({
  user: {
    id: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
  },
  department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
  contractMinutes: row.contract_minutes,
  sessions: [] as {
    startTime: string
    endTime: string | null
    correctedAt: string | null
    endStatedAt: string | null
    breaksStatedAt: string | null
    breaks: Break[]
  }[],
})
