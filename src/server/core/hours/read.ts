import { type SQL, sql } from 'drizzle-orm'
import { dutyEnds } from '../../../shared/duty.ts'
import { type HoursState, hoursStateOf, MAX_PERIOD_WARNINGS, type PersonsHours } from '../../../shared/hours.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { contractMinutesOf, plannedMinutesBetween } from '../../../shared/roster/plan-figures.ts'
import { MAX_SHIFT_MINUTES } from '../../../shared/roster/shift-times.ts'
import { boundsOf, type Day, dateOf } from '../../../shared/time/time.ts'
import { breachFinder } from '../../../shared/work-breaches.ts'
import { contractAt } from '../../../shared/work-contracts.ts'
import type { WorkPiece } from '../../../shared/work-pieces.ts'
import { type WorkRules, workRulePresets } from '../../../shared/work-rules.ts'
import { type TimedSession, type WorkedDay, workedDays } from '../../../shared/worked-days.ts'
import { needsReview, REVIEW_HOURS } from '../../../shared/worked-time.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { payrollExports } from '../../db/tables/payroll.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import type { Context } from '../context.ts'
import { doesShifts } from '../people/active.ts'
import { workRulesOf } from '../people/work-rules.ts'
import { type AveragedWeeks, averagedWeeks } from './averages.ts'
import { hashOf } from './hash.ts'
import type { PeriodDays } from './pay-periods.ts'
import { touching } from './touching.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * A session as the statement gives it, with times in seconds since 1970. Arrays are shorter than objects, and numbers
 * are written and read much faster than dates: there are thousands of them.
 */
type StoredSession = [
  id: number,
  startTime: number,
  endTime: number | null,
  /** Only if one of them is set: `confirmedAt`, `correctedAt`, `endStatedAt` and `breaksStatedAt`. */
  ...marks: (number | null)[],
]
/** The last value is there only for a paid break. */
type StoredBreak = [sessionId: number, startTime: number, endTime: number | null, isPaid?: true]

/** The SQL of these values as one JSON array, with instants in seconds since 1970. */
const jsonOf = (table: string, ...columns: string[]) =>
  `json_build_array(${columns
    .map((name) => (/_(time|at)$/.test(name) ? `date_part('epoch', ${table}.${name})` : `${table}.${name}`))
    .join(', ')})`
/** Values that most rows lack stand only in the few rows that have one: each costs time with thousands of rows. */
const jsonWith = (short: string, condition: string, long: string) =>
  sql.raw(`json_agg(case when ${condition} then ${long} else ${short} end)`)
const times = ['id', 'start_time', 'end_time'] as const
const marks = ['confirmed_at', 'corrected_at', 'end_stated_at', 'breaks_stated_at'] as const
const jsonOfSessions = jsonWith(
  jsonOf('session', ...times),
  `num_nonnulls(${marks.map((name) => `session.${name}`).join(', ')}) > 0`,
  jsonOf('session', ...times, ...marks),
)
const timesOfBreak = ['session_id', 'start_time', 'end_time'] as const
const jsonOfBreaks = jsonWith(jsonOf('one', ...timesOfBreak), 'one.is_paid', jsonOf('one', ...timesOfBreak, 'is_paid'))

interface Row extends Record<string, unknown> {
  user_id: string
  first_name: string
  last_name: string
  profile_image_url: string | null
  department_id: number | null
  department_name: string
  sessions: StoredSession[] | null
  breaks: StoredBreak[] | null
  contracts: [from: string, weeklyMinutes: number][] | null
  /** Published shifts that touch the period: from when to when, in seconds, and the minutes of break. */
  plan: [startTime: number, endTime: number, breakMinutes: number][] | null
  /** How many seconds somebody was there in older sessions, by the week of their beginning, counted from 1. */
  weeks: [week: number, seconds: number][] | null
  approved_hash: string | null
  approved_minutes: Record<string, number> | null
  approved_at: string | null
  approved_by: string | null
  exported_hash: string | null
  confirmed_hash: string | null
  objection: string | null
  said_at: string | null
}

/** A person's hours of a period. */
export interface PeriodHours {
  /** As replies have them. */
  reply: PersonsHours
  worked: WorkedDay[]
  /** The minutes of the published plan between two instants (ms); null for a person without a shift in the period. */
  plannedBetween(from: number, to: number): number | null
  /** Whether the person has said, after anything else, that exactly these hours are right. */
  isConfirmed: boolean
}

