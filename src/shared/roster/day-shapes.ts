import * as z from 'zod/mini'
import { id, idAndName, personWithPicture, replyInstant } from '../fields.ts'
import { shiftStates } from './plan-actual.ts'

/** The published plan of today and the next hours, as the briefing, Today and other screens of a shift show it. */

const span = { startTime: replyInstant, endTime: replyInstant }

export const planItemKinds = ['added', 'changed', 'removed', 'missing'] as const

/** An item of the plan in the briefing: a change of one's own shifts, or a colleague who has not come. */
export const PlanItem = z.object({
  /** Of the shift. */
  id,
  what: z.enum(planItemKinds),
  /** The shift as it is now; a removed one as it was. */
  ...span,
  /** How a changed shift was before. */
  before: z.nullable(z.object(span)),
  /** The person who changed it; null for a missing person. */
  by: z.nullable(z.string()),
  /** The person who is missing. */
  person: z.nullable(personWithPicture),
})
export type PlanItem = z.output<typeof PlanItem>

/** A person who is to be there today, for the managers of the department. */
const ExpectedPerson = z.object({
  /** Of the shift. */
  id,
  user: personWithPicture,
  ...span,
  cameAt: z.nullable(replyInstant),
  wentAt: z.nullable(replyInstant),
  state: z.enum(shiftStates),
})
export type ExpectedPerson = z.output<typeof ExpectedPerson>

/** Missing people first, then by beginning. */
export const PlannedToday = z.object({ people: z.array(ExpectedPerson), total: z.int() })
export type PlannedToday = z.output<typeof PlannedToday>

/** The people of each department who come next, earliest first. */
export const ComingShift = z.object({
  /** Of the shift. */
  id,
  user: personWithPicture,
  department: idAndName,
  ...span,
  isOnDuty: z.boolean(),
})
export type ComingShift = z.output<typeof ComingShift>

/** Shifts of each department that the reply names. */
export const COMING_SHIFTS = 5
/** A person counts as one of the next until so many minutes after the beginning of their shift. */
export const COMING_SINCE_MINUTES = 60
/** So many hours ahead are looked at. */
export const COMING_HOURS = 16
