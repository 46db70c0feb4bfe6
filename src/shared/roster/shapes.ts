import * as z from 'zod/mini'
import { AwayTime } from '../absences/shapes.ts'
import {
  date,
  id,
  instant,
  oneOf,
  personWithPicture,
  queryId,
  replyInstant,
  requiredText,
  text,
  userId,
  wholeNumber,
} from '../fields.ts'
import { localTime } from '../time/local-time-field.ts'
import { english } from '../words/message.ts'
import { breakableRules } from '../work-rules.ts'
import { shiftStates } from './plan-actual.ts'
import { MAX_SHIFT_BREAK } from './shift-times.ts'
import { PlannersWish } from './wish-shapes.ts'

/**
 * Planned shifts. Each has two copies: as planners have it, and as people see it. A publish makes the second one like
 * the first. The plan never starts, ends or refuses a clock session.
 */

/** Days of one reply, and of one publish. */
export const MAX_ROSTER_DAYS = 42
/** Shifts that one call creates, changes and removes, or copies. */
export const MAX_SHIFTS_PER_CALL = 500
/** Shifts of a department that begin on one day. */
export const MAX_SHIFTS_OF_DAY = 1_000
/** A shift begins at most so many days before today, and after it. */
export const MAX_DAYS_BACK = 400
export const MAX_DAYS_AHEAD = 800
/** Changes that one call publishes or discards. */
export const MAX_CHANGES_PER_CALL = 5_000
/** Open and offered shifts of one reply. */
export const MAX_OPEN_SHIFTS = 100
/** Templates of a department. */
export const MAX_TEMPLATES = 50
export const MAX_SHIFT_TITLE = 60
export const MAX_SHIFT_NOTE = 500
export const MAX_TEMPLATE_NAME = 60
/** Characters of the reason for a late change. */
export const MIN_LATE_REASON = 10
export const MAX_ROSTER_REASON = 500

export const shiftColours = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const
export type ShiftColour = (typeof shiftColours)[number]

/** One copy of a shift in a reply. `date`, `start` and `end` are on the wall clock of the deployment. */
export const ShiftValues = z.object({
  /** Null: nobody's, an open shift. */
  userId: z.nullable(userId),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  startTime: replyInstant,
  endTime: replyInstant,
  breakMinutes: z.int(),
  title: z.nullable(z.string()),
  /** Only for planners and the shift's person. */
  note: z.nullable(z.string()),
  templateId: z.nullable(id),
})
export type ShiftValues = z.output<typeof ShiftValues>

/** The facts of a shift that planners alone know. */
const ShiftPlan = z.object({
  isPinned: z.boolean(),
  /** Planners have removed it, and the next publish removes it for everybody. */
  isRemoved: z.boolean(),
  /** As people see it; null if it was never published, absent if it is published as it stands. */
  published: z.optional(z.nullable(ShiftValues)),
  /** Its person is asked whether the late change suits them; null if nobody is. */
  asked: z.nullable(
    z.object({ at: replyInstant, refusedAt: z.nullable(replyInstant), refusal: z.nullable(z.string()) }),
  ),
  /** The version, for `updatedAt` of a change. */
  updatedAt: replyInstant,
})

/** The work in a shift that has begun, from the clock sessions as they are known now. */
const ShiftActual = z.object({
  /** Paid minutes. */
  minutes: z.int(),
  cameAt: z.nullable(replyInstant),
  wentAt: z.nullable(replyInstant),
  state: z.enum(shiftStates),
})

/** A shift as its reader may see it: planners the draft, everybody else the published copy. */
export const RosterShift = z.object({
  id,
  departmentId: id,
  ...ShiftValues.shape,
  /** Of its template. */
  colour: z.nullable(z.enum(shiftColours)),
  /** Null for people who do not plan the department. */
  plan: z.nullable(ShiftPlan),
  /** Of a published shift that has begun, for its person and for planners; absent for others. */
  actual: z.optional(ShiftActual),
  /** Of a published shift: its person offers it to colleagues. Absent if they do not. */
  isOffered: z.optional(z.boolean()),
})
export type RosterShift = z.output<typeof RosterShift>

/** `unavailable`: a shift goes against a wish. `away`: its person has an absence that is approved. */
export const warnedRules = [...breakableRules, 'unavailable', 'away'] as const

/**
 * A work rule that the plan of a person breaks, or a wish or an absence that it goes against. `value` and `limit` are
 * minutes; of `daysInRow`, days; of `unavailable` and `away`, 0.
 */
