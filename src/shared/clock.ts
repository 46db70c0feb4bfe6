import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, instant, named, pathId, queryId, replyInstant, requiredText, userId } from './fields.ts'

export const clockStatuses = ['active', 'completed'] as const

const MINUTE = 60_000
/** Longer than this nobody works: somebody forgot to clock out. */
export const REVIEW_HOURS = 16

const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
})
export type Person = z.output<typeof Person>

export const ClockSession = z.object({
  id,
  userId,
  /** The person's at the time. */
  departmentId: z.nullable(id),
  startTime: replyInstant,
  endTime: z.nullable(replyInstant),
  /** Whole minutes, rounded down; null while it runs. */
  duration: z.nullable(z.int()),
  status: z.enum(clockStatuses),
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(named),
  /** Whether the person's device said later when it began or ended, as it could not reach the server then. */
  startedOffline: z.boolean(),
  endedOffline: z.boolean(),
  /** Longer than 16 hours, and nobody has looked at it since. */
  needsReview: z.boolean(),
  /** What a manager changed last, or added, and why. */
  correction: z.nullable(z.object({ reason: z.string(), at: replyInstant, by: z.string() })),
})
export type ClockSession = z.output<typeof ClockSession>

/** One person's week. Only the part of a session within a day counts for it; minutes are whole, rounded down, for each day. */
export const WeekOfHours = z.object({
  days: z.array(z.object({ date: z.string(), minutes: z.int() })),
  total: z.int(),
  sessions: z.array(ClockSession),
})
export type WeekOfHours = z.output<typeof WeekOfHours>

const PersonsWeek = z.extend(WeekOfHours, { user: Person, department: z.nullable(named) })
export type PersonsWeek = z.output<typeof PersonsWeek>

const OnTheClock = z.extend(ClockSession, { user: Person })
export type OnTheClock = z.output<typeof OnTheClock>

/** A week of a department, or of all. */
export const TeamHours = z.object({
  /** The week's days, Monday first. */
  dates: z.array(z.string()),
  people: z.array(
    z.object({
      user: Person,
      department: z.nullable(named),
      /** Minutes on each of the days. */
      minutes: z.array(z.int()),
      total: z.int(),
      /** How many of the sessions are to be reviewed. */
      toReview: z.int(),
      isOnTheClock: z.boolean(),
    }),
  ),
  total: z.int(),
})
export type TeamHours = z.output<typeof TeamHours>

/** What happened out of the server's reach is believed for so long; later a manager corrects the hours. */
export const OFFLINE_HOURS = 12
/** So much may a device's clock be ahead of the server's. */
export const CLOCK_SKEW_MINUTES = 2

/**
 * When it happened, from a device that could not reach the server then; without it, it happens now. 409 for a beginning before the
 * end of one's last session (`before_last_end`) and for an end before the beginning (`before_start`).
 */
export const Clocking = z.optional(z.strictObject({ at: z.optional(instant) }))
export type Clocking = z.output<typeof Clocking>

/** Only the times sent are changed; an end ends a session that still runs. */
export const Correction = z.strictObject({
  startTime: z.optional(instant),
  endTime: z.optional(instant),
  reason: requiredText(500, 'Say why'),
  /** When sent, it must be the one the change was made on (else 409). */
  updatedAt: z.optional(instant),
})
export type Correction = z.output<typeof Correction>

/** Hours that somebody worked and that nothing has recorded. */
export const AddedHours = z.strictObject({ startTime: instant, endTime: instant, reason: Correction.shape.reason })
export type AddedHours = z.output<typeof AddedHours>

interface Span {
  startTime: string
  endTime: string | null
}

/** How many milliseconds of a session, which may still run, lie between two instants. */
const workedBetween = ({ startTime, endTime }: Span, from: number, to: number, now: number) =>
  Math.max(0, Math.min(endTime === null ? now : Date.parse(endTime), to) - Math.max(Date.parse(startTime), from))

