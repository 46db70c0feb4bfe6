import * as z from 'zod/mini'
import { AwayTime } from './absences/shapes.ts'
import { endpoint } from './endpoint.ts'
import { date, idAndName, personWithPicture, queryId, replyInstant, requiredText, userId } from './fields.ts'
import { english } from './words/message.ts'
import { breakableRules } from './work-rules.ts'

/**
 * Hours of a pay period. Each person confirms their own or objects to them, and a manager approves them. An approval
 * never changes. The state of hours is worked out from it and from the hours as they are now.
 */

/**
 * - `open`: nobody has said anything about these hours.
 * - `confirmed`: the person has said that they are right.
 * - `approved`: a manager has approved exactly these hours.
 * - `changed`: the hours differ from those that were approved.
 * - `exported`: exactly these hours went to payroll, and are approved.
 * - `corrected`: the hours differ from those that went to payroll, and are not approved yet.
 */
export const hoursStates = ['open', 'confirmed', 'approved', 'changed', 'exported', 'corrected'] as const
export type HoursState = (typeof hoursStates)[number]

/** The state of a person's hours: by their hash now, and by the hashes that were confirmed, approved and exported. */
export function hoursStateOf(
  now: string,
  { confirmed, approved, exported }: Record<'confirmed' | 'approved' | 'exported', string | null>,
): HoursState {
  if (approved === now) return exported === now ? 'exported' : 'approved'
  if (exported !== null && exported !== now) return 'corrected'
  if (approved !== null) return 'changed'
  return confirmed === now ? 'confirmed' : 'open'
}

/** Why hours cannot be approved: the codes of the `issues`. */
export const approvalIssues = [
  ...(['period_runs', 'still_running', 'to_review', 'objection', 'changed_meanwhile'] as const),
] as const
export type ApprovalIssue = (typeof approvalIssues)[number]

/** A reply has so many people at most, and an approval. */
export const MAX_PERIOD_PEOPLE = 1_000
/** Warnings of one person in a reply. */
export const MAX_PERIOD_WARNINGS = 100
const MAX_HOURS_TEXT = 500

/** Steps of a person or a manager with a period's hours. */
export const hoursSteps = ['confirm', 'object', 'settle', 'approve', 'withdraw'] as const
export type HoursStep = (typeof hoursSteps)[number]

const Period = z.object({
  /** The first and the last day. */
  start: z.string(),
  end: z.string(),
  /** Whether the last day is over. Only then hours can be confirmed and approved. */
  isOver: z.boolean(),
  /** The first days of the periods before and after it. */
  previous: z.string(),
  next: z.string(),
})

export const PersonsHours = z.object({
  user: personWithPicture,
  department: z.nullable(idAndName),
  /** The paid minutes of each day in `dates`. */
  days: z.array(z.int()),
  /** The minutes of breaks of each day, paid or not. */
  breaks: z.array(z.int()),
  /** The paid minutes of the period. */
  total: z.int(),
  /** The minutes of the published shifts, without their breaks; null for a person without a shift in the period. */
  planned: z.nullable(z.int()),
  /** The minutes of the period by the contract, a seventh of the week for each day; null without one. */
  contractMinutes: z.nullable(z.int()),
  /** The work rules that the hours break, earliest first. `value` and `limit` are in minutes, for rows in days. */
  warnings: z.array(z.object({ rule: z.enum(breakableRules), date: z.string(), value: z.int(), limit: z.int() })),
  /** How many sessions need a review, and the days on which these began. */
  toReview: z.int(),
  reviewDates: z.array(z.string()),
  /** Whether a session that touches the period runs. */
  isRunning: z.boolean(),
  status: z.enum(hoursStates),
  /** Names exactly these minutes: it changes when, and only when, a minute of the period does. */
  hash: z.string(),
  /** The person's words about a fault, as long as nobody has answered them. */
  objection: z.nullable(z.object({ text: z.string(), at: replyInstant })),
  /** The last approval, unless it was withdrawn. */
  approval: z.nullable(z.object({ total: z.int(), days: z.array(z.int()), at: replyInstant, by: z.string() })),
})
export type PersonsHours = z.output<typeof PersonsHours>

export const HoursOfPeriod = z.object({
  period: Period,
  dates: z.array(z.string()),
  /** By name. People without hours are among them. */
  people: z.array(PersonsHours),
  /** Whether there are more people than one reply has. A department has fewer. */
  hasMore: z.boolean(),
})
export type HoursOfPeriod = z.output<typeof HoursOfPeriod>

