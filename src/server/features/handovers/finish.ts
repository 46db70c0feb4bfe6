import { and, eq, inArray } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { HandoverItem, handoversApi } from '../../../shared/handovers.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden } from '../../base/errors.ts'
import { handoverItemFor } from '../../core/access/handovers.ts'
import type { Context } from '../../core/context.ts'
import { isOpenItem, itemWithNames } from '../../core/handovers/items.ts'
import { updateMany } from '../../core/write/write.ts'
import { handoverItems } from '../../db/tables/handovers.ts'

/**
 * The viewer has done an item that they have received. It changes nothing if it is done already. Throws 403 for
 * everybody but its receiver, and 409 `has_task` for an item about a task.
 */
export async function finishItem(ctx: Context, { params }: Input<typeof handoversApi.done>): Promise<HandoverItem> {
  const item = await handoverItemFor(ctx, params.id)
  if (item.receivedBy !== ctx.viewer.id)
    throw forbidden(msg('Only the person who has received this can say that it is done'))
  if (item.taskId !== null) throw conflict('has_task', msg('This is done when its task is done'))
  await closeOpenItems(ctx, [item.id])
  return itemWithNames(ctx, item.id)
}

/** Closes the items among `ids` that the viewer holds: they are done, or handed over again. */
export async function closeOpenItems(ctx: Context, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const open = await ctx.db
    .select()
    .from(handoverItems)
    .where(and(inArray(handoverItems.id, ids), eq(handoverItems.receivedBy, ctx.viewer.id), isOpenItem))
    .orderBy(handoverItems.id)
    .for('update')
  await updateMany(ctx, handoverItems, open, { doneAt: ctx.now.toISOString() }, 'close')
}
