import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { pauseReasons } from '../../../shared/webhooks.ts'
import { createdAt, instant, serialId, updatedAt } from '../columns.ts'
import { users } from './users.ts'

/** Addresses that are told of changes. At most 50. */
export const webhooks = pgTable('webhooks', {
  id: serialId(),
  name: varchar('name', { length: 100 }).notNull(),
  url: varchar('url', { length: 1000 }).notNull(),
  /** By which the receiver checks that a message is ours. It must be readable, because messages are signed with it. */
  secret: varchar('secret', { length: 100 }).notNull(),
  /** The types of messages that it receives, as `task.created`. */
  types: text('types').array().notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.id),
  /** Since when it receives nothing; null while it does. */
  pausedAt: instant('paused_at'),
  pausedBecause: varchar('paused_because', { length: 20, enum: pauseReasons }),
  /** The owner since somebody took it over; null as long as it belongs to its creator. */
  takenOverBy: uuid('taken_over_by').references(() => users.id),
  /** Since when its owner may not manage webhooks any more; null while it has an owner (`core/owners.ts`). */
  ownerLeftAt: instant('owner_left_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Messages to webhooks, and how they went. They are deleted after 30 days, and end with their webhook. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same at each attempt, so that the receiver knows a repeated message. */
    messageId: varchar('message_id', { length: 40 }).notNull(),
    type: varchar('type', { length: 50 }).notNull(),
    body: jsonb('body').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The reply to the last attempt; null when there was none. */
    lastStatus: integer('last_status'),
    lastError: varchar('last_error', { length: 500 }),
    lastTriedAt: instant('last_tried_at'),
    deliveredAt: instant('delivered_at'),
    failedAt: instant('failed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('webhook_messages_id').on(t.webhookId, t.messageId),
    index('webhook_messages_list').on(t.webhookId, t.id.desc()),
    index('webhook_messages_age').on(t.createdAt),
    index('webhook_messages_open').on(t.webhookId).where(sql`${t.deliveredAt} is null and ${t.failedAt} is null`),
  ],
)
