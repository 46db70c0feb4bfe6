import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { exchangeStates, openExchangeStates } from '../../../shared/roster/exchange-shapes.ts'
import {
  MAX_ROSTER_REASON,
  MAX_SHIFT_NOTE,
  MAX_SHIFT_TITLE,
  MAX_TEMPLATE_NAME,
  shiftColours,
} from '../../../shared/roster/shapes.ts'
import { MAX_WISH_NOTE, wishKinds } from '../../../shared/roster/wishes.ts'
import { createdAt, instant, isOneOf, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** Times from which planners make shifts. At most 50 of each department. */
export const shiftTemplates = pgTable(
  'shift_templates',
  {
    id: serialId(),
    departmentId: integer('department_id')
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: MAX_TEMPLATE_NAME }).notNull(),
    /** Local times, as "06:00". */
    start: varchar('start', { length: 5 }).notNull(),
    end: varchar('end', { length: 5 }).notNull(),
    breakMinutes: smallint('break_minutes').notNull().default(0),
    colour: varchar('colour', { length: 20, enum: shiftColours }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('shift_templates_department').on(t.departmentId),
    check('shift_templates_break', sql`${t.breakMinutes} between 0 and 240`),
    check('shift_templates_colour', isOneOf(t.colour, shiftColours)),
  ],
)

/**
 * Planned shifts. A row has two copies: the plain columns are the draft, which planners alone see, and `published…` are
 * what people see. A publish makes the second one like the first. Without `publishedVersion` it was never published.
 * A shift keeps its department: another department's shift is another shift.
 *
 * Rows go four years after they have ended (`scheduled/cleanup.ts`).
 */
