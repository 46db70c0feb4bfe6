import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { StepList, stepsApi } from '../../../shared/steps.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { stepsFor } from '../../core/access/steps.ts'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write/write.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { stepsOf } from './rows.ts'

/** Puts the steps of a task into an order. Throws 409 unless the ids are exactly its steps'. */
export async function orderSteps(ctx: Context, { params, body }: Input<typeof stepsApi.order>): Promise<StepList> {
  const { task, steps } = await stepsFor(ctx, params.id, 'task:update')
  const wanted = new Map(body.ids.map((id, at) => [id, at + 1]))
  if (wanted.size !== body.ids.length || wanted.size !== steps.length || !steps.every(({ id }) => wanted.has(id)))
    throw conflict('other_steps', msg('The steps of this task have changed meanwhile. Look at them and try again.'))
  const moved = steps.filter(({ id, position }) => wanted.get(id) !== position)
  const position = sql`array_position(${sql.param(body.ids)}::int[], ${taskSteps.id})`
  await updateMany(ctx, taskSteps, moved, { position }, 'order')
  return { steps: await stepsOf(ctx, task) }
}
