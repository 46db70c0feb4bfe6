import * as z from 'zod/mini'
import { AddedHours, BreakStart, Clocking, Correction, ProposedEnd, SessionBreaks, StatedEnd } from './clocking.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idAndName, pathId, queryId, replyInstant, userId } from './fields.ts'
import { exportQuery } from './sheets/formats.ts'
import { english } from './words/message.ts'

export const clockStatuses = ['active', 'completed'] as const

export const Person = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
})
export type Person = z.output<typeof Person>

/** A break lasts at most so long without a question whether it is over. It is never ended by itself. */
export const LONG_BREAK_MINUTES = 120
/** Hours that ended so many days ago are settled: nobody is asked about them, and only managers change them. */
export const SETTLED_DAYS = 31
/** Whether hours are settled at a time in milliseconds. */
export const isSettled = ({ endTime }: { endTime: string | null }, now: number) =>
  endTime !== null && Date.parse(endTime) < now - SETTLED_DAYS * 24 * 3_600_000

const Break = z.object({
  startTime: replyInstant,
  /** Null while the person is on the break. */
  endTime: z.nullable(replyInstant),
  /** Whether the break counts as paid time. */
  isPaid: z.boolean(),
  /** How long the person wanted to be away, for the lists of people on duty. */
  plannedMinutes: z.nullable(z.int()),
  /** Whether the device was offline when the break began or ended, and sent the time later. */
  startedOffline: z.boolean(),
  endedOffline: z.boolean(),
  /** When the person stated the break afterwards; null for one whose beginning the clock or a manager recorded. */
  statedAt: z.nullable(replyInstant),
})
export type Break = z.output<typeof Break>

export const ClockSession = z.object({
  id,
  userId,
  /** The person's department when the session began. */
  departmentId: z.nullable(id),
  startTime: replyInstant,
  endTime: z.nullable(replyInstant),
  /** Whole minutes, rounded down; null while it runs. */
  duration: z.nullable(z.int()),
  status: z.enum(clockStatuses),
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(idAndName),
  /** Whether the device was offline when the session began or ended, and sent the time later. */
  startedOffline: z.boolean(),
  endedOffline: z.boolean(),
  /** When the person said, in a session longer than `DUTY_HOURS`, that they are still there. */
  confirmedAt: z.nullable(replyInstant),
  /** When the person said afterwards when the shift had ended, because they had forgotten to clock out. */
  endStatedAt: z.nullable(replyInstant),
  /** When the person last stated a break afterwards. A server of before does not say. */
  breaksStatedAt: z.optional(z.nullable(replyInstant)),
  /** The session's breaks, earliest first. They do not overlap and lie within it. Absent from a server of before. */
  breaks: z.optional(z.array(Break)),
  /**
   * Whether it is longer than 16 hours, or its end or a break was stated afterwards, and no manager has corrected it
   * since.
   */
  needsReview: z.boolean(),
  /** The last correction by a manager, or the reason why a manager added the session. */
  correction: z.nullable(z.object({ reason: z.string(), at: replyInstant, by: z.string() })),
})
export type ClockSession = z.output<typeof ClockSession>

/** A person's hours in a week. A day counts the paid minutes of its part of each session, rounded down once. */
export const WeekOfHours = z.object({
  days: z.array(z.object({ date: z.string(), minutes: z.int() })),
  total: z.int(),
  sessions: z.array(ClockSession),
  /** The minutes of a week by the contract of its Monday; null without one. An older server does not say. */
  contractMinutes: z.optional(z.nullable(z.int())),
})
export type WeekOfHours = z.output<typeof WeekOfHours>

/** A record covers so many days at most. */
export const MAX_RECORD_DAYS = 366

const Cut = {
  startTime: replyInstant,
  /** Null while it runs. */
  endTime: z.nullable(replyInstant),
  /** Begin and end on the wall clock, as "22:00". A part that goes on after midnight ends at "24:00". */
  start: z.string(),
  end: z.nullable(z.string()),
}
const RecordedPart = z.object({
  ...Cut,
  breaks: z.array(z.object({ ...Cut, isPaid: z.boolean() })),
  /** Whether a manager has added or corrected the session. */
  isCorrected: z.boolean(),
  /** As in `ClockSession`. */
  needsReview: z.boolean(),
})
export type RecordedPart = z.output<typeof RecordedPart>

