import { eq, sql } from 'drizzle-orm'
import { CLOCK_SKEW_MINUTES } from '../../../shared/device-time.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { deviceTime } from '../../core/write/device-time.ts'
import { sopCompletions, sops } from '../../db/tables/sops.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/** The conditions for completing tasks, and the traces that it leaves. */

type TaskRow = typeof tasks.$inferSelect

/** So many open steps are named. */
const MAX_NAMED = 100

/**
 * Checks that no required step of these tasks, which are about to be completed, is open. Throws 409 `steps_open`
 * otherwise, with the steps as `issues`, unless the viewer says why they complete it anyway: the audit log keeps the
 * reason. They must have been found with the permission to update them then.
 */
export async function checkSteps(ctx: Context, tasks: Pick<TaskRow, 'id' | 'stepsTotal'>[], reason?: string) {
  const ids = tasks.filter(({ stepsTotal }) => stepsTotal > 0).map(({ id }) => id)
  if (ids.length === 0) return
  const { id, taskId, text, required, doneAt, deletedAt, position } = taskSteps
  const isOpen = sql`${required} and ${doneAt} is null and ${deletedAt} is null`
  const open = await ctx.db
    .select({ id, taskId, text })
    .from(taskSteps)
    .where(sql`${taskId} = any(${sql.param(ids)}::int[]) and ${isOpen}`)
    .orderBy(taskId, position, id)
  if (open.length === 0) return
  if (reason === undefined) throw stepsOpen(open.slice(0, MAX_NAMED), open.length)
  const count = new Map<number, number>()
  for (const step of open) count.set(step.taskId, (count.get(step.taskId) ?? 0) + 1)
  const entries = [...count].map(([id, openSteps]) => ({
    action: 'task.complete-anyway',
    ...{ resourceType: 'task', resourceId: String(id), details: { openSteps, reason } },
  }))
  await audit(ctx, ...entries)
}

function stepsOpen(open: { id: number; text: string }[], count: number) {
  const message = msg('{count, plural, one {# required step is} other {# required steps are}} still open.', { count })
  const issues = open.map(({ id, text }) => ({ path: `steps.${id}`, message: msg('“{step}” is open', { step: text }) }))
  return new HttpError(409, 'steps_open', message, { issues })
}

/** When a task is completed: now, or at a device's time. Throws 400 for too early and future times. */
export function completedAtFor(ctx: Context, { createdAt }: Pick<TaskRow, 'createdAt'>, at: string | undefined) {
  const time = deviceTime(ctx, at)
  const early = Date.parse(createdAt) - Date.parse(time)
  if (early > CLOCK_SKEW_MINUTES * 60_000) throw invalid('at', msg('The task did not exist at that time'))
  return early > 0 ? createdAt : time
}

/** The current revision of an SOP, by which a task is completed. */
export async function currentRevision({ db }: Context, sopId: number | null) {
  if (sopId === null) return null
  const [sop] = await db.select({ revision: sops.revision }).from(sops).where(eq(sops.id, sopId))
  return sop?.revision ?? null
}

/** Notes by which revisions the viewer has completed these tasks: a newer one is news to them. */
export async function noteCompletions(ctx: Context, completed: TaskRow[]) {
  const revisions = new Map(
    completed.flatMap(({ sopId, sopRevision }) => (sopId && sopRevision ? [[sopId, sopRevision] as const] : [])),
  )
  if (revisions.size === 0) return
  const at = { userId: ctx.viewer.id, completedAt: ctx.now.toISOString() }
  const rows = [...revisions].map(([sopId, revision]) => ({ ...at, sopId, revision })).sort((a, b) => a.sopId - b.sopId)
  await ctx.db
    .insert(sopCompletions)
    .values(rows)
    .onConflictDoUpdate({
      target: [sopCompletions.userId, sopCompletions.sopId],
      set: { revision: sql`excluded.revision`, completedAt: sql`excluded.completed_at` },
    })
}
