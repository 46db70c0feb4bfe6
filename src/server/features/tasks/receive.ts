import { eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type HandoverItem, type handoversApi, MAX_HANDOVER_ITEMS } from '../../../shared/handovers.ts'
import { may } from '../../../shared/permissions.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import { handedOverFor, hasReturned, mustBeReceivable } from '../../core/access/handovers.ts'
import type { Context } from '../../core/context.ts'
import { itemWithNames, waitingForViewer } from '../../core/handovers/items.ts'
import { update, updateMany } from '../../core/write/write.ts'
import { handoverItems } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { fullName } from '../notifications/notify.ts'
import { markReadAbout } from '../notifications/read.ts'
import { takenBy } from './derived-columns.ts'
import { followProblems } from './problems/follow.ts'

type Item = typeof handoverItems.$inferSelect
type TaskRow = typeof tasks.$inferSelect

/**
 * Receives a handed-over item: the viewer has its task now. It stands with the tasks, because it needs the effects of
 * an assignment. Several receivers at the same time wait for the item's row, so only one succeeds. Other items about
 * the same task are received with it. It changes nothing if the viewer has received it already, unless it waits again.
 * Throws 403 for an item that is not theirs to receive, and 409 `received` with `assignee` when somebody was faster.
 */
export async function receiveItem(ctx: Context, { params }: Input<typeof handoversApi.receive>): Promise<HandoverItem> {
  const { item, task } = await handedOverFor(ctx, params.id)
  const isReturned = await hasReturned(ctx, item)
  if (item.receivedBy === ctx.viewer.id && !isReturned) return itemWithNames(ctx, item.id)
  await mustBeReceivable(ctx, item, isReturned)
  if (item.receivedBy !== null && !isReturned) throw await received(ctx, item.receivedBy)
  const items = [item, ...(await othersAbout(ctx, item))]
  const receivedAt = ctx.now.toISOString()
  // An item about a task is done with the task.
  const values = { receivedBy: ctx.viewer.id, receivedAt, ...(item.taskId !== null && { doneAt: receivedAt }) }
  await updateMany(ctx, handoverItems, items, values, 'receive')
  const ids = items.map(({ id }) => id)
  await markReadAbout(ctx, 'handover-item', ids, ['handover', 'handover-forgotten', 'handover-waiting'])
  if (task && goesAlong(ctx, item, task)) await take(ctx, task)
  return itemWithNames(ctx, item.id)
}

/** Other items about the same task that wait for the viewer: lists show the task once, and it is received once. */
async function othersAbout(ctx: Context, { id, taskId }: Item) {
  if (taskId === null) return []
  return ctx.db
    .select()
    .from(handoverItems)
    .where(sql`${handoverItems.taskId} = ${taskId} and ${handoverItems.id} <> ${id} and ${waitingForViewer(ctx)}`)
    .orderBy(handoverItems.id)
    .limit(MAX_HANDOVER_ITEMS)
    .for('update')
}

/** Whether the task goes to the receiver: it is open, they see it, and nobody else has taken or got it since. */
const goesAlong = ({ viewer }: Context, { giverId }: Item, task: TaskRow) =>
  task.closedAt === null &&
  task.status !== 'completed' &&
  may(viewer, 'task:read', task) &&
  (task.assigneeId === null || task.assigneeId === giverId)

/** A task that its giver had begun is pending again: the receiver says when they begin. */
async function take(ctx: Context, task: TaskRow) {
  const assigneeId = ctx.viewer.id
  const waits = task.status === 'in_progress' ? ({ status: 'pending' } as const) : {}
  const after = await update(
    ctx,
    tasks,
    task,
    { assigneeId, ...waits, ...takenBy(ctx, { assigneeId }, task), isReceived: true },
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
