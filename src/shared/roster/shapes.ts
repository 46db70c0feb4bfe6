import * as z from 'zod/mini'
import { Absence, AwayTime } from '../absences/shapes.ts'
import { date, id, instant, oneOf, queryId, replyInstant, requiredText, text, userId, wholeNumber } from '../fields.ts'
import { english } from '../words/message.ts'
import { breakableRules } from '../work-rules.ts'
import { shiftStates } from './plan-actual.ts'
import { MAX_SHIFT_BREAK } from './shift-times.ts'
import { MAX_WISH_NOTE, wishKinds } from './wishes.ts'

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

export const ShiftPerson = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
})

/** One copy of a shift in a reply. `date`, `start` and `end` are on the wall clock of the deployment. */
const ShiftValues = z.object({
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
  offeredBy: z.nullable(ShiftPerson),
  mayClaim: z.boolean(),
  whyNot: z.nullable(ClaimRefusal),
  /** A planner asks the viewer whether they could come; null or absent if nobody does. */
  asked: z.optional(z.nullable(z.object({ by: ShiftPerson, at: replyInstant, reason: z.nullable(z.string()) }))),
})
export type OpenShift = z.output<typeof OpenShift>

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

const wishValues = {
  kind: z.enum(wishKinds),
  /** 1 for Monday; null for a wish about one day. */
  weekday: z.nullable(z.int()),
  /** Null for a wish about every week. */
  date: z.nullable(z.string()),
  /** Local times; null for the whole day. */
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  note: z.nullable(z.string()),
}
/** A wish as planners read it in the roster. */
export const PlannersWish = z.object(wishValues)
export type PlannersWish = z.output<typeof PlannersWish>
/** When a person would like to work, or cannot. It never changes: another one takes its place. */
export const Wish = z.object({ id, ...wishValues })
export type Wish = z.output<typeof Wish>

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
  user: ShiftPerson,
  /** Whether the person no longer belongs to the department. Their shifts are still there. */
  hasLeft: z.boolean(),
  /** The requested and approved absences in these days; absent for people who do not plan. */
  away: z.optional(z.array(AwayTime)),
  ...z.partial(Figures).shape,
})
export type RosterPerson = z.output<typeof RosterPerson>

const ChangeCounts = z.object({ added: z.int(), changed: z.int(), removed: z.int() })

export const Roster = z.object({
  shifts: z.array(RosterShift),
  people: z.array(RosterPerson),
  /** The changes that a publish of these days would make; null for people who do not plan the department. */
  changes: z.nullable(ChangeCounts),
})
export type Roster = z.output<typeof Roster>

const notATime = english('Must be a time, as {example}', { example: '06:00' })
const time = z.string().check(z.maxLength(5, notATime), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, notATime))
const breakMinutes = wholeNumber(0, MAX_SHIFT_BREAK)

export const NewWish = z
  .strictObject({
    kind: oneOf(wishKinds),
    weekday: z.nullable(wholeNumber(1, 7)),
    date: z.nullable(date),
    start: z.nullable(time),
    /** Not after the start: the next day's. */
    end: z.nullable(time),
    note: z.nullable(text(MAX_WISH_NOTE)),
  })
  .check(
    z.refine(({ weekday, date }) => (weekday === null) !== (date === null), {
      error: english('Name a weekday or a day'),
      path: ['date'],
    }),
    z.refine(({ start, end }) => (start === null) === (end === null), {
      error: english('Give both times, or none'),
      path: ['end'],
    }),
  )
export type NewWish = z.output<typeof NewWish>

const shiftFields = {
  /** A person of the department; null for an open shift. */
  userId: z.nullable(userId),
  /** The day on which it begins, in local time. */
  date,
  start: time,
  /** An end that is not after the start is the next day's. */
  end: time,
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
  start: time,
  end: time,
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
  start: time,
  end: time,
  breakMinutes,
  colour: oneOf(shiftColours),
}

/** The days of a department that a call is about, both included. */
export const daysOfDepartment = { departmentId: id, from: date, to: date }
export const queriedDays = z.strictObject({ departmentId: queryId, from: date, to: date })

/** A change that a publish would make. `before` is null for an added shift, `after` for a removed one. */
export const PublishedChange = z.object({
  id,
  before: z.nullable(ShiftValues),
  after: z.nullable(ShiftValues),
  /** Its person must say yes first. */
  isAsked: z.boolean(),
  /** It has begun: it is a correction and tells nobody. */
  hasBegun: z.boolean(),
})
export type PublishedChange = z.output<typeof PublishedChange>

/** Why a publish is refused: somebody would have two shifts at once, or no longer belongs to the department. */
export const publishFaults = ['overlaps', 'left'] as const
export const PublishFault = z.object({
  code: z.enum(publishFaults),
  userId,
  shiftIds: z.array(id),
  date: z.string(),
})
export type PublishFault = z.output<typeof PublishFault>

/** When the devices of a person ring: at once, later at `ringsAt`, or when they clock in. */
export const deliveryTimes = ['now', 'later', 'clock_in'] as const

export const PublishPreview = z.object({
  ...ChangeCounts.shape,
  /** Late changes, and changes of shifts that have begun. They need a reason. */
  late: z.array(PublishedChange),
  faults: z.array(PublishFault),
  warnings: z.array(PlanWarning),
  /** The people who are told. */
  people: z.array(
    z.object({
      user: ShiftPerson,
      ...ChangeCounts.shape,
      asked: z.int(),
      rings: z.enum(deliveryTimes),
      ringsAt: z.nullable(replyInstant),
    }),
  ),
  /** A sign of the changes that the preview has looked at, for `publish`. */
  expected: z.string(),
})
export type PublishPreview = z.output<typeof PublishPreview>

/** A question to a person: whether a late change suits them. */
export const ShiftQuestion = z.object({
  id,
  departmentId: id,
  /** Their shift as it is now; null for an additional one. */
  before: z.nullable(ShiftValues),
  after: ShiftValues,
  askedAt: replyInstant,
  askedBy: z.nullable(ShiftPerson),
  reason: z.nullable(z.string()),
})
export type ShiftQuestion = z.output<typeof ShiftQuestion>

/** A shift of an exchange, as its reader sees it in the roster. Notes are for a shift's person alone. */
const ExchangedShift = z.object({ id, ...ShiftValues.shape })

export const openExchangeStates = ['asked', 'waiting'] as const
/** `waiting`: both agree, and a manager decides. `void`: one of the shifts was changed meanwhile. */
export const exchangeStates = [...openExchangeStates, 'done', 'refused', 'cancelled', 'void'] as const
export type ExchangeState = (typeof exchangeStates)[number]

/** A shift changes hands, or two shifts do, once the other person agrees. */
export const ShiftExchange = z.object({
  id,
  departmentId: id,
  state: z.enum(exchangeStates),
  /** The person who asks, with their shift. */
  from: ShiftPerson,
  shift: ExchangedShift,
  /** The person who is asked, with the shift that they would give for it; null if they give none. */
  to: ShiftPerson,
  forShift: z.nullable(ExchangedShift),
  askedAt: replyInstant,
})
export type ShiftExchange = z.output<typeof ShiftExchange>

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
