import * as z from 'zod/mini'
import { date, id, oneOf, personWithPicture, replyInstant, text, userId } from '../fields.ts'
import { localTime } from '../time/local-time-field.ts'

/** Absences. Why somebody is away is for them and the managers of their department alone. */

export const absenceKinds = ['vacation', 'sick', 'unpaid', 'other'] as const
export type AbsenceKind = (typeof absenceKinds)[number]

export const absenceStates = ['requested', 'approved', 'refused', 'cancelled'] as const
export type AbsenceState = (typeof absenceStates)[number]
/** In these states an absence counts: another one of the person cannot overlap it. */
export const liveAbsenceStates = ['requested', 'approved'] as const satisfies readonly AbsenceState[]

/** Whether an absence counts: it is requested or approved. */
export const isLive = (state: AbsenceState): state is (typeof liveAbsenceStates)[number] =>
  (liveAbsenceStates as readonly AbsenceState[]).includes(state)

export const MAX_ABSENCE_NOTE = 500
export const MAX_ABSENCE_REASON = 500
/** Absences of a person that begin in one calendar year, those that were refused or cancelled included. */
export const MAX_ABSENCES_OF_YEAR = 200

/** Days before today on which an absence of one's own begins at most. Managers enter earlier ones. */
export const MAX_OWN_DAYS_BACK = 31
/** Days of one reply: a year's view with the weeks beside it. */
export const MAX_ABSENCE_RANGE_DAYS = 400
/** Absences of one reply. */
export const MAX_ABSENCES_OF_REPLY = 5_000
/** Requests of one reply, the earliest first. */
export const MAX_REQUESTS_OF_REPLY = 200

/** An absence in a reply, for the person and the managers of their department. */
export const Absence = z.object({
  id,
  user: personWithPicture,
  kind: z.enum(absenceKinds),
  state: z.enum(absenceStates),
  from: date,
  to: date,
  /** Local times if it is a part of its only day; null for whole days. */
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  startTime: replyInstant,
  endTime: replyInstant,
  note: z.nullable(z.string()),
  /** Of the decision. */
  reason: z.nullable(z.string()),
  /** The manager who decided; null if nobody has, or nobody had to. */
  decidedBy: z.nullable(userId),
  decidedAt: z.nullable(replyInstant),
  updatedAt: replyInstant,
})
export type Absence = z.output<typeof Absence>

/** The times of an absence as planners of the department see them in the roster. */
export const AwayTime = z.object({
  /** Of the absence. */
  id,
  state: z.enum(liveAbsenceStates),
  /** Why; only for people who may read the absence. */
  kind: z.optional(z.enum(absenceKinds)),
  from: date,
  to: date,
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  startTime: replyInstant,
  endTime: replyInstant,
})
export type AwayTime = z.output<typeof AwayTime>

/** Whether the person's shifts at the time of the absence become open shifts. */
const vacate = z.optional(z.boolean())

export const NewAbsence = z.strictObject({
  /** Somebody of the manager's people; absent for oneself. */
  userId: z.optional(userId),
  kind: oneOf(absenceKinds),
  /** The first day and the last one, both included. */
  from: date,
  to: date,
  /** Local times on the only day; absent or null for whole days. */
  start: z.optional(z.nullable(localTime)),
  end: z.optional(z.nullable(localTime)),
  note: z.optional(z.nullable(text(MAX_ABSENCE_NOTE))),
  /** Of an absence that a manager adds, as in a decision. */
  vacate,
})
export type NewAbsence = z.output<typeof NewAbsence>

export const AbsenceDecision = z.strictObject({
  approve: z.boolean(),
  /** Open the person's shifts of that time. Without it, and with shifts at that time, the reply is 409 `has_shifts`. */
  vacate,
  /** For the person. */
  reason: z.optional(text(MAX_ABSENCE_REASON)),
})
export type AbsenceDecision = z.output<typeof AbsenceDecision>
