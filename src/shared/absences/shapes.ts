import * as z from 'zod/mini'
import { date, id, replyInstant, userId } from '../fields.ts'
import { Person } from '../roster/shapes.ts'

/** Absences. Why somebody is away is for them and the managers of their department alone. */

export const absenceKinds = ['vacation', 'sick', 'unpaid', 'other'] as const
export type AbsenceKind = (typeof absenceKinds)[number]

export const absenceStates = ['requested', 'approved', 'refused', 'cancelled'] as const
export type AbsenceState = (typeof absenceStates)[number]
/** In these states an absence counts: another one of the person cannot overlap it. */
export const liveAbsenceStates = ['requested', 'approved'] as const satisfies readonly AbsenceState[]

export const MAX_ABSENCE_NOTE = 500
export const MAX_ABSENCE_REASON = 500
/** Absences of a person that begin in one calendar year, those that were refused or cancelled included. */
export const MAX_ABSENCES_OF_YEAR = 200

/** An absence in a reply, for the person and the managers of their department. */
export const Absence = z.object({
  id,
  user: Person,
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
  decidedBy: z.nullable(userId),
  decidedAt: z.nullable(replyInstant),
  updatedAt: replyInstant,
})
export type Absence = z.output<typeof Absence>