const RecordedDay = z.object({
  date: z.string(),
  /** The parts of sessions within the day, earliest first. A session over midnight has one on each of its days. */
  parts: z.array(RecordedPart),
  /** The paid minutes of the day, rounded down once. */
  minutes: z.int(),
})
export type RecordedDay = z.output<typeof RecordedDay>

/** Begin, end and breaks of each day: the record that labour law asks for. */
export const WorkRecord = z.object({
  user: Person,
  department: z.nullable(idAndName),
  days: z.array(RecordedDay),
  /** The paid minutes of all days. */
  total: z.int(),
})
export type WorkRecord = z.output<typeof WorkRecord>

/** The days of a record, both ends included; below 1 if the last is before the first. */
export const recordLength = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
const recordFields = z.strictObject({ userId: z.optional(userId), from: date, to: date })
type Range = Pick<z.output<typeof recordFields>, 'from' | 'to'>
const rangeChecks = [
  z.refine<Range>((range) => recordLength(range) > 0, {
    path: ['to'],
    error: english('Must not be before the first day'),
  }),
  z.refine<Range>((range) => recordLength(range) <= MAX_RECORD_DAYS, {
    path: ['to'],
    error: english('{max, plural, one {At most # day} other {At most # days}}', { max: MAX_RECORD_DAYS }),
  }),
]
/** The person, by default oneself, and the first and the last day. */
const RecordQuery = recordFields.check(...rangeChecks)

const PersonsWeek = z.extend(WeekOfHours, { user: Person, department: z.nullable(idAndName) })
export type PersonsWeek = z.output<typeof PersonsWeek>

const OnTheClock = z.extend(ClockSession, { user: Person })
export type OnTheClock = z.output<typeof OnTheClock>

/** The hours of a week, of one department or of all. */
export const TeamHours = z.object({
  /** The week's days, Monday first. */
  dates: z.array(z.string()),
  people: z.array(
    z.object({
      user: Person,
      department: z.nullable(idAndName),
      /** The paid minutes of each day in `dates`. */
      minutes: z.array(z.int()),
      total: z.int(),
      /** As in `WeekOfHours`. */
      contractMinutes: z.optional(z.nullable(z.int())),
      /** How many of the sessions need a review. */
      toReview: z.int(),
      isOnTheClock: z.boolean(),
      /** The dates on which work began that lacks a break by the work rules. A server of before does not say. */
      missingBreaks: z.optional(z.array(z.string())),
      /** Each session that touches the week with its breaks, oldest first; only if they were asked for. */
      sessions: z.optional(
        z.array(
          z.object({
            startTime: replyInstant,
            endTime: z.nullable(replyInstant),
            breaks: z.optional(z.array(z.pick(Break, { startTime: true, endTime: true, isPaid: true }))),
          }),
        ),
      ),
    }),
  ),
  total: z.int(),
})
export type TeamHours = z.output<typeof TeamHours>

/** Any day of the week to read; absent for this week. */
const week = z.optional(date)
const ofTeam = z.strictObject({ departmentId: z.optional(queryId), week })
const reads = ['clock', 'users', 'departments'] as const

