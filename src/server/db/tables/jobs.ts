import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import type { Progress } from '../../../shared/changes.ts'
import { createdAt, instant } from '../columns.ts'

/**
 * Work that is to be done once its cause is committed (`core/jobs/jobs.ts`). A row is open until it is done or has
 * failed for good; the hourly clean-up deletes it some time after that. A payload holds no secret.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: varchar('kind', { length: 50 }).notNull(),
    /** The handler's input; emptied when the job is done. */
    payload: jsonb('payload').notNull(),
    /** Of jobs that must not happen twice: while the row is there, no other of this kind gets the same key. */
    key: varchar('key', { length: 200 }),
    /** Not before this time; a failed attempt moves it on. */
    runAt: instant('run_at').notNull().default(sql`now()`),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull(),
    /** The attempt that has the job now, and until when it has it unless it asks for longer. */
    lockedBy: uuid('locked_by'),
    lockedUntil: instant('locked_until'),
    lastError: text('last_error'),
    failedAt: instant('failed_at'),
    doneAt: instant('done_at'),
    progress: jsonb('progress').$type<Progress>(),
    /** The person who waits for it. It refers to nobody: the check would lock the person's row. */
    requestedBy: uuid('requested_by'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('jobs_key').on(t.kind, t.key).where(sql`${t.key} is not null`),
    index('jobs_open').on(t.runAt, t.id).where(sql`${t.doneAt} is null and ${t.failedAt} is null`),
    index('jobs_failed').on(t.failedAt, t.id).where(sql`${t.failedAt} is not null`),
    index('jobs_done').on(t.doneAt, t.id).where(sql`${t.doneAt} is not null`),
  ],
)