export const plannedShifts = pgTable(
  'planned_shifts',
  {
    id: serialId(),
    departmentId: integer('department_id')
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    /** Null: nobody's. */
    userId: uuid('user_id').references(() => users.id),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time').notNull(),
    breakMinutes: smallint('break_minutes').notNull().default(0),
    title: varchar('title', { length: MAX_SHIFT_TITLE }),
    note: varchar('note', { length: MAX_SHIFT_NOTE }),
    templateId: integer('template_id').references(() => shiftTemplates.id, { onDelete: 'set null' }),
    /** Only planners care, so it has no published copy. */
    isPinned: boolean('is_pinned').notNull().default(false),
    /** When planners removed a published shift; the next publish deletes the row. */
    removedAt: instant('removed_at'),
    publishedUserId: uuid('published_user_id').references(() => users.id),
    publishedStartTime: instant('published_start_time'),
    publishedEndTime: instant('published_end_time'),
    publishedBreakMinutes: smallint('published_break_minutes'),
    publishedTitle: varchar('published_title', { length: MAX_SHIFT_TITLE }),
    publishedNote: varchar('published_note', { length: MAX_SHIFT_NOTE }),
    publishedTemplateId: integer('published_template_id').references(() => shiftTemplates.id, { onDelete: 'set null' }),
    publishedAt: instant('published_at'),
    publishedBy: uuid('published_by').references(() => users.id),
    /** 1 for the first publish, and one more for each later one that changed the shift. */
    publishedVersion: integer('published_version'),
    /** When its person offered it to colleagues; null if they do not offer it. */
    offeredAt: instant('offered_at'),
    /** Since when the draft's person is asked about a late change; null if nobody is. Changing the draft ends it. */
    askedAt: instant('asked_at'),
    askedBy: uuid('asked_by').references(() => users.id),
    askReason: varchar('ask_reason', { length: MAX_ROSTER_REASON }),
    refusedAt: instant('refused_at'),
    refusal: varchar('refusal', { length: MAX_ROSTER_REASON }),
    /** When managers were told that its person had not come. A beginning after that is another one to wait for. */
    missingToldAt: instant('missing_told_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('planned_shifts_order', sql`${t.endTime} > ${t.startTime}`),
    check('planned_shifts_break', sql`${t.breakMinutes} between 0 and 240`),
    check(
      'planned_shifts_published',
      sql`(${t.publishedVersion} is null) = (${t.publishedStartTime} is null)
        and (${t.publishedVersion} is null) = (${t.publishedEndTime} is null)
        and (${t.removedAt} is null or ${t.publishedVersion} is not null)`,
    ),
    check('planned_shifts_published_order', sql`${t.publishedEndTime} > ${t.publishedStartTime}`),
    // The days of a department, for planners and for people.
    index('planned_shifts_department').on(t.departmentId, t.startTime),
    index('planned_shifts_department_published').on(t.departmentId, t.publishedStartTime),
    // One person's shifts: their week, their next shift, and what would overlap.
    index('planned_shifts_user').on(t.userId, t.startTime),
    index('planned_shifts_published_user').on(t.publishedUserId, t.publishedStartTime),
    index('planned_shifts_ended').on(t.endTime),
  ],
)

/**
 * Exchanges: the shift of one person is given to another, or against one of theirs. A shift is in one open exchange at
 * most, so open rows are fewer than shifts. A row goes with its shifts.
 */
export const shiftExchanges = pgTable(
  'shift_exchanges',
  {
    id: serialId(),
    departmentId: integer('department_id')
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    /** The person who asks, with the shift that they would give away. */
    fromUserId: uuid('from_user_id')
      .notNull()
      .references(() => users.id),
    shiftId: integer('shift_id')
      .notNull()
      .references(() => plannedShifts.id, { onDelete: 'cascade' }),
    /** Its published version when it was asked: another one makes the exchange void. */
    shiftVersion: integer('shift_version').notNull(),
    toUserId: uuid('to_user_id')
      .notNull()
      .references(() => users.id),
    /** The shift that the other person would give for it; null if they give none. */
    forShiftId: integer('for_shift_id').references(() => plannedShifts.id, { onDelete: 'cascade' }),
    forShiftVersion: integer('for_shift_version'),
    state: varchar('state', { length: 20, enum: exchangeStates }).notNull().default('asked'),
    acceptedAt: instant('accepted_at'),
    /** When it was done, refused, taken back, or void. */
    endedAt: instant('ended_at'),
    /** The manager who decided; null if none had to. */
    decidedBy: uuid('decided_by').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('shift_exchanges_state', isOneOf(t.state, exchangeStates)),
    check('shift_exchanges_people', sql`${t.fromUserId} <> ${t.toUserId}`),
    check('shift_exchanges_versions', sql`(${t.forShiftId} is null) = (${t.forShiftVersion} is null)`),
    // Of a shift there is one open exchange, and the rows of a shift are found when it changes or goes.
    uniqueIndex('shift_exchanges_open').on(t.shiftId).where(isOneOf(t.state, openExchangeStates)),
    uniqueIndex('shift_exchanges_open_for').on(t.forShiftId).where(isOneOf(t.state, openExchangeStates)),
    index('shift_exchanges_shift').on(t.shiftId),
    index('shift_exchanges_for_shift').on(t.forShiftId),
    // Exchanges that wait for a person, and for the managers of a department.
    index('shift_exchanges_from').on(t.fromUserId).where(isOneOf(t.state, openExchangeStates)),
    index('shift_exchanges_to').on(t.toUserId).where(isOneOf(t.state, openExchangeStates)),
    index('shift_exchanges_waiting')
      .on(t.departmentId)
      .where(isOneOf(t.state, ['waiting'])),
  ],
)

/** Questions of planners to people: whether they could come for an open shift. One of each person and shift at most. */
export const shiftAsks = pgTable(
  'shift_asks',
  {
    id: serialId(),
    departmentId: integer('department_id')
      .notNull()
      .references(() => departments.id, { onDelete: 'cascade' }),
    shiftId: integer('shift_id')
      .notNull()
      .references(() => plannedShifts.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    reason: varchar('reason', { length: MAX_ROSTER_REASON }),
    /** When the person said that they cannot come. A yes is a claim. */
    declinedAt: instant('declined_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('shift_asks_once').on(t.shiftId, t.userId),
    index('shift_asks_user').on(t.userId, t.id.desc().nullsFirst()),
  ],
)

/**
 * When people would like to work, and when they cannot. Rows never change: another wish is another row. A person has at
 * most 40 that are not past. Dated ones go 90 days after their day (`scheduled/cleanup.ts`).
 */
export const shiftWishes = pgTable(
  'shift_wishes',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: varchar('kind', { length: 20, enum: wishKinds }).notNull(),
    /** Of each week, 1 for Monday; null for a wish about one day. */
    weekday: smallint('weekday'),
    date: date('date'),
    /** Local times, as "06:00"; null for the whole day. */
    start: varchar('start', { length: 5 }),
    end: varchar('end', { length: 5 }),
    /** For its person and the planners of their department alone. */
    note: varchar('note', { length: MAX_WISH_NOTE }),
    createdAt: createdAt(),
  },
  (t) => [
    check('shift_wishes_kind', isOneOf(t.kind, wishKinds)),
    check('shift_wishes_day', sql`(${t.weekday} is null) <> (${t.date} is null) and ${t.weekday} between 1 and 7`),
    check('shift_wishes_times', sql`(${t.start} is null) = (${t.end} is null)`),
    index('shift_wishes_user').on(t.userId, t.date),
    index('shift_wishes_date').on(t.date),
  ],
)
