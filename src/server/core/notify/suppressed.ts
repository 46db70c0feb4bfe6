import { sql } from 'drizzle-orm'
import { fixed } from '../../db/connect/connect.ts'
import { notifications } from '../../db/tables/notifications.ts'

/** The condition that nobody has seen a notification yet, in no way; as the index `notifications_held` has it. */
export const isSuppressed = fixed(
  sql`not ${notifications.isRead} and ${notifications.shownAt} is null and ${notifications.rangAt} is null
    and ${notifications.briefedAt} is null`,
)
