import * as z from 'zod/mini'
import { personWithPicture, replyInstant } from '../fields.ts'
import { breakableRules } from '../work-rules.ts'
import { RosterShift } from './shapes.ts'

/** Open shifts, and why somebody may not take one. */

export const claimRefusalCodes = [
  'begun',
  'being_changed',
  'overlaps',
  // Only for the person themself, and for the planners of their department.
  'away',
  'rest',
  'day',
  'week',
  'row',
  'in_exchange',
] as const

/** Why a person may not take a shift. `value` and `limit` are minutes; of `row`, days. */
export const ClaimRefusal = z.object({
  code: z.enum(claimRefusalCodes),
  /** The work rule that their plan would break; null if it is none. */
  rule: z.nullable(z.enum(breakableRules)),
  value: z.nullable(z.int()),
  limit: z.nullable(z.int()),
  /** Of a rest that is too short: whether it is the one before the shift, or after it; null for neither. */
  side: z.nullable(z.enum(['before', 'after'])),
})
export type ClaimRefusal = z.output<typeof ClaimRefusal>

/** A shift that the viewer's department offers: nobody's, or one that a colleague would give away. */
export const OpenShift = z.object({
  shift: RosterShift,
  /** The colleague who has it until somebody takes it; null if it is nobody's. */
  offeredBy: z.nullable(personWithPicture),
  mayClaim: z.boolean(),
  whyNot: z.nullable(ClaimRefusal),
  /** A planner asks the viewer whether they could come; null or absent if nobody does. */
  asked: z.optional(z.nullable(z.object({ by: personWithPicture, at: replyInstant, reason: z.nullable(z.string()) }))),
})
export type OpenShift = z.output<typeof OpenShift>
