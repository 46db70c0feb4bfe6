import type { Input } from '../../../shared/endpoint.ts'
import type { tasksApi } from '../../../shared/tasks.ts'
import { taskFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { remove } from '../../core/write/write.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { withdrawAbout } from '../notifications/read.ts'

/** Deletes a task: it leaves every list, nobody has unread notifications of it, and it can be restored for 30 days. */
export async function deleteTask(ctx: Context, { params }: Input<typeof tasksApi.remove>): Promise<void> {
  await remove(ctx, tasks, await taskFor(ctx, params.id, 'task:delete'))
  await withdrawAbout(ctx, [params.id])
}
