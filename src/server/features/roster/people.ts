import { type SQL, sql } from 'drizzle-orm'
import { overlaps } from '../../../shared/absences/absence-times.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { AROUND_ACTUALS_MS, actualsOf, type ShiftActual } from '../../../shared/roster/plan-actual.ts'
import { contractMinutesOf, nightsAndWeekends, plannedMinutesBetween } from '../../../shared/roster/plan-figures.ts'
import {
  daysThatMatter,
  type PlannedWork,
  piecesOfPlan,
  planBreachFinder,
  type WorkedSession,
} from '../../../shared/roster/plan-warnings.ts'
import type { PlanWarning, RosterPerson } from '../../../shared/roster/shapes.ts'
import { localReader } from '../../../shared/roster/shift-times.ts'
import type { PlannersWish } from '../../../shared/roster/wish-shapes.ts'
import { wishFinder } from '../../../shared/roster/wishes.ts'
import { type Day, dateOf } from '../../../shared/time/time.ts'
import { contractAt } from '../../../shared/work-contracts.ts'
import type { WorkRules } from '../../../shared/work-rules.ts'
import { paidMinutesBetween } from '../../../shared/worked-time.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { averagedWeeks } from '../../core/hours/averages.ts'
import { absenceTimes } from '../../core/people/absences.ts'
import { doesShifts } from '../../core/people/active.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts, shiftWishes } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { instantSql, plans } from './access.ts'

/** The people of a roster, with their hours, and the work rules that their plan would break. */

const DAY_MS = 86_400_000

/** Days with their bounds in ms. */
export interface Range {
  days: Day[]
  from: number
  to: number
}

interface PersonRow extends Record<string, unknown> {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  isMember: boolean
}

/** The people of a department by name, and others among `ids`: they have shifts here and have left. */
async function peopleRows(ctx: Context, departmentId: number, ids: string[] | 'all', others: string[]) {
  const isMember = sql`(${doesShifts} and ${users.departmentId} = ${departmentId})`
  const wanted =
    ids === 'all' ? sql`${isMember} or ${users.id} = any(${sql.param(others)}::uuid[])` : isAmong(sql`${users.id}`, ids)
  const { rows } = await ctx.db.execute<PersonRow>(sql`
    select ${users.id}, ${users.firstName} as "firstName", ${users.lastName} as "lastName",
      ${users.profileImageUrl} as "profileImageUrl", coalesce(${isMember}, false) as "isMember"
    from ${users} where ${wanted} order by ${users.foldedName}, ${users.id}`)
  return rows
}

