import * as z from 'zod/mini'
import { id, instant, replyInstant, requiredText, wholeNumber } from './fields.ts'
import { english } from './words/message.ts'

/** Clock-ins and breaks as people send them, at once or later; ends that they state afterwards; corrections. */

/** Breaks that a session has at most. */
export const MAX_BREAKS = 50
/** How long a break may be planned for. */
export const MAX_PLANNED_MINUTES = 240
/**
 * The time of a clock-in or clock-out by a device that was offline then. Without it the time is now. 409
 * `before_last_end` for a beginning before the end of the person's last session, and 409 `before_start` for an end
 * before the beginning.
 */
export const Clocking = z.optional(z.strictObject({ at: z.optional(instant) }))

/**
 * When a shift has ended whose clock-out was forgotten. It is for `GET /clock/forgotten` only, else 409
 * `not_forgotten`. The end must lie within the session; a manager is to confirm it.
 */
export const StatedEnd = z.strictObject({ id, endTime: instant })

/**
 * The reason for a proposed end: the person's last action in the shift, the end of their planned shift, or the usual
 * length of their shifts.
 */
export const endBases = ['last-action', 'planned-end', 'usual-length'] as const
/** When a forgotten shift has probably ended. It is only proposed: `StatedEnd` says what the person has chosen. */
export const ProposedEnd = z.object({
  endTime: replyInstant,
  basis: z.enum(endBases),
  /** The usual length; null for another basis. */
  minutes: z.nullable(z.int()),
})
export type ProposedEnd = z.output<typeof ProposedEnd>

/**
 * The beginning of a break, as `Clocking`. 409 `before_start` for a time before the session, `before_last_break` for a
 * time before the end of the last break.
 */
export const BreakStart = z.optional(
  z.strictObject({
    at: z.optional(instant),
    isPaid: z.optional(z.boolean()),
    plannedMinutes: z.optional(z.nullable(wholeNumber(1, MAX_PLANNED_MINUTES))),
  }),
)
export type BreakStart = z.output<typeof BreakStart>

/**
 * A manager's correction. Only the times sent are changed. An end time ends a running session. Breaks end with their
 * session at the latest, and what lies outside of it is cut off.
 */
export const Correction = z.strictObject({
  startTime: z.optional(instant),
  endTime: z.optional(instant),
  reason: requiredText(500, english('Say why')),
  /** The `updatedAt` of the version that the correction was made on. 409 if the session has changed since. */
  updatedAt: z.optional(instant),
})
export type Correction = z.output<typeof Correction>

/**
 * All breaks of a session, in any order. A manager gives a reason. The person needs none, but
 * recorded breaks stay as they are: they may add breaks, change a break that they have added, and say when a running
 * one ended.
 */
export const SessionBreaks = z.strictObject({
  breaks: z
    .array(z.strictObject({ startTime: instant, endTime: z.nullable(instant), isPaid: z.optional(z.boolean()) }))
    .check(
      z.maxLength(
        MAX_BREAKS,
        english('{count, plural, one {A session has at most # break} other {A session has at most # breaks}}', {
          count: MAX_BREAKS,
        }),
      ),
    ),
  reason: z.optional(Correction.shape.reason),
  updatedAt: Correction.shape.updatedAt,
})
export type SessionBreaks = z.output<typeof SessionBreaks>

/** Hours that a manager adds because the person did not clock in. */
export const AddedHours = z.strictObject({ startTime: instant, endTime: instant, reason: Correction.shape.reason })
export type AddedHours = z.output<typeof AddedHours>
