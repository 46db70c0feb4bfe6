import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { photos } from '../../db/tables/photos.ts'
import { taskSteps } from '../../db/tables/steps.ts'

/**
 * The photo of a step that is removed by itself. The step keeps its id, so that the photo can come back as long as no
 * other takes its place, and is open meanwhile. The audit log does not tell of the photo: the step's entry does.
 */

type StepRow = typeof taskSteps.$inferSelect
type PhotoRow = typeof photos.$inferSelect

/** Removes the photo of a step, which is open afterwards. */
export async function removeFromStep(ctx: Context, step: StepRow, { id }: PhotoRow) {
  await ctx.db.update(photos).set({ deletedAt: ctx.now.toISOString() }).where(eq(photos.id, id))
  await update(ctx, taskSteps, step, { doneBy: null, doneAt: null }, 'remove-photo')
}

/** Brings back the photo of a step: it is done by the same person, and at the same time, as before. */
export async function bringBackToStep(ctx: Context, step: StepRow, { id, createdBy, createdAt }: PhotoRow) {
  await ctx.db.update(photos).set({ deletedAt: null }).where(eq(photos.id, id))
  const { doneBy = createdBy, doneAt = createdAt } = (await formerlyDone(ctx, step)) ?? {}
  await update(ctx, taskSteps, step, { doneBy, doneAt }, 'restore-photo')
}

/** The person who had done a step, and when, from the entry of the removal; undefined if that is gone. */
async function formerlyDone({ db }: Context, { id, taskId }: StepRow) {
  const { rows } = await db.execute<{ doneBy: string; doneAt: string }>(
    sql`select details -> 'before' ->> 'doneBy' as "doneBy", details -> 'before' ->> 'doneAt' as "doneAt" from audit_logs
      where resource_type = 'task' and resource_id = ${String(taskId)} and action = 'step.remove-photo'
        and details ->> 'id' = ${String(id)}
      order by id desc limit 1`,
  )
  return rows[0]
}
