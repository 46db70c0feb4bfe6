import { index, integer, pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, instant, serialId } from '../columns.ts'
import { departments } from './departments.ts'
import { users } from './users.ts'

/** Tablets at a door, at which people clock in and out with a PIN. At most 200; a revoked one is deleted. */
export const kiosks = pgTable(
  'kiosks',
  {
    id: serialId(),
    name: varchar('name', { length: 100 }).notNull(),
    /** The department that it shows; null for everybody. */
    departmentId: integer('department_id').references(() => departments.id),
    /** SHA-256 of the tablet's cookie, in hex. */
    tokenHash: text('token_hash').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    /** The owner since somebody took it over; null as long as it belongs to its creator. */
    takenOverBy: uuid('taken_over_by').references(() => users.id),
    /** Since when its owner may not manage kiosks any more; null while it has an owner (`core/owners.ts`). */
    ownerLeftAt: instant('owner_left_at'),
    /** Since when it shows nobody, because nobody took it over; null while it works. */
    pausedAt: instant('paused_at'),
    createdAt: createdAt(),
    /** To within a minute. */
    lastSeenAt: instant('last_seen_at'),
  },
  (t) => [unique('kiosks_token').on(t.tokenHash)],
)

/** People who have just entered their PIN. A pass lives for 60 seconds; the next one at the same kiosk ends it. */
export const kioskPasses = pgTable(
  'kiosk_passes',
  {
    /** SHA-256 of the pass, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    kioskId: integer('kiosk_id')
      .notNull()
      .references(() => kiosks.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    expire: instant('expire').notNull(),
  },
  (t) => [index('kiosk_passes_kiosk').on(t.kioskId), index('kiosk_passes_expire').on(t.expire)],
)
