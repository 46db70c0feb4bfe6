import * as z from 'zod/mini'
import { Break, ClockSession } from './clock-session.ts'
import { AddedHours, BreakStart, Clocking, Correction, ProposedEnd, SessionBreaks, StatedEnd } from './clocking.ts'
import { endpoint } from './endpoint.ts'
import { date, idAndName, pathId, personWithPicture, queryId, replyInstant, userId } from './fields.ts'
import { exportQuery } from './sheets/formats.ts'
import { RecordQuery, recordChecks, recordFields, WorkRecord } from './work-record.ts'

/** A person's hours in a week. A day counts the paid minutes of its part of each session, rounded down once. */
export const WeekOfHours = z.object({
  days: z.array(z.object({ date: z.string(), minutes: z.int() })),
  total: z.int(),
  sessions: z.array(ClockSession),
  /** The minutes of a week by the contract of its Monday; null without one. An older server does not say. */
  contractMinutes: z.optional(z.nullable(z.int())),
})
export type WeekOfHours = z.output<typeof WeekOfHours>

const PersonsWeek = z.extend(WeekOfHours, { user: personWithPicture, department: z.nullable(idAndName) })
export type PersonsWeek = z.output<typeof PersonsWeek>

const OnTheClock = z.extend(ClockSession, { user: personWithPicture })
export type OnTheClock = z.output<typeof OnTheClock>

/** The hours of a week, of one department or of all. */
export const TeamHours = z.object({
  /** The week's days, Monday first. */
  dates: z.array(z.string()),
  people: z.array(
    z.object({
      user: personWithPicture,
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
    query: exportQuery(recordFields).check(...recordChecks),
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