const isAmong = (column: SQL, ids: string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

/**
 * The people of a department's roster by name. Planners also get the hours and warnings of each who belongs to the
 * department, and what became of their shifts, by the shift's id.
 *
 * @param others people with shifts in these days
 */
export async function readPeople(
  ctx: Context,
  departmentId: number,
  range: Range,
  others: string[],
): Promise<{ people: RosterPerson[]; actuals: ReadonlyMap<number, ShiftActual> }> {
  const rows = await peopleRows(ctx, departmentId, 'all', others)
  const people = rows.map(({ isMember, ...user }) => ({ user, hasLeft: !isMember }))
  if (!plans(ctx, departmentId)) return { people, actuals: new Map() }
  const members = people.flatMap(({ user, hasLeft }) => (hasLeft ? [] : [user.id]))
  const { figures, actuals } = await readFigures(ctx, departmentId, range, members)
  return { people: people.map((person) => ({ ...person, ...figures.get(person.user.id) })), actuals }
}

/** The warnings about some people of a department, earliest first. The caller plans it. */
export async function readWarnings(
  ctx: Context,
  departmentId: number,
  range: Range,
  ids: string[],
): Promise<PlanWarning[]> {
  if (ids.length === 0) return []
  const rows = await peopleRows(ctx, departmentId, ids, [])
  const members = rows.flatMap(({ id, isMember }) => (isMember ? [id] : []))
  const { figures } = await readFigures(ctx, departmentId, range, members)
  return [...figures.values()].flatMap(({ warnings }) => warnings).sort((a, b) => a.at.localeCompare(b.at))
}

/** A person's shifts and sessions as the statement gives them. Arrays are shorter than objects. */
export interface WorkRow extends Record<string, unknown> {
  user_id: string
  shifts: [startTime: string, endTime: string, breakMinutes: number][] | null
  /** Published shifts that have begun, in the range or near it, of any department. */
  published: [id: number, startTime: string, endTime: string][] | null
  sessions:
    | [
        startTime: string,
        endTime: string | null,
        confirmedAt: string | null,
        breaks: [startTime: string, endTime: string | null, isPaid: boolean][] | null,
      ][]
    | null
  contracts: [from: string, weeklyMinutes: number][] | null
  /** How many seconds somebody was there in older sessions, by the week of their beginning, counted from 1. */
  weeks?: [week: number, seconds: number][] | null
  /** Weekly ones, and those about the days of the range and the days beside it. */
  wishes: PlannersWish[] | null
}

type Figures = Required<Omit<RosterPerson, 'user' | 'hasLeft'>>

/** Hours and warnings of people in a department that the viewer plans. It takes turns with other calls. */
async function readFigures(ctx: Context, departmentId: number, range: Range, ids: string[]) {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const local = localReader(timeZone)
  const rules = await workRulesOf(ctx)
  const breachesOf = planBreachFinder(rules, range, timeZone)
  const wishMetBy = wishFinder(timeZone, local)
  const dates = new Set(range.days.map(({ date }) => date))
  const figures = new Map<string, Figures>()
  const actuals = new Map<number, ShiftActual>()
  const rows = await readWork(ctx, departmentId, range, ids, rules)
  const absences = await absenceTimes(ctx, ids, {
    from: range.from - AROUND_ACTUALS_MS,
    to: range.to + AROUND_ACTUALS_MS,
  })
  await eachInTurns(rows, (row) => {
    const contracts = (row.contracts ?? []).map(([from, weeklyMinutes]) => ({ from, weeklyMinutes }))
    const shifts = (row.shifts ?? []).map(
      ([startTime, endTime, breakMinutes]): PlannedWork => ({ startTime, endTime, breakMinutes }),
    )
    const sessions = (row.sessions ?? []).map(workedSessionOf)
    const inRange = shifts.filter(({ startTime }) => {
      const start = Date.parse(startTime)
      return start >= range.from && start < range.to
    })
    const wishes = row.wishes ?? []
    const contract = contractAt(contracts, range.days[0]?.date ?? '')
    const breaches = breachesOf(piecesOfPlan(sessions, shifts, now), contract?.weeklyMinutes ?? null)
    const published = (row.published ?? []).map(([id, startTime, endTime]) => ({ id, startTime, endTime }))
    // The others are there for the averages of many weeks.
    const near = sessions.filter(
      ({ endTime }) => endTime === null || Date.parse(endTime) > range.from - AROUND_ACTUALS_MS,
    )
    const away = absences.get(row.user_id) ?? []
    const approved = away.filter(({ state }) => state === 'approved')
    const actual = actualsOf(published, near, range, now, approved)
    for (const [id, one] of actual.actuals) actuals.set(id, one)
    figures.set(row.user_id, {
      contractMinutes: contractMinutesOf(contracts, range.days),
      plannedMinutes: plannedMinutesBetween(shifts, range.from, range.to),
      workedMinutes: paidMinutesBetween(near, range.from, Math.min(range.to, now), now),
      unplannedMinutes: actual.unplannedMinutes,
      ...nightsAndWeekends(inRange, local),
      warnings: [
        ...breaches.map(({ rule, at, value, limit }) => ({
          ...{ userId: row.user_id, rule, value, limit },
          at: new Date(at).toISOString(),
          date: dateOf(at, timeZone),
        })),
        ...inRange
          .filter(({ startTime }) => Date.parse(startTime) > now)
          .flatMap((shift) => {
            const isAway = approved.some((time) => overlaps(shift, time))
            const isUnwanted = wishMetBy(wishes, shift)?.kind === 'unavailable'
            const rules = [...(isAway ? ['away' as const] : []), ...(isUnwanted ? ['unavailable' as const] : [])]
            return rules.map((rule) => ({
              ...{ userId: row.user_id, rule, value: 0, limit: 0 },
              ...{ at: shift.startTime, date: local(shift.startTime).date },
            }))
          }),
      ],
      away: away.filter(
        ({ startTime, endTime }) => Date.parse(startTime) < range.to && Date.parse(endTime) > range.from,
      ),
      wishes: wishes.filter(({ date }) => date === null || dates.has(date)),
    })
  })
  return { figures, actuals }
}

export const workedSessionOf = ([startTime, endTime, confirmedAt, spans]: NonNullable<
  WorkRow['sessions']
>[number]): WorkedSession => ({
  ...{ startTime, endTime, confirmedAt },
  breaks: (spans ?? []).map(([startTime, endTime, isPaid]) => ({ startTime, endTime, isPaid })),
})

/**
 * Shifts, sessions, contracts and wishes of people, from as far back as the rules look to a week after the range. Of
 * other departments' shifts only what is published: their drafts are not the viewer's. The rule about the average looks
 * back many weeks: only people whose average may be too high get these weeks' sessions, in a statement of their own.
 *
 * @param added work that is not theirs yet, in ms
 */
export async function readWork(
  ctx: Context,
  departmentId: number,
  range: Pick<Range, 'from' | 'to'>,
  ids: string[],
  rules: WorkRules,
  added: readonly { from: number; to: number }[] = [],
): Promise<WorkRow[]> {
  const averaged = averagedWeeks(rules, range, ctx.services.config.timeZone)
  const days = daysThatMatter(rules)
  const near = { sessions: daysThatMatter({ ...rules, averageMinutes: null }), shifts: days }
  const rows = await workRows(ctx, departmentId, range, ids, near, averaged?.begins)
  const now = ctx.now.getTime()
  const isTired = (row: WorkRow) => averaged?.mayBeOver(row.weeks ?? [], [...spansOf(row, now), ...added])
  const tired = rows.filter(isTired).map((row) => row.user_id)
  if (tired.length === 0) return rows
  const wide = await workRows(ctx, departmentId, range, tired, { sessions: days, shifts: days })
  const byPerson = new Map(wide.map((row) => [row.user_id, row]))
  return rows.map((row) => byPerson.get(row.user_id) ?? row)
}

/** When somebody was there and will be, at most: sessions, and shifts that have not ended. */
function spansOf({ sessions, shifts }: WorkRow, now: number) {
  const spans = [
    ...(sessions ?? []).map(([start, end]) => ({ from: Date.parse(start), to: end === null ? now : Date.parse(end) })),
    ...(shifts ?? []).map(([start, end]) => ({ from: Date.parse(start), to: Date.parse(end) })),
  ]
  return spans.filter(({ to }, at) => at < (sessions?.length ?? 0) || to > now)
}

/**
 * @param daysBefore so many days before the range sessions and shifts are read
 * @param weeks the beginnings of weeks, for how long somebody was there in each before the sessions
 */
async function workRows(
  ctx: Context,
  departmentId: number,
  { from, to }: Pick<Range, 'from' | 'to'>,
  ids: string[],
  daysBefore: { sessions: number; shifts: number },
  weeks: readonly string[] = [],
): Promise<WorkRow[]> {
  const last = to + 8 * DAY_MS
  const firstSession = from - daysBefore.sessions * DAY_MS
  // Of the past, sessions count; shifts of the range count for the planned hours.
  const firstShift = Math.max(from - daysBefore.shifts * DAY_MS, Math.min(ctx.now.getTime(), from - DAY_MS))
  const s = plannedShifts
  const within = (column: SQL) => sql`${column} >= ${instantSql(firstShift)} and ${column} < ${instantSql(last)}`
  const shifts = sql`
    select ${s.userId} as user_id, json_build_array(${s.startTime}, ${s.endTime}, ${s.breakMinutes}) as shift
    from ${s} where ${isAmong(sql`${s.userId}`, ids)} and ${s.departmentId} = ${departmentId} and ${s.removedAt} is null
      and ${within(sql`${s.startTime}`)}
    union all
    select ${s.publishedUserId}, json_build_array(${s.publishedStartTime}, ${s.publishedEndTime}, ${s.publishedBreakMinutes})
    from ${s} where ${isAmong(sql`${s.publishedUserId}`, ids)} and ${s.departmentId} <> ${departmentId}
      and ${within(sql`${s.publishedStartTime}`)}`
  const { id, userId, startTime, endTime, confirmedAt } = clockSessions
  const maySeeHours = mayAtAll(ctx.viewer, 'clock:read-others')
  const sessions = sql`
    select ${id}, ${userId}, ${startTime}, ${endTime}, ${confirmedAt} from ${clockSessions}
    where ${isAmong(sql`${userId}`, maySeeHours ? ids : [])} and ${startTime} >= ${instantSql(firstSession - 2 * DAY_MS)}
      and ${startTime} < ${instantSql(last)} and (${endTime} is null or ${endTime} > ${instantSql(firstSession)})`
  const older = sql`
    select ${userId} as user_id, width_bucket(${startTime}, ${sql.param(weeks)}::timestamptz[]) as week,
      sum(date_part('epoch', ${endTime} - ${startTime})) as seconds
    from ${clockSessions} where ${isAmong(sql`${userId}`, maySeeHours && weeks.length > 0 ? ids : [])}
      and ${startTime} >= ${weeks[0] ?? null} and ${endTime} <= ${instantSql(firstSession)} group by 1, 2`
  const contracts = mayAtAll(ctx.viewer, 'contract:read') ? ids : []
  const w = shiftWishes
  const { timeZone } = ctx.services.config
  const nearDays = sql`${w.date} between ${dateOf(from - DAY_MS, timeZone)} and ${dateOf(to + DAY_MS, timeZone)}`
  const { rows } = await ctx.db.execute<WorkRow>(sql`
    with people as (select unnest(${sql.param(ids)}::uuid[]) as user_id),
    found as materialized (${sessions}),
    pauses as (
      select ${breaks.sessionId} as session_id,
        json_agg(json_build_array(${breaks.startTime}, ${breaks.endTime}, ${breaks.isPaid})) as spans
      from ${breaks} where ${breaks.sessionId} in (select found.id from found) group by 1
    ), worked as (
      select found.user_id,
        json_agg(json_build_array(found.start_time, found.end_time, found.confirmed_at, pauses.spans)) as sessions
      from found left join pauses on pauses.session_id = found.id group by 1
    ), planned as (select user_id, json_agg(shift) as shifts from (${shifts}) as each_one group by 1),
    seen as (
      select ${s.publishedUserId} as user_id,
        json_agg(json_build_array(${s.id}, ${s.publishedStartTime}, ${s.publishedEndTime})) as published
      from ${s} where ${isAmong(sql`${s.publishedUserId}`, ids)} and ${s.publishedStartTime} >= ${instantSql(from - AROUND_ACTUALS_MS)}
        and ${s.publishedStartTime} < ${instantSql(Math.min(to + AROUND_ACTUALS_MS, ctx.now.getTime()))} group by 1
    ),
    past as (
      select user_id, json_agg(json_build_array(week, seconds)) as weeks from (${older}) as by_week group by 1
    ),
    agreed as (
      select ${workContracts.userId} as user_id,
        json_agg(json_build_array(${workContracts.from}, ${workContracts.weeklyMinutes})) as contracts
      from ${workContracts} where ${isAmong(sql`${workContracts.userId}`, contracts)} group by 1
    ),
    wished as (
      select ${w.userId} as user_id,
        json_agg(json_build_object('kind', ${w.kind}, 'weekday', ${w.weekday}, 'date', ${w.date}, 'start', ${w.start},
          'end', ${w.end}, 'note', ${w.note}) order by ${w.start} nulls first, ${w.id}) as wishes
      from ${w} where ${isAmong(sql`${w.userId}`, ids)} and (${w.date} is null or ${nearDays}) group by 1
    )
    select people.user_id, planned.shifts, seen.published, worked.sessions, agreed.contracts, past.weeks, wished.wishes
    from people
    left join worked using (user_id) left join planned using (user_id) left join agreed using (user_id)
    left join seen using (user_id) left join past using (user_id) left join wished using (user_id)`)
  return rows
}
