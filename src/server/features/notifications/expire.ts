import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { notifications } from '../../db/tables/notifications.ts'

const DAY_MS = 24 * 3600 * 1000
/** So long notifications are kept. */
export const READ_DAYS = 90
export const UNREAD_DAYS = 365

/** Deletes notifications that were read and are older than 90 days. */
export const deleteReadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`${notifications.isRead} and ${olderThan(now, READ_DAYS)}`, signal)

/** Deletes notifications that are older than a year, even if nobody has read them. */
export const deleteUnreadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`not ${notifications.isRead} and ${olderThan(now, UNREAD_DAYS)}`, signal)

const olderThan = (now: Date, days: number) =>
  sql`${notifications.createdAt} < ${new Date(now.getTime() - days * DAY_MS).toISOString()}`