export const OnePersonsHours = z.extend(PersonsHours, {
  period: Period,
  dates: z.array(z.string()),
  /** The planned minutes of each day. Absent without a shift in the period, and in a reply of an older server. */
  plannedDays: z.optional(z.array(z.int())),
  /** When the person is away in these days, and why; absent for people who may not know. */
  away: z.optional(z.array(AwayTime)),
  /** The steps with these hours, newest first. */
  history: z.array(
    z.object({
      step: z.enum(hoursSteps),
      at: replyInstant,
      by: z.string(),
      /** An objection, the answer to it, or the reason of a withdrawal. */
      text: z.nullable(z.string()),
      /** The approved minutes. */
      total: z.nullable(z.int()),
    }),
  ),
})
export type OnePersonsHours = z.output<typeof OnePersonsHours>

/** A day of the period; in writing calls its first day. */
const period = date
const ofPeriod = { period: z.optional(period) }
/** As the server has given it. */
const hash = z.string().check(z.maxLength(22), z.regex(/^[\w-]{22}$/))
const text = (missing: string) => requiredText(MAX_HOURS_TEXT, missing)

const reads = ['hours', 'clock', 'users', 'departments', 'contracts', 'organisation', 'roster'] as const
const changes = ['hours'] as const

export const hoursApi = {
  periods: endpoint({
    method: 'GET',
    path: '/hours/periods',
    summary: `The hours of a pay period of others, by person and day, with what needs a look; at most ${MAX_PERIOD_PEOPLE} people`,
    allow: 'clock:read-others',
    query: z.strictObject({ ...ofPeriod, departmentId: z.optional(queryId) }),
    reply: HoursOfPeriod,
    reads,
  }),
  person: endpoint({
    method: 'GET',
    path: '/hours/person',
    summary: "The hours of a pay period of one person, by default one's own, with what was done about them",
    allow: 'clock:record',
    query: z.strictObject({ ...ofPeriod, userId: z.optional(userId) }),
    reply: OnePersonsHours,
    reads: [...reads, 'absences'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/hours/confirm',
    summary: 'Say that one’s hours of a period are right. 409 `period_runs`, `still_running`, `changed_meanwhile`',
    allow: 'hours:confirm',
    limit: 'hours',
    body: z.strictObject({
      period,
      /** Of the hours that the person has seen. */
      hash: z.optional(hash),
    }),
    changes,
  }),
  object: endpoint({
    method: 'POST',
    path: '/hours/object',
    summary: 'Say what is wrong with one’s hours of a period. The managers of one’s department are told',
    allow: 'hours:confirm',
    limit: 'hours',
    body: z.strictObject({ period, text: text(english('Say what is wrong')) }),
    changes,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/hours/settle',
    summary: 'Answer what a person has said to be wrong. The person is told. 409 `no_objection`',
    allow: 'hours:approve',
    body: z.strictObject({ period, userId, text: text(english('Enter an answer')) }),
    changes,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/hours/approve',
    summary:
      'Approve the hours of a period that one has seen, of all these people or of none. 409 `cannot_approve` says in `issues` why not: `period_runs`, `still_running`, `to_review`, `objection`, `changed_meanwhile`',
    allow: 'hours:approve',
    body: z.strictObject({
      period,
      people: z.array(z.strictObject({ userId, hash })).check(
        z.minLength(1, english('Choose at least one')),
        z.maxLength(MAX_PERIOD_PEOPLE),
        z.refine(
          (people) => new Set(people.map((person) => person.userId)).size === people.length,
          english('Choose each once'),
        ),
      ),
    }),
    isLarge: true,
    reply: z.object({
      /** How many people's hours were approved. Those that were approved already stay as they are. */
      approved: z.int(),
    }),
    status: 200,
    changes,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/hours/withdraw',
    summary:
      'Withdraw the approval of a person’s hours, with a reason that the person is told. 409 `not_approved`, or `exported` if payroll has received them',
    allow: 'hours:approve',
    body: z.strictObject({ period, userId, reason: text(english('Say why')) }),
    changes,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/hours/reopen',
    summary:
      'Withdraw the approval of hours that payroll has received, so that they can be corrected; the next run has the difference. 409 `not_approved`, `not_exported`',
    allow: 'hours:reopen',
    proof: true,
    body: z.strictObject({ period, userId, reason: text(english('Say why')) }),
    changes,
  }),
}
