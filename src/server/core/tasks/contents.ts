import { eq, sql } from 'drizzle-orm'
import { filterValuesOf } from '../../../shared/task-filter.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { comments } from '../../db/tables/comments.ts'
import { photos } from '../../db/tables/photos.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import type { OpenContext } from '../context.ts'
import { audienceOf, auditConfigOf } from '../write/audit-config.ts'

/** The contents of a task: comments, photos and steps. */

/**
 * Counts again a task's contents, and announces the task, so that cards show it. The caller has locked the task, or is
 * about to commit. It leaves `updatedAt` alone: a comment or a ticked step makes no edit of the task out of date.
 */
export async function recount(ctx: OpenContext, taskId: number): Promise<void> {
  const ofTask = sql`task_id = ${taskId} and deleted_at is null`
  const [task] = await runPrepared(
    ctx.db
      .update(tasks)
      .set({
        comments: sql`(select count(*) from ${comments} where ${ofTask})`,
        photos: sql`(select count(*) from ${photos} where ${ofTask})`,
        stepsDone: sql`(select count(done_at) from ${taskSteps} where ${ofTask})`,
        stepsTotal: sql`(select count(*) from ${taskSteps} where ${ofTask})`,
      })
      .where(eq(tasks.id, taskId))
      .returning(),
  )
  if (!task) throw new Error(`Task ${taskId} is gone`)
  const filterValues = filterValuesOf(task)
  ctx.outbox.push({
    type: 'change',
    change: { resource: 'tasks', id: taskId },
    audience: audienceOf(tasks, task),
    filterValues: { before: filterValues, after: filterValues },
    // Also to the page that made the change: so it need not read its tasks again for a count.
    tab: null,
  })
}

/** Announces a comment because one of its photos has changed, not its own row. */
export function announceComment(
  { outbox, origin }: OpenContext,
  comment: typeof comments.$inferSelect,
  task: typeof tasks.$inferSelect,
) {
  const filterValues = auditConfigOf(comments).filterValues?.(comment) ?? null
  outbox.push({
    type: 'change',
    change: { resource: 'comments', id: comment.id },
    audience: audienceOf(comments, comment, undefined, new Map([[task.id, task]])),
    filterValues: { before: filterValues, after: filterValues },
    tab: origin.tab,
  })
}