/** The whole minutes, rounded down, that sessions have of the time between two instants. */
export const minutesBetween = (sessions: Span[], from: number, to: number, now: number) =>
  Math.floor(sessions.reduce((sum, session) => sum + workedBetween(session, from, to, now), 0) / MINUTE)

/** The whole minutes of a session, rounded down; null while it runs. */
export const durationOf = ({ startTime, endTime }: Span) =>
  endTime === null ? null : Math.floor((Date.parse(endTime) - Date.parse(startTime)) / MINUTE)

/** Whether a session is too long to be believed, and no manager has looked at it since it ended. */
export function needsReview({ startTime, endTime, correctedAt }: Span & { correctedAt: string | null }, now: number) {
  const end = endTime === null ? now : Date.parse(endTime)
  const isReviewed = endTime !== null && correctedAt !== null && Date.parse(correctedAt) >= end
  return end - Date.parse(startTime) > REVIEW_HOURS * 60 * MINUTE && !isReviewed
}

/** Any day of the week that is asked for; this week when absent. */
const week = z.optional(date)
const ofTeam = z.strictObject({ departmentId: z.optional(queryId), week })
const reads = ['clock', 'users', 'departments'] as const

export const clockApi = {
  active: endpoint({
    method: 'GET',
    path: '/clock/active',
    summary: "One's running session, or null",
    allow: 'signed-in',
    reply: z.nullable(ClockSession),
    reads: ['clock'],
    cached: 'moving',
  }),
  today: endpoint({
    method: 'GET',
    path: '/clock/today',
    summary: "One's sessions that touch today",
    allow: 'signed-in',
    reply: z.array(ClockSession),
    reads: ['clock'],
    cached: 'moving',
  }),
  start: endpoint({
    method: 'POST',
    path: '/clock/start',
    summary: 'Clock in, now or when `at` says',
    allow: 'clock:use',
    limit: 'clock',
    body: Clocking,
    reply: ClockSession,
    status: 201,
    changes: ['clock'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/clock/stop',
    summary: 'Clock out, now or when `at` says',
    allow: 'clock:use',
    body: Clocking,
    reply: ClockSession,
    changes: ['clock'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/clock/history',
    summary: "A week of one's own hours",
    allow: 'clock:use',
    query: z.strictObject({ week }),
    reply: WeekOfHours,
    reads: ['clock'],
    cached: 'moving',
  }),
  now: endpoint({
    method: 'GET',
    path: '/clock/now',
    summary: 'Who is on the clock, of those whose hours one may see',
    allow: 'clock:read-others',
    query: z.strictObject({ departmentId: z.optional(queryId) }),
    reply: z.array(OnTheClock),
    reads,
  }),
  hours: endpoint({
    method: 'GET',
    path: '/clock/hours',
    summary: "A week of others' hours, by person and day",
    allow: 'clock:read-others',
    query: ofTeam,
    reply: TeamHours,
    reads,
  }),
  export: endpoint({
    method: 'GET',
    path: '/clock/hours/export',
    summary: 'The same as CSV',
    allow: 'clock:read-others',
    logged: 'clock-session.export',
    query: ofTeam,
    download: 'hours.csv',
  }),
  person: endpoint({
    method: 'GET',
    path: '/clock/people/:id',
    summary: "A week of somebody's hours, with its sessions",
    allow: 'clock:read-others',
    params: { id: userId },
    query: z.strictObject({ week }),
    reply: PersonsWeek,
    reads,
  }),
  add: endpoint({
    method: 'POST',
    path: '/clock/people/:id/sessions',
    summary: 'Add hours that somebody forgot to record, with a reason that they are told',
    allow: 'clock:correct',
    params: { id: userId },
    body: AddedHours,
    reply: ClockSession,
    status: 201,
    changes: ['clock'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/clock/sessions/:id',
    summary: "Correct somebody's session, with a reason that they are told",
    allow: 'clock:correct',
    params: { id: pathId },
    body: Correction,
    reply: ClockSession,
    changes: ['clock'],
  }),
}
