import { bigint, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/**
 * Changes, in the order in which positions were given out; written in the transaction that makes the change. It holds
 * no rows. It grows by one row for each change and is deleted after three days (`db/events/event-log.ts`).
 */
export const events = pgTable('events', {
  position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The transaction that wrote it: a reply says by its snapshot which transactions it has seen. */
  transaction: bigint('transaction', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null without a person, as for a reminder that fires. No foreign key: events live for days, people longer. */
  actorId: uuid('actor_id'),
  type: varchar('type', { length: 20 }).notNull(),
  /** As in the address; null for an event that is no change of a row. */
  resource: varchar('resource', { length: 30 }),
  /** Null when many changed at once. */
  subjectId: varchar('subject_id', { length: 50 }),
  /** As in the audit log; null for changes that it does not hold. */
  verb: varchar('verb', { length: 50 }),
  /** The people who could see the row before, and who can see it now. */
  audienceBefore: jsonb('audience_before'),
  audienceAfter: jsonb('audience_after'),
  /** The page that made the change. */
  tab: varchar('tab', { length: 64 }),
  /** The row's facts for lists and counts, before and after; for a notification its owner and its facts. */
  details: jsonb('details'),
})
