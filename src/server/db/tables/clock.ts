import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { clockStatuses } from '../../../shared/clock.ts'
import { createdAt, instant, serialId, updatedAt } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** The index that allows one running session for each person. */
export const ONE_ACTIVE = 'clock_sessions_one_active'

export const clockSessions = pgTable(
  'clock_sessions',
  {
    id: serialId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    departmentId: integer('department_id').references(() => departments.id),
    startTime: instant('start_time').notNull(),
    endTime: instant('end_time'),
    /** Whole minutes; null while the session runs. */
    duration: integer('duration'),
    status: varchar('status', { length: 20, enum: clockStatuses }).notNull().default('active'),
    /** Whether the person's device could not reach the server at that time, and sent the time later. */
    startedOffline: boolean('started_offline').notNull().default(false),
    endedOffline: boolean('ended_offline').notNull().default(false),
    /** When the person said, after more than 14 hours, that they are still there: they are on duty again after it. */
    confirmedAt: instant('confirmed_at'),
    /** When the person said afterwards when it had ended; a manager is to confirm it. */
    endStatedAt: instant('end_stated_at'),
    /** The latest correction by a manager. */
    correctedBy: uuid('corrected_by').references(() => users.id),
    correctedAt: instant('corrected_at'),
    correctionReason: text('correction_reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex(ONE_ACTIVE).on(t.userId).where(sql`${t.endTime} is null`),
    check('clock_sessions_active', sql`(${t.status} = 'active') = (${t.endTime} is null)`),
    check('clock_sessions_order', sql`${t.endTime} >= ${t.startTime}`),
    check('clock_sessions_correction', sql`(${t.correctedBy} is null) = (${t.correctedAt} is null)`),
    index('clock_sessions_user').on(t.userId, t.startTime.desc().nullsFirst()),
    // For the sessions of a span of time: those that ended after its start. Those that run have `ONE_ACTIVE`: here
    // PostgreSQL would look for one person's among everybody's.
    index('clock_sessions_ended').on(t.endTime, t.startTime, t.departmentId).where(sql`${t.endTime} is not null`),
    index('clock_sessions_department').on(t.departmentId, t.startTime.desc().nullsFirst()),
  ],
)
