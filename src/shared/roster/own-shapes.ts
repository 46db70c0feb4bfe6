import * as z from 'zod/mini'
import { Absence } from '../absences/shapes.ts'
import { id, personWithPicture, replyInstant } from '../fields.ts'
import { OpenShift } from './claim-shapes.ts'
import { ShiftExchange } from './exchange-shapes.ts'
import { RosterShift, ShiftValues } from './shapes.ts'

/** My week: the shifts of its reader, and everything that waits for them. */

/** A question to a person: whether a late change suits them. */
export const ShiftQuestion = z.object({
  id,
  departmentId: id,
  /** Their shift as it is now; null for an additional one. */
  before: z.nullable(ShiftValues),
  after: ShiftValues,
  askedAt: replyInstant,
  askedBy: z.nullable(personWithPicture),
  reason: z.nullable(z.string()),
})
export type ShiftQuestion = z.output<typeof ShiftQuestion>

export const MyRoster = z.object({
  /** The Monday of the week. */
  week: z.string(),
  /** The next shift that has not ended; null without one in the next 42 days. */
  next: z.nullable(RosterShift),
  shifts: z.array(RosterShift),
  questions: z.array(ShiftQuestion),
  /** Open and offered shifts of the week that have not begun, earliest first. Absent in a reply of an older server. */
  openShifts: z.optional(z.array(OpenShift)),
  /** Open shifts of any week about which planners ask the viewer. Absent in a reply of an older server. */
  asks: z.optional(z.array(OpenShift)),
  /** Exchanges that wait for the viewer, for a colleague or for a manager. Absent in a reply of an older server. */
  exchanges: z.optional(z.array(ShiftExchange)),
  /** The viewer's absences of the week and later, but cancelled ones. Absent in a reply of an older server. */
  absences: z.optional(z.array(Absence)),
  plannedMinutes: z.int(),
  workedMinutes: z.int(),
})
export type MyRoster = z.output<typeof MyRoster>
