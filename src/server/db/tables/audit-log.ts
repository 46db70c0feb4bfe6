import { bigint, index, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { users } from './users.ts'

export const auditLogs = pgTable(
  'audit_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').references(() => users.id),
    action: varchar('action', { length: 100 }).notNull(),
    resourceType: varchar('resource_type', { length: 50 }).notNull(),
    resourceId: varchar('resource_id', { length: 50 }),
    details: jsonb('details'),
    ipAddress: varchar('ip_address', { length: 45 }),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_logs_time').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_logs_resource').on(t.resourceType, t.resourceId, t.id.desc().nullsFirst()),
    index('audit_logs_user').on(t.userId, t.createdAt, t.id),
    index('audit_logs_action').on(t.action, t.createdAt, t.id),
    index('audit_logs_user_action').on(t.userId, t.action, t.createdAt, t.id),
  ],
)