export const clockApi = {
  active: endpoint({
    method: 'GET',
    path: '/clock/active',
    summary: "One's running session, or null",
    allow: 'signed-in',
    kiosk: true,
    reply: z.nullable(ClockSession),
    reads: ['clock', 'departments'],
    cached: 'moving',
  }),
  today: endpoint({
    method: 'GET',
    path: '/clock/today',
    summary: "One's sessions that touch today",
    allow: 'signed-in',
    reply: z.array(ClockSession),
    reads: ['clock', 'departments'],
    cached: 'moving',
  }),
  start: endpoint({
    method: 'POST',
    path: '/clock/start',
    summary: 'Clock in, now or when `at` says',
    allow: 'clock:use',
    kiosk: true,
    limit: 'clock',
    body: Clocking,
    reply: ClockSession,
    status: 201,
    changes: ['clock', 'duty'],
  }),
  stillHere: endpoint({
    method: 'POST',
    path: '/clock/still-here',
    summary: 'Say after more than 14 hours that one is still at work: one is on duty again',
    allow: 'clock:use',
    limit: 'clock',
    reply: ClockSession,
    status: 200,
    changes: ['clock', 'duty'],
  }),
  forgotten: endpoint({
    method: 'GET',
    path: '/clock/forgotten',
    summary:
      "One's session of which nobody has said yet when it really ended: a running one of more than 14 hours, or the last one if somebody else has ended it; or null",
    allow: 'clock:use',
    reply: z.nullable(ClockSession),
    reads: ['clock', 'departments'],
  }),
  forgottenEnds: endpoint({
    method: 'GET',
    path: '/clock/forgotten/ends',
    summary: 'When the shift of `GET /clock/forgotten` has probably ended, each time with its reason. Nothing is saved',
    allow: 'clock:use',
    reply: z.array(ProposedEnd),
    reads: ['clock'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/clock/stop',
    summary: 'Clock out, now or when `at` says',
    allow: 'clock:use',
    kiosk: true,
    body: Clocking,
    reply: ClockSession,
    changes: ['clock', 'duty'],
  }),
  startBreak: endpoint({
    method: 'POST',
    path: '/clock/break/start',
    summary: 'Begin a break, now or when `at` says: one stays on duty, and devices stay quiet',
    allow: 'clock:break',
    kiosk: true,
    limit: 'break',
    body: BreakStart,
    reply: ClockSession,
    status: 201,
    changes: ['clock', 'duty'],
  }),
  endBreak: endpoint({
    method: 'POST',
    path: '/clock/break/end',
    summary: 'End a break, now or when `at` says',
    allow: 'clock:break',
    kiosk: true,
    body: Clocking,
    reply: ClockSession,
    status: 200,
    changes: ['clock', 'duty'],
  }),
  endStated: endpoint({
    method: 'POST',
    path: '/clock/end-stated',
    summary: 'Say when a shift has ended whose clock-out one forgot',
    allow: 'clock:use',
    limit: 'clock',
    body: StatedEnd,
    reply: ClockSession,
    status: 200,
    changes: ['clock', 'duty'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/clock/history',
    summary: "A week of one's own hours",
    allow: 'clock:use',
    query: z.strictObject({ week }),
    reply: WeekOfHours,
    reads: ['clock', 'departments', 'contracts'],
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
    summary: "A week of others' hours, by person and day; with the sessions if asked",
    allow: 'clock:read-others',
    query: z.extend(ofTeam, { sessions: z.optional(z.literal('true')) }),
    reply: TeamHours,
    // The work rules say which breaks are missing.
    reads: [...reads, 'contracts', 'organisation'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/clock/hours/export',
    summary: 'The same as CSV or as a workbook',
    allow: 'clock:read-others',
    proof: true,
    auditAction: 'clock-session.export',
    query: exportQuery(ofTeam),
    download: 'hours',
  }),
  person: endpoint({
    method: 'GET',
    path: '/clock/people/:id',
    summary: "A week of somebody's hours, with its sessions",
    allow: 'clock:read-others',
    params: { id: userId },
    query: z.strictObject({ week }),
    reply: PersonsWeek,
    reads: [...reads, 'contracts'],
  }),
  record: endpoint({
    method: 'GET',
    path: '/clock/record',
    summary: "Begin, end and breaks of each day, of up to 366 days: one's own, or of somebody whose hours one may see",
    allow: 'clock:record',
    query: RecordQuery,
    reply: WorkRecord,
    reads,
  }),
  recordExport: endpoint({
    method: 'GET',
    path: '/clock/record/export',
    summary: 'The same as CSV or as a workbook',
    allow: 'clock:record',
    proof: true,
    auditAction: 'clock-session.export',
    query: exportQuery(recordFields).check(...rangeChecks),
    download: 'record',
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
    changes: ['clock', 'duty'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/clock/sessions/:id',
    summary: "Correct somebody's session, with a reason that they are told",
    allow: 'clock:correct',
    params: { id: pathId },
    body: Correction,
    reply: ClockSession,
    changes: ['clock', 'duty'],
  }),
  setBreaks: endpoint({
    method: 'PUT',
    path: '/clock/sessions/:id/breaks',
    summary:
      "Correct the breaks of somebody's session, with a reason that they are told; or state a break of one's own afterwards, which a manager is to confirm",
    allow: 'clock:break',
    limit: 'break',
    params: { id: pathId },
    body: SessionBreaks,
    reply: ClockSession,
    changes: ['clock', 'duty'],
  }),
}
