import { eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { HandoverItem, handoversApi } from '../../../shared/handovers.ts'
import { msg } from '../../../shared/message.ts'
import { may } from '../../../shared/permissions.ts'
import { HttpError } from '../../base/errors.ts'
import { handedOverFor, mustBeReceivable } from '../../core/access-handovers.ts'
import type { Context } from '../../core/context.ts'
import { itemWithNames } from '../../core/handover-items.ts'
import { update } from '../../core/write.ts'
import { handoverItems } from '../../db/tables/handovers.ts'
import { users } from '../../db/tables/people.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { fullName } from '../notifications/notify.ts'
import { markReadAbout } from '../notifications/read.ts'
import { takenBy } from './derived-columns.ts'
import { followProblems } from './problems/follow.ts'

type Item = typeof handoverItems.$inferSelect
type TaskRow = typeof tasks.$inferSelect

/**
 * Receives what was handed over: the viewer has its task now. It stands with the tasks, because from an assignment follows what only
 * they know. Those who receive at the same time wait for the item's row, so that one does. It changes nothing if the viewer has received
 * it already. Throws 403 for what is not theirs to receive, and 409 `received` with `assignee` when somebody was faster.
 */
export async function receiveItem(ctx: Context, { params }: Input<typeof handoversApi.receive>): Promise<HandoverItem> {
  const { item, task } = await handedOverFor(ctx, params.id)
  if (item.receivedBy === ctx.viewer.id) return itemWithNames(ctx, item.id)
  await mustBeReceivable(ctx, item)
  if (item.receivedBy !== null) throw await received(ctx, item.receivedBy)
  const values = { receivedBy: ctx.viewer.id, receivedAt: ctx.now.toISOString() }
  await update(ctx, handoverItems, item, values, 'receive')
  if (task && goesAlong(ctx, item, task)) await take(ctx, task)
  await markReadAbout(ctx, 'handover-item', item.id, ['handover', 'handover-forgotten', 'handover-waiting'])
  return itemWithNames(ctx, item.id)
}

/** Whether the task goes to the receiver: there is something left to do, they see it, and nobody else has taken or been given it since. */
const goesAlong = ({ viewer }: Context, { giverId }: Item, task: TaskRow) =>
  task.closedAt === null &&
  task.status !== 'completed' &&
  may(viewer, 'task:read', task) &&
  (task.assigneeId === null || task.assigneeId === giverId)

/** What its giver had begun waits again: the receiver says when they begin. */
async function take(ctx: Context, task: TaskRow) {
  const assigneeId = ctx.viewer.id
  const waits = task.status === 'in_progress' ? ({ status: 'pending' } as const) : {}
  const after = await update(
    ctx,
    tasks,
    task,
    { assigneeId, ...waits, ...takenBy(ctx, { assigneeId }, task) },
    'receive',
  )
  await followProblems(ctx, [task], [after])
}

async function received({ db }: Context, receivedBy: string) {
  const { id, firstName, lastName } = users
  const [assignee] = await db.select({ id, firstName, lastName }).from(users).where(eq(id, receivedBy))
  if (!assignee) throw new Error(`Person ${receivedBy} is gone`)
  return new HttpError(409, 'received', msg('{name} has received this already', { name: fullName(assignee) }), {
    assignee,
  })
}
