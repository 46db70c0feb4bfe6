import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { notifications } from '../../db/tables/notifications.ts'

const DAY_MS = 24 * 3600 * 1000
const READ_TTL_MS = 90 * DAY_MS
const UNREAD_TTL_MS = 365 * DAY_MS

/** Deletes notifications that were read and are older than 90 days. */
export const deleteReadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`${notifications.isRead} and ${olderThan(now, READ_TTL_MS)}`, signal)

/** Deletes notifications that are older than a year, even if nobody has read them. */
export const deleteUnreadNotifications = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, notifications, sql`not ${notifications.isRead} and ${olderThan(now, UNREAD_TTL_MS)}`, signal)

const olderThan = (now: Date, age: number) =>
  sql`${notifications.createdAt} < ${new Date(now.getTime() - age).toISOString()}`
