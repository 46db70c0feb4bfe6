import { type SQL, sql } from 'drizzle-orm'
import { dutyEnds } from '../../../shared/duty.ts'
import { type HoursState, hoursStateOf, MAX_PERIOD_WARNINGS, type PersonsHours } from '../../../shared/hours.ts'
import { mayAtAll } from '../../../shared/permissions.ts'
import { contractMinutesOf, plannedMinutesBetween } from '../../../shared/roster/plan-figures.ts'
import { MAX_SHIFT_MINUTES } from '../../../shared/roster/shift-times.ts'
import { boundsOf, type Day, dateOf } from '../../../shared/time/time.ts'
import { breachFinder, type WorkPiece } from '../../../shared/work-breaches.ts'
import { contractAt } from '../../../shared/work-contracts.ts'
import type { WorkRules } from '../../../shared/work-rules.ts'
import { type TimedSession, type WorkedDay, workedDays } from '../../../shared/worked-days.ts'
import { needsReview, REVIEW_HOURS } from '../../../shared/worked-time.ts'
import { isoFromPostgres } from '../../db/columns.ts'
import { breaks } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { payrollExports } from '../../db/tables/payroll.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import type { Context } from '../context.ts'
import { doesShifts } from '../people/active.ts'
import { workRulesOf } from '../people/work-rules.ts'
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
  confirmedAt: number | null,
  correctedAt: number | null,
  endStatedAt: number | null,
  breaksStatedAt: number | null,
]
type StoredBreak = [sessionId: number, startTime: number, endTime: number | null, isPaid: boolean]

/** The SQL of an array of these values as JSON, with instants in seconds since 1970. */
const jsonOf = (table: string, ...columns: string[]) =>
  sql.raw(
    `json_agg(json_build_array(${columns
      .map((name) => (/_(time|at)$/.test(name) ? `date_part('epoch', ${table}.${name})` : `${table}.${name}`))
      .join(', ')}))`,
  )
const jsonOfSessions = jsonOf(
  ...(['session', 'id', 'start_time', 'end_time', 'confirmed_at'] as const),
  ...(['corrected_at', 'end_stated_at', 'breaks_stated_at'] as const),
)
const jsonOfBreaks = jsonOf('one', 'session_id', 'start_time', 'end_time', 'is_paid')

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
  /** Whether the person has said, after anything else, that exactly these hours are right. */
  isConfirmed: boolean
}

/**
 * The hours of people in a pay period, by name: one statement for all, and one more only if the settings are not in
 * memory. The caller has checked that the viewer may see them.
 *
 * @param who a condition on users
 * @param limit most people
 * @param everybody also people without hours who do no shifts: those named by their ids
 */
export async function readPeriodHours(
  ctx: Context,
  who: SQL,
  period: PeriodDays,
  limit: number,
  everybody = false,
): Promise<PeriodHours[]> {
  const rules = rulesToLookAt(await workRulesOf(ctx))
  const among = everybody ? who : sql`${who} and (${doesShifts} or own.has_hours)`
  const rows = await rowsOf(ctx, among, period, lookedAt(period, rules), limit)
  const breachesIn = breachFinder(rules, boundsOf(period.days), ctx.services.config.timeZone)
  return rows.map((row) => hoursOf(ctx, row, period, breachesIn))
}

/**
 * The mean of many weeks is left out here: it would read four times as many sessions. The page of the work rules shows
 * how often last month's hours broke it.
 */
const rulesToLookAt = (rules: WorkRules): WorkRules => ({ ...rules, averageMinutes: null })

/** From when to when the rules need sessions to judge the period. */
function lookedAt({ days }: PeriodDays, { daysInRow }: WorkRules) {
  const { from, to } = boundsOf(days)
  const daysBefore = Math.max(14, (daysInRow ?? 0) + 7)
  return { from: from - daysBefore * DAY, to: to + 8 * DAY }
}

async function rowsOf(ctx: Context, among: SQL, period: PeriodDays, span: { from: number; to: number }, limit: number) {
  const { from, to } = boundsOf(period.days)
  const [begin, end] = [from, to].map((time) => sql`${new Date(time).toISOString()}::timestamptz`) as [SQL, SQL]
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const mayReadContracts = sql.raw(String(mayAtAll(ctx.viewer, 'contract:read')))
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${users.id} as user_id, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl},
      ${departments.id} as department_id, ${departments.name} as department_name,
      own.sessions, pauses.breaks, contracts.contracts, planned.plan,
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
}

const inMs = (seconds: number) => Math.round(seconds * 1000)
const time = (seconds: number | null) => (seconds === null ? null : inMs(seconds))
const iso = (time: number) => new Date(time).toISOString()
const isoOf = (seconds: number | null) => (seconds === null ? null : iso(inMs(seconds)))

/** A person's sessions with their breaks, earliest first. */
function sessionsOf({ sessions, breaks }: Row, now: number): Session[] {
  const ofSessions = new Map<number, StoredBreak[]>()
  for (const one of breaks ?? []) {
    const known = ofSessions.get(one[0])
    if (known) known.push(one)
    else ofSessions.set(one[0], [one])
  }
  return (sessions ?? [])
    .map((session) => sessionOf(session, ofSessions.get(session[0]) ?? [], now))
    .sort((a, b) => a.from - b.from)
}

function sessionOf(stored: StoredSession, spans: StoredBreak[], now: number): Session {
  const [, startTime, endTime, confirmedAt, correctedAt, endStatedAt, breaksStatedAt] = stored
  const from = inMs(startTime)
  const to = time(endTime)
  // Only few sessions can need a review. All others need no texts.
  const mayNeedReview = endStatedAt !== null || breaksStatedAt !== null || (to ?? now) - from > REVIEW_HOURS * HOUR
  const asTexts = () => ({
    ...{ startTime: iso(from), endTime: to === null ? null : iso(to), correctedAt: isoOf(correctedAt) },
    ...{ endStatedAt: isoOf(endStatedAt), breaksStatedAt: isoOf(breaksStatedAt) },
  })
  return {
    from,
    to,
    confirmedAt: time(confirmedAt),
    breaks: spans.map(([, start, end, isPaid]) => ({ from: inMs(start), to: time(end), isPaid })),
    toReview: mayNeedReview && needsReview(asTexts(), now),
  }
}

/** The session as the work rules see it: a running one reaches no further than its person is on duty. */
function pieceOf({ from, to, confirmedAt, breaks }: Session, now: number): WorkPiece {
  const onDutyUntil = () =>
    dutyEnds({ startTime: iso(from), confirmedAt: confirmedAt === null ? null : iso(confirmedAt) })
  const end = to ?? Math.max(from, Math.min(now, onDutyUntil()))
  return { from, to: end, breaks: breaks.map((one) => ({ ...one, to: Math.min(end, one.to ?? end) })) }
}

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
      .map(({ rule, at, value, limit }) => ({ rule, date: dateOf(at, timeZone), value, limit })),
    toReview: toReview.length,
    reviewDates: [...new Set(toReview.map((session) => cutTo(dateOf(session.from, timeZone), start)))],
    isRunning: within.some((session) => session.to === null),
    status: stateOf(row, hash),
    hash,
    objection:
      row.objection !== null && row.said_at !== null ? { text: row.objection, at: isoFromPostgres(row.said_at) } : null,
    approval: approvalOf(row, days),
  }
  return { reply, worked, isConfirmed: row.confirmed_hash === hash }
}

/** The minutes of the published plan within the period; null for a person without a shift in it. */
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
