import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Notification } from '../../../shared/notifications.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { describeNotification, type SubjectType, threadIdOf } from '../../base/words/notification-words.ts'
import { fixed } from '../../db/connect/connect.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** The id of a subject of this type; null for another subject, or when its row was deleted for good. */
const existing = (type: SubjectType, table: PgTable) =>
  fixed(sql`(
    select subject.id from ${table} as subject
    where subject.id = case ${notifications.subjectType} when ${sql.raw(`'${type}'`)} then ${notifications.subjectId}::int end)`) as SQL<
    number | null
  >

/** The columns that a reply needs. */
export const notificationColumns = {
  id: notifications.id,
  userId: notifications.userId,
  taskId: existing('task', tasks),
  reminderId: existing('reminder', reminders),
  sopId: existing('sop', sops),
  kind: notifications.kind,
  params: notifications.params,
  isRead: notifications.isRead,
  createdAt: notifications.createdAt,
}

/** The values of `notificationColumns`. */
export type StoredNotification = Omit<Notification, 'type' | 'title' | 'message' | 'threadId'> &
  Pick<typeof notifications.$inferSelect, 'kind' | 'params'>

/** A row of `notificationColumns` as the API gives it, in the reader's words. */
export function inWords({ kind, params, ...row }: StoredNotification, reader: Reader): Notification {
  const { type, title, message } = describeNotification({ kind, params }, reader)
  const threadId = threadIdOf({ kind, params })
  return { ...row, type, title, message, ...(threadId !== undefined && { threadId }) }
}
