import { sql } from 'drizzle-orm'
import type { ClockSession } from '../../../shared/clock-session.ts'
import type { ProposedEnd } from '../../../shared/clocking.ts'
import { DUTY_HOURS, dutyEnds, SAME_SHIFT_MINUTES } from '../../../shared/duty.ts'
import { MAX_SHIFT_MINUTES } from '../../../shared/roster/shift-times.ts'
import { daysBetween } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import { isoFromPostgres, isoJson } from '../../db/columns.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { forgottenSession } from './forgotten.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How far back a person's usual shifts are looked for, and in how many sessions. */
const [USUAL_WEEKS, USUAL_SESSIONS] = [26, 200]
/** The usual length is the median of so many shifts, and of no fewer than these. */
const [LAST_SHIFTS, FEWEST_SHIFTS] = [8, 3]
/** Lengths that count as a shift, in minutes. */
const [SHORTEST, LONGEST] = [60, DUTY_HOURS * 60]

/**
 * When the viewer's forgotten shift has probably ended, each time with its reason, the surest first; none if there is
 * no such shift. It saves nothing: the person chooses one, or enters another time.
 */
export async function proposeEnds(ctx: Context): Promise<ProposedEnd[]> {
  const session = await forgottenSession(ctx)
  if (!session) return []
  const latest = session.endTime ?? new Date(Math.min(ctx.now.getTime(), dutyEnds(session))).toISOString()
  const since = new Date(Date.parse(session.startTime) - USUAL_WEEKS * 7 * DAY).toISOString()
  const own = sql`${ctx.viewer.id}::uuid`
  // Signing in is no work, and what arrived late or through a token was not done at that time.
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const { rows } = await ctx.db.execute<{
    acted_at: string | null
    planned_end: string | null
    earlier: Span[] | null
  }>(sql`select
    (select ${auditLogs.createdAt} from ${auditLogs} where ${auditLogs.userId} = ${own}
      and ${auditLogs.createdAt} > ${session.startTime} and ${auditLogs.createdAt} <= ${latest}
      and ${auditLogs.action} not like 'session.%'
      and ${auditLogs.action} not in ('clock-session.create', 'clock-session.break-state')
      and not coalesce(${auditLogs.details} ?| array['byToken', 'deviceClock'], false)
      order by ${auditLogs.createdAt} desc, ${auditLogs.id} desc limit 1) as acted_at,
    (select ${publishedEndTime} from ${plannedShifts} where ${publishedUserId} = ${own}
      and ${publishedStartTime} > ${session.startTime}::timestamptz - interval '${sql.raw(String(MAX_SHIFT_MINUTES))} minutes'
      and ${publishedStartTime} < ${latest} and ${publishedEndTime} > ${session.startTime}
      order by ${publishedStartTime} limit 1) as planned_end,
    (select json_agg(json_build_object('startTime', ${isoJson(sql`last.start_time`)}, 'endTime', ${isoJson(sql`last.end_time`)}))
      from (select start_time, end_time from ${clockSessions} where user_id = ${own}
        and start_time < ${session.startTime} and start_time > ${since} and end_time is not null
        order by start_time desc limit ${USUAL_SESSIONS}) as last) as earlier`)
  const { acted_at: actedAt = null, planned_end: plannedEnd = null, earlier } = rows[0] ?? {}
  return endsFrom(
    session,
    {
      latest,
      actedAt: actedAt && isoFromPostgres(actedAt),
      plannedEnd: plannedEnd && isoFromPostgres(plannedEnd),
      earlier: earlier ?? [],
    },
    ctx.services.config.timeZone,
  )
}

interface Span {
  startTime: string
  endTime: string
}

interface Facts {
  /** No end is later. */
  latest: string
  /** The person's last action in the shift. */
  actedAt: string | null
  /** The end of the first published shift that the session overlaps. */
  plannedEnd: string | null
  /** The sessions before, newest first. */
  earlier: readonly Span[]
}

/** The ends that follow from these facts: whole minutes within the session, the surest first, each once. */
export function endsFrom(
  { startTime }: Pick<ClockSession, 'startTime'>,
  { latest, actedAt, plannedEnd, earlier }: Facts,
  timeZone: string,
): ProposedEnd[] {
  const shifts = shiftsOf(earlier)
  const last = shifts[0]
  // After a break in which the person had clocked out, it is still the same shift.
  const begin =
    last && Date.parse(startTime) - last.to <= SAME_SHIFT_MINUTES * MINUTE ? last.from : Date.parse(startTime)
  const usual = usualMinutes(
    shifts.filter(({ from }) => from < begin),
    begin,
    timeZone,
  )
  const found = [
    { basis: 'last-action' as const, time: actedAt === null ? Number.NaN : Date.parse(actedAt), minutes: null },
    { basis: 'planned-end' as const, time: plannedEnd === null ? Number.NaN : Date.parse(plannedEnd), minutes: null },
    { basis: 'usual-length' as const, time: begin + (usual ?? Number.NaN) * MINUTE, minutes: usual },
  ]
  const whole = found.map(({ time, ...end }) => ({
    ...end,
    // A length of 8 h 10 min is not shown as 8 h 9 min because of the seconds of the clock-in.
    time: Math[end.basis === 'usual-length' ? 'ceil' : 'floor'](time / MINUTE) * MINUTE,
  }))
  const isWithin = (time: number) => time > Date.parse(startTime) && time <= Date.parse(latest)
  return whole
    .filter(({ time }, at) => isWithin(time) && whole.findIndex((end) => end.time === time) === at)
    .map(({ time, ...end }) => ({ ...end, endTime: new Date(time).toISOString() }))
}

/** The shifts of sessions, newest first: a short gap between two divides nothing. */
function shiftsOf(sessions: readonly Span[]) {
  const shifts: { from: number; to: number }[] = []
  for (const { startTime, endTime } of sessions) {
    const [from, to] = [Date.parse(startTime), Date.parse(endTime)]
    const next = shifts.at(-1)
    if (next && next.from - to <= SAME_SHIFT_MINUTES * MINUTE) next.from = from
    else shifts.push({ from, to })
  }
  return shifts
}

/** The median length of the person's last shifts on this weekday, else of their last shifts; null if there are few. */
function usualMinutes(shifts: readonly { from: number; to: number }[], begin: number, timeZone: string): number | null {
  const lengths = shifts
    .map(({ from, to }) => ({ from, minutes: Math.round((to - from) / MINUTE) }))
    .filter(({ minutes }) => minutes >= SHORTEST && minutes <= LONGEST)
  const onWeekday = lengths.filter(({ from }) => daysBetween(from, begin, timeZone) % 7 === 0)
  const last = (onWeekday.length >= FEWEST_SHIFTS ? onWeekday : lengths).slice(0, LAST_SHIFTS)
  return last.length < FEWEST_SHIFTS ? null : median(last.map(({ minutes }) => minutes))
}

/** The middle one; of two in the middle, what lies between them. */
function median(numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]]
  return Math.round((low + high) / 2)
}
