import { sql } from 'drizzle-orm'
import type { Status } from '../../../shared/task-status.ts'
import type { Context } from '../../core/context.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/**
 * Whether a status would undo a change that its sender has not seen: the task has another status than the sender's page
 * showed (`was`), or somebody else has completed or reopened it since the sender looked (`seenAt`). A device that was
 * offline sends late. Completing a task that others have only begun undoes nothing.
 */
export async function undoesUnseen(
  ctx: Context,
  task: Pick<typeof tasks.$inferSelect, 'id' | 'status'>,
  status: Status | undefined,
  { was, seenAt }: { was: Status | undefined; seenAt: string | undefined },
): Promise<boolean> {
  if (status === undefined || status === task.status) return false
  const onlyBegun = status === 'completed' && was !== 'completed'
  if (was !== undefined && was !== task.status && !onlyBegun) return true
  return seenAt !== undefined && isTurnedSince(ctx, task.id, seenAt)
}

/** Whether somebody else has completed or reopened the task since this time, as its history says. */
async function isTurnedSince({ db, viewer }: Context, id: number, time: string) {
  const { rows } = await db.execute(
    sql`select 1 from ${auditLogs}
      where resource_type = 'task' and resource_id = ${String(id)} and created_at > ${time}::timestamptz
        and details -> 'after' ? 'completedAt' and user_id is distinct from ${viewer.id}::uuid limit 1`,
  )
  return rows.length > 0
}