/**
 * The hours of people in a pay period, by name: one statement for all. One more looks at somebody whose average over
 * many weeks may be too high, and one at settings that are not in memory. The caller has checked that the viewer may
 * see them.
 *
 * @param who a condition on users
 * @param limit most people
 * @param options.everybody also people without hours who do no shifts: those named by their ids
 * @param options.warns whether the work rules are looked at
 */
export async function readPeriodHours(
  ctx: Context,
  who: SQL,
  period: PeriodDays,
  limit: number,
  { everybody = false, warns = true } = {},
): Promise<PeriodHours[]> {
  const rules = warns ? await workRulesOf(ctx) : workRulePresets.none
  const bounds = boundsOf(period.days)
  const nearRules = { ...rules, averageMinutes: null }
  const span = warns ? lookedAt(period, nearRules) : bounds
  const averaged = averagedWeeks(rules, bounds, ctx.services.config.timeZone)
  const among = everybody ? who : sql`${who} and (${doesShifts} or own.has_hours)`
  const rows = await rowsOf(ctx, among, period, span, limit, averaged?.begins)
  const tired = new Map(averaged && (await tiredRowsOf(ctx, rows, period, span.from, averaged)))
  const finderOf = (its: WorkRules) => breachFinder(its, bounds, ctx.services.config.timeZone)
  const breachesIn = warns ? finderOf(nearRules) : () => []
  const breachesInAll = tired.size > 0 ? finderOf(rules) : breachesIn
  return rows.map((row) => {
    const wide = tired.get(row.user_id)
    return hoursOf(ctx, wide ?? row, period, wide ? breachesInAll : breachesIn)
  })
}

/**
 * The rows of people whose average may be too high, from as far before as the average reaches. For
 * everybody that would be four times as many sessions.
 *
 * @param since from when on the rows have all sessions
 */
async function tiredRowsOf(ctx: Context, rows: Row[], period: PeriodDays, since: number, averaged: AveragedWeeks) {
  const now = ctx.now.getTime()
  const isTired = ({ weeks, sessions }: Row) =>
    averaged.mayBeOver(
      weeks ?? [],
      (sessions ?? []).flatMap(([, start, end]) =>
        inMs(start) < since ? [] : [{ from: inMs(start), to: time(end) ?? now }],
      ),
    )
  const ids = rows.filter(isTired).map((row) => row.user_id)
  if (ids.length === 0) return []
  const who = sql`${users.id} = any(${sql.param(ids)}::uuid[])`
  const span = { from: averaged.from, to: boundsOf(period.days).to + 8 * DAY }
  const found = await rowsOf(ctx, who, period, span, ids.length)
  return found.map((row) => [row.user_id, row] as const)
}

/** From when to when the rules need sessions to judge the period. */
function lookedAt({ days }: PeriodDays, { daysInRow }: WorkRules) {
  const { from, to } = boundsOf(days)
  const daysBefore = Math.max(14, (daysInRow ?? 0) + 7)
  return { from: from - daysBefore * DAY, to: to + 8 * DAY }
}