export const PlanWarning = z.object({
  userId,
  rule: z.enum(warnedRules),
  /** The beginning of the work, the week or the day. */
  at: replyInstant,
  date: z.string(),
  value: z.int(),
  limit: z.int(),
})
export type PlanWarning = z.output<typeof PlanWarning>

const Figures = z.object({
  /** The minutes of the contract in these days; null without a contract. */
  contractMinutes: z.nullable(z.int()),
  plannedMinutes: z.int(),
  workedMinutes: z.int(),
  /** Worked minutes that belong to no published shift. */
  unplannedMinutes: z.int(),
  nights: z.int(),
  weekendDays: z.int(),
  warnings: z.array(PlanWarning),
  /** Weekly ones, and those about days of the roster. */
  wishes: z.array(PlannersWish),
})

const RosterPerson = z.object({
  user: personWithPicture,
  /** Whether the person no longer belongs to the department. Their shifts are still there. */
  hasLeft: z.boolean(),
  /** The requested and approved absences in these days; absent for people who do not plan. */
  away: z.optional(z.array(AwayTime)),
  ...z.partial(Figures).shape,
})
export type RosterPerson = z.output<typeof RosterPerson>

export const ChangeCounts = z.object({ added: z.int(), changed: z.int(), removed: z.int() })

export const Roster = z.object({
  shifts: z.array(RosterShift),
  people: z.array(RosterPerson),
  /** The changes that a publish of these days would make; null for people who do not plan the department. */
  changes: z.nullable(ChangeCounts),
})
export type Roster = z.output<typeof Roster>

const breakMinutes = wholeNumber(0, MAX_SHIFT_BREAK)

const shiftFields = {
  /** A person of the department; null for an open shift. */
  userId: z.nullable(userId),
  /** The day on which it begins, in local time. */
  date,
  start: localTime,
  /** An end that is not after the start is the next day's. */
  end: localTime,
  breakMinutes,
  title: z.nullable(text(MAX_SHIFT_TITLE)),
  note: z.nullable(text(MAX_SHIFT_NOTE)),
  /** A template of the department. */
  templateId: z.nullable(id),
  /** A proposal leaves it where it is. */
  isPinned: z.boolean(),
}
const changes = z.partial(z.strictObject(shiftFields)).shape

export const NewShift = z.strictObject({
  departmentId: id,
  ...changes,
  date,
  start: localTime,
  end: localTime,
})
export type NewShift = z.output<typeof NewShift>

/** Only the fields sent change. A change brings back a shift that planners have removed. */
export const ShiftChanges = z.strictObject({ ...changes, updatedAt: z.optional(instant) })
export type ShiftChanges = z.output<typeof ShiftChanges>

const atMost = english('{max, plural, one {At most # shift} other {At most # shifts}}', { max: MAX_SHIFTS_PER_CALL })
const upToMany = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.array(schema).check(z.maxLength(MAX_SHIFTS_PER_CALL, atMost)))

export const ManyShifts = z
  .strictObject({
    create: upToMany(NewShift),
    update: upToMany(z.strictObject({ id, ...ShiftChanges.shape })),
    remove: upToMany(z.strictObject({ id, updatedAt: z.optional(instant) })),
  })
  .check(
    z.refine(
      ({ create = [], update = [], remove = [] }) => {
        const count = create.length + update.length + remove.length
        return count > 0 && count <= MAX_SHIFTS_PER_CALL
      },
      english('{max, plural, one {Name # shift} other {Name 1 to # shifts}}', { max: MAX_SHIFTS_PER_CALL }),
    ),
  )
export type ManyShifts = z.output<typeof ManyShifts>

export const ShiftTemplate = z.object({
  id,
  departmentId: id,
  name: z.string(),
  start: z.string(),
  end: z.string(),
  breakMinutes: z.int(),
  colour: z.enum(shiftColours),
  updatedAt: replyInstant,
})
export type ShiftTemplate = z.output<typeof ShiftTemplate>

export const templateFields = {
  name: requiredText(MAX_TEMPLATE_NAME, english('Name is required')),
  start: localTime,
  end: localTime,
  breakMinutes,
  colour: oneOf(shiftColours),
}

/** The days of a department that a call is about, both included. */
export const daysOfDepartment = { departmentId: id, from: date, to: date }
export const queriedDays = z.strictObject({ departmentId: queryId, from: date, to: date })
