import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { clockStatuses } from '../../../shared/clock.ts'
import { createdAt, instant, serialId, updatedAt } from '../columns.ts'
import { departments, users } from './people.ts'

/** Nobody is on the clock twice. */
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
    /** Whole minutes, of completed sessions. */
    duration: integer('duration'),
    status: varchar('status', { length: 20, enum: clockStatuses }).notNull().default('active'),
    /** Whether the time was told later by the person's device, which could not reach the server then. */
    startedOffline: boolean('started_offline').notNull().default(false),
    endedOffline: boolean('ended_offline').notNull().default(false),
    /** Of the last correction by a manager, with its reason. */
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
    // What a span of time has of each department's sessions: those that ended since it began, and those that run.
    index('clock_sessions_end').on(t.endTime, t.startTime, t.departmentId),
    index('clock_sessions_department').on(t.departmentId, t.startTime.desc().nullsFirst()),
  ],
)