/** @param weeks the beginnings of weeks, for how long somebody was there in each before the span */
async function rowsOf(
  ctx: Context,
  among: SQL,
  period: PeriodDays,
  span: { from: number; to: number },
  limit: number,
  weeks: readonly string[] = [],
) {
  const { from, to } = boundsOf(period.days)
  const [begin, end] = [from, to].map((time) => sql`${new Date(time).toISOString()}::timestamptz`) as [SQL, SQL]
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const mayReadContracts = sql.raw(String(mayAtAll(ctx.viewer, 'contract:read')))
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${users.id} as user_id, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl},
      ${departments.id} as department_id, ${departments.name} as department_name,
      own.sessions, pauses.breaks, contracts.contracts, planned.plan, past.weeks,
      case when approval.withdrawn_at is null then approval.hash end as approved_hash,
      approval.minutes as approved_minutes, approval.approved_at,
      approver.first_name || ' ' || approver.last_name as approved_by,
      exported.hash as exported_hash,
      case when said.kind = 'confirm' then said.hash end as confirmed_hash,
      case when said.kind = 'object' then said.text end as objection, said.created_at as said_at
    from ${users}
    left join ${departments} on ${departments.id} = ${users.departmentId}
    left join lateral (
      select array_agg(session.id) as ids,
        ${jsonOfSessions} as sessions,
        bool_or(session.start_time < ${end} and coalesce(session.end_time, ${now}) > ${begin}) as has_hours
      from (${touching(ctx, sql`${users.id}`, span.from, span.to)}) as session
    ) as own on true
    left join lateral (
      select ${jsonOfBreaks} as breaks from ${breaks} as one where one.session_id = any(own.ids)
    ) as pauses on true
    left join lateral (
      select json_agg(json_build_array(week, seconds)) as weeks from (
        select width_bucket(session.start_time, ${sql.param(weeks)}::timestamptz[]) as week,
          sum(date_part('epoch', coalesce(session.end_time, ${now}) - session.start_time)) as seconds
        from ${clockSessions} as session
        where session.user_id = ${users.id} and session.start_time >= ${weeks[0] ?? null}
          and session.start_time < ${new Date(span.from).toISOString()}
        group by 1
      ) as by_week
    ) as past on ${sql.raw(String(weeks.length > 0))}
    left join lateral (
      select json_agg(json_build_array(contract.from_date, contract.weekly_minutes)) as contracts
      from ${workContracts} as contract
      where ${mayReadContracts} and contract.user_id = ${users.id} and contract.from_date <= ${period.end}
    ) as contracts on true
    left join lateral (
      select json_agg(json_build_array(date_part('epoch', shift.published_start_time),
        date_part('epoch', shift.published_end_time), coalesce(shift.published_break_minutes, 0))) as plan
      from ${plannedShifts} as shift
      where shift.published_user_id = ${users.id} and shift.published_start_time < ${end}
        and shift.published_start_time > ${begin} - interval '${sql.raw(String(MAX_SHIFT_MINUTES))} minutes'
        and shift.published_end_time > ${begin}
    ) as planned on true
    left join lateral (
      select * from ${hoursApprovals} as latest
      where latest.user_id = ${users.id} and latest.period_start = ${period.start} order by latest.id desc limit 1
    ) as approval on true
    left join ${users} as approver on approver.id = approval.approved_by
    left join lateral (
      select latest.hash from ${payrollExports} as latest
      where latest.user_id = ${users.id} and latest.period_start = ${period.start} order by latest.id desc limit 1
    ) as exported on true
    left join lateral (
      select * from ${hoursAnswers} as latest
      where latest.user_id = ${users.id} and latest.period_start = ${period.start} order by latest.id desc limit 1
    ) as said on true
    where ${among}
    order by ${users.foldedName}, ${users.id} limit ${limit}`)
  return rows
}

interface Session extends TimedSession {
  confirmedAt: number | null
  toReview: boolean
  breaks: { from: number; to: number | null; isPaid: boolean }[]
}

const inMs = (seconds: number) => Math.round(seconds * 1000)
const time = (seconds: number | null | undefined) => (seconds == null ? null : inMs(seconds))
const iso = (time: number) => new Date(time).toISOString()
const isoOf = (seconds: number | null | undefined) => (seconds == null ? null : iso(inMs(seconds)))

/** A person's sessions with their breaks, earliest first. */
function sessionsOf({ sessions, breaks }: Row, now: number): Session[] {
  const found = new Map<number, Session>()
  for (const session of sessions ?? []) found.set(session[0], sessionOf(session, now))
  for (const [id, start, end, isPaid = false] of breaks ?? [])
    found.get(id)?.breaks.push({ from: inMs(start), to: time(end), isPaid })
  return [...found.values()].sort((a, b) => a.from - b.from)
}

function sessionOf(stored: StoredSession, now: number): Session {
  const [, start, end, confirmedAt] = stored
  const [from, to] = [inMs(start), time(end)]
  return { from, to, confirmedAt: time(confirmedAt), breaks: [], toReview: isToReview(stored, from, to, now) }
}

function isToReview(stored: StoredSession, from: number, to: number | null, now: number) {
  const [, , , , correctedAt, endStatedAt, breaksStatedAt] = stored
  // Only few sessions can need a review. All others need no texts.
  if (endStatedAt == null && breaksStatedAt == null && (to ?? now) - from <= REVIEW_HOURS * HOUR) return false
  const asTexts = {
    ...{ startTime: iso(from), endTime: to === null ? null : iso(to), correctedAt: isoOf(correctedAt) },
    ...{ endStatedAt: isoOf(endStatedAt), breaksStatedAt: isoOf(breaksStatedAt) },
  }
  return needsReview(asTexts, now)
}

/** The session as the work rules see it: a running one reaches no further than its person is on duty. */
function pieceOf(session: Session, now: number): WorkPiece {
  if (hasEnded(session)) return session
  const { from, confirmedAt, breaks } = session
  const onDutyUntil = dutyEnds({
    startTime: iso(from),
    confirmedAt: confirmedAt === null ? null : iso(confirmedAt),
  })
  const to = Math.max(from, Math.min(now, onDutyUntil))
  return { from, to, breaks: breaks.map((one) => ({ ...one, to: Math.min(to, one.to ?? to) })) }
}

/** The breaks of a session that has ended have ended too: the database holds that. */
const hasEnded = (session: Session): session is Session & WorkPiece => session.to !== null

function hoursOf(
  ctx: Context,
  row: Row,
  { days, start }: PeriodDays,
  breachesIn: ReturnType<typeof breachFinder>,
): PeriodHours {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const { from, to } = boundsOf(days)
  const sessions = sessionsOf(row, now)
  const within = sessions.filter((session) => session.from < to && (session.to ?? now) > from)
  const toReview = within.filter((session) => session.toReview)
  const worked = workedDays(within, days, now)
  const minutes = worked.map((day) => day.minutes)
  const hash = hashOf(worked)
  const contracts = (row.contracts ?? []).map(([from, weeklyMinutes]) => ({ from, weeklyMinutes }))
  const work = sessions.map((session) => pieceOf(session, now))
  const reply: PersonsHours = {
    user: {
      id: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      profileImageUrl: row.profile_image_url,
    },
    department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
    days: minutes,
    breaks: worked.map((day) => day.breakMinutes),
    total: sum(minutes),
    planned: plannedMinutesOf(row, from, to),
    contractMinutes: contractMinutesOf(contracts, days),
    warnings: breachesIn(work, (monday) => contractAt(contracts, monday)?.weeklyMinutes)
      .slice(0, MAX_PERIOD_WARNINGS)
      .map(({ rule, at, value, limit }) => ({ rule, date: dateAt(days, at), value, limit })),
    toReview: toReview.length,
    reviewDates: [...new Set(toReview.map((session) => cutTo(dateOf(session.from, timeZone), start)))],
    isRunning: within.some((session) => session.to === null),
    status: stateOf(row, hash),
    hash,
    objection:
      row.objection !== null && row.said_at !== null ? { text: row.objection, at: isoFromPostgres(row.said_at) } : null,
    approval: approvalOf(row, days),
  }
  const plannedBetween = (from: number, to: number) => plannedMinutesOf(row, from, to)
  return { reply, worked, plannedBetween, isConfirmed: row.confirmed_hash === hash }
}

/** The date of an instant on one of these days. */
const dateAt = (days: Day[], time: number) => days.findLast(({ from }) => from <= time)?.date ?? ''

/** The minutes of the published plan between two instants (ms); null for a person without a shift in the period. */
function plannedMinutesOf({ plan }: Row, from: number, to: number) {
  if (plan === null) return null
  const shifts = plan.map(([start, end, breakMinutes]) => ({
    ...{ startTime: iso(inMs(start)), endTime: iso(inMs(end)), breakMinutes },
  }))
  return plannedMinutesBetween(shifts, from, to)
}

/** A session that began before the period counts for its first day. */
const cutTo = (date: string, start: string) => (date < start ? start : date)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const stateOf = (row: Row, hash: string): HoursState =>
  hoursStateOf(hash, { confirmed: row.confirmed_hash, approved: row.approved_hash, exported: row.exported_hash })

function approvalOf(row: Row, days: Day[]): PersonsHours['approval'] {
  if (row.approved_hash === null || row.approved_at === null) return null
  const minutes = days.map(({ date }) => row.approved_minutes?.[date] ?? 0)
  return { total: sum(minutes), days: minutes, at: isoFromPostgres(row.approved_at), by: row.approved_by ?? '' }
}
