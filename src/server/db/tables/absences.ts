import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import {
  absenceKinds,
  absenceStates,
  liveAbsenceStates,
  MAX_ABSENCE_NOTE,
  MAX_ABSENCE_REASON,
} from '../../../shared/absences/shapes.ts'
import { createdAt, instant, isOneOf, serialId, updatedAt } from '../columns.ts'
import { plannedShifts } from './roster.ts'
import { users } from './users.ts'

/**
 * When people are away, and why. Kind, note and reason are for the person and the managers of their department alone.
 *
 * A person has at most `MAX_ABSENCES_OF_YEAR` rows that begin in one year. Rows go four years after they have ended.
 */
export const absences = pgTable(
  'absences',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: varchar('kind', { length: 20, enum: absenceKinds }).notNull(),
    state: varchar('state', { length: 20, enum: absenceStates }).notNull(),
    /** The first day and the last one. */
    fromDate: date('from_date').notNull(),
    toDate: date('to_date').notNull(),
    /** Local times as "08:00" if it is a part of its only day; null for whole days. */
    start: varchar('start', { length: 5 }),
    end: varchar('end', { length: 5 }),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time').notNull(),
    note: varchar('note', { length: MAX_ABSENCE_NOTE }),
    /** Of the decision. */
    reason: varchar('reason', { length: MAX_ABSENCE_REASON }),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** The manager who decided; null if nobody has, or nobody had to. */
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('absences_kind', isOneOf(t.kind, absenceKinds)),
    check('absences_state', isOneOf(t.state, absenceStates)),
    check('absences_days', sql`${t.toDate} >= ${t.fromDate} and ${t.endTime} > ${t.startTime}`),
    check(
      'absences_part',
      sql`(${t.start} is null) = (${t.end} is null) and (${t.start} is null or ${t.fromDate} = ${t.toDate})`,
    ),
    // One person's absences: their list, and what would overlap.
    index('absences_user').on(t.userId, t.startTime),
    // Requests that wait, and who is away now.
    index('absences_held').on(t.endTime).where(isOneOf(t.state, liveAbsenceStates)),
  ],
)

/** The shifts that an absence has opened, so that cancelling it gives back what nobody has taken. */
export const absenceShifts = pgTable(
  'absence_shifts',
  {
    absenceId: integer('absence_id')
      .notNull()
      .references(() => absences.id, { onDelete: 'cascade' }),
    shiftId: integer('shift_id')
      .notNull()
      .references(() => plannedShifts.id, { onDelete: 'cascade' }),
    /** The published version after it was opened: with another one, the shift has changed since. */
    shiftVersion: integer('shift_version').notNull(),
  },
  (t) => [primaryKey({ columns: [t.absenceId, t.shiftId] }), index('absence_shifts_shift').on(t.shiftId)],
)
