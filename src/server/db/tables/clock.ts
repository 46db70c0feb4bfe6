import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clockStatuses } from '../../../shared/clock-session.ts'
import { MAX_PLANNED_MINUTES } from '../../../shared/clocking.ts'
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
    /** When the person last stated a break afterwards; a manager is to confirm it. */
    breaksStatedAt: instant('breaks_stated_at'),
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
    // The few that count as duty for longer than others.
    index('clock_sessions_confirmed').on(t.departmentId, t.startTime).where(sql`${t.confirmedAt} is not null`),
  ],
)

/** The index that allows one running break for each session. It also finds the breaks that run. */
export const ONE_BREAK = 'breaks_one_running'

/**
 * Breaks of clock sessions. Two triggers, which Drizzle does not know, hold each within its session. `breaks_within`
 * refuses a break outside of it. `breaks_follow` cuts breaks when the session ends or its times change: a running break
 * ends with its session, also when a Muster of the release before, which knows no breaks, ends the session.
 */
export const breaks = pgTable(
  'breaks',
  {
    id: serialId(),
    sessionId: integer('session_id')
      .notNull()
      .references(() => clockSessions.id, { onDelete: 'cascade' }),
    startTime: instant('start_time').notNull(),
    /** Null while the person is on the break. */
    endTime: instant('end_time'),
    isPaid: boolean('is_paid').notNull().default(false),
    plannedMinutes: smallint('planned_minutes'),
    /** As `startedOffline` and `endedOffline` of a session. */
    startedOffline: boolean('started_offline').notNull().default(false),
    endedOffline: boolean('ended_offline').notNull().default(false),
    /** When the person stated it afterwards. Null when the clock or a manager recorded its beginning. */
    statedAt: instant('stated_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex(ONE_BREAK).on(t.sessionId).where(sql`${t.endTime} is null`),
    index('breaks_session').on(t.sessionId, t.startTime),
    check('breaks_order', sql`${t.endTime} >= ${t.startTime}`),
    check('breaks_planned', sql`${t.plannedMinutes} between 1 and ${sql.raw(String(MAX_PLANNED_MINUTES))}`),
  ],
)
