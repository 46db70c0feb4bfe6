import type { Input } from '../../../shared/endpoint.ts'
import type { routinesApi } from '../../../shared/routines.ts'
import type { Task } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { taskWithNames } from '../../core/tasks/rows.ts'
import { update } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'

/**
 * Skips an occurrence of a routine: nobody has to do it, and the reason says why. Throws 409 for a task that is no
 * occurrence, and for one that is completed, missed or skipped already.
 */
export async function skipTask(ctx: Context, { params, body }: Input<typeof routinesApi.skip>): Promise<Task> {
  const task = await taskFor(ctx, params.id, 'task:update')
  if (task.kind !== 'routine') throw conflict('no_occurrence', msg('Only tasks of a routine can be skipped'))
  if (task.status === 'completed') throw conflict('completed', msg('This is completed'))
  if (task.closedAt !== null) throw conflict('closed', closedMessage(task.outcome))
  const closedAt = ctx.now.toISOString()
  await update(ctx, tasks, task, { closedAt, outcome: 'skipped', skipReason: body.reason }, 'skip')
  return taskWithNames(ctx, task.id)
}

const closedMessage = (outcome: string | null) =>
  outcome === 'skipped' ? msg('This was skipped already') : msg('The time for this is over. It was missed.')

/** Opens a skipped occurrence again. Throws 409 if it was not skipped, and when its time is over. */
export async function unskipTask(ctx: Context, { params }: Input<typeof routinesApi.unskip>): Promise<Task> {
  const task = await taskFor(ctx, params.id, 'task:update')
  if (task.outcome !== 'skipped') throw conflict('not_skipped', msg('This was not skipped'))
  if (task.closesAt !== null && Date.parse(task.closesAt) <= ctx.now.getTime())
    throw conflict('closed', msg('The time for this is over'))
  await update(ctx, tasks, task, { closedAt: null, outcome: null, skipReason: null }, 'unskip')
  return taskWithNames(ctx, task.id)
}
