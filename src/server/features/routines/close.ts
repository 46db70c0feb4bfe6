import { and, inArray, sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { updateMany } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Occurrences that one transaction closes. */
const BATCH_SIZE = 200

/**
 * Closes the occurrences whose window is over and that are not completed: they are missed as of the end of the window.
 * Several servers share the work. Returns how many were closed.
 */
export const closeOver = (ctx: OpenContext, paused?: PausedRows): Promise<number> =>
  workThrough(
    ctx,
    {
      ...{ name: 'task', table: tasks, id: tasks.id, time: tasks.closesAt },
      ...{ isDue: isOver(ctx.now), batchSize: BATCH_SIZE, work: close, leavesRoom: true },
    },
    paused,
  )

/** The condition of the index `tasks_closing`, up to now. */
const isOver = (now: Date) =>
  sql`${active} and ${tasks.status} <> 'completed' and ${tasks.closesAt} <= ${now.toISOString()}`

async function close(ctx: OpenContext, ids: number[]) {
  const over = await ctx.db
    .select()
    .from(tasks)
    .where(and(inArray(tasks.id, ids), isOver(ctx.now)))
    .orderBy(tasks.id)
    .for('update', { skipLocked: true })
  await updateMany(ctx, tasks, over, { closedAt: sql`${tasks.closesAt}`, outcome: 'missed' }, 'miss')
  return over.length
}
