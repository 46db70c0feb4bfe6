import { lt, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { Routine, routinesApi } from '../../../shared/routines.ts'
import type { Context, OpenContext } from '../../core/context.ts'
import { restoreLimit } from '../../core/write/restore-limit.ts'
import { remove, update } from '../../core/write/write.ts'
import { deleteInBatches } from '../../db/delete-in-batches.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { routineFor } from './access.ts'
import { mustBeFewRoutines } from './create.ts'
import { openBeforeChange } from './open.ts'
import { routineWithNames } from './rows.ts'
import { nextOpening } from './rule.ts'

/** Deletes a routine: it opens no more, and can be restored for 30 days. Its tasks stay. */
export async function deleteRoutine(ctx: Context, { params }: Input<typeof routinesApi.remove>): Promise<void> {
  const routine = await routineFor(ctx, params.id, 'routine:manage')
  await remove(ctx, routines, await openBeforeChange(ctx, routine))
}

/**
 * Brings back a deleted routine; it opens after now. Throws 404 after 30 days, 403 where the viewer may not manage
 * routines, 409 when there are as many as there may be.
 */
export async function restoreRoutine(ctx: Context, { params }: Input<typeof routinesApi.restore>): Promise<Routine> {
  const routine = await routineFor(ctx, params.id, 'routine:manage', true)
  await mustBeFewRoutines(ctx, 1)
  const nextOccurrence = routine.isActive ? nextOpening(ctx, routine) : null
  await update(ctx, routines, routine, { deletedAt: null, nextOccurrence }, 'restore')
  return routineWithNames(ctx, routine.id)
}

/** Tasks that lose a purged routine in one statement. */
const BATCH_SIZE = 1_000

/** Removes the routines that were deleted more than 30 days ago. Their tasks stay, and no longer name them. */
export async function purgeDeletedRoutines({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const old = lt(routines.deletedAt, restoreLimit(now))
  // Deleting the routines alone would change all of their tasks in one statement.
  const named = sql`select ${tasks.id} from ${tasks} where ${tasks.routineId} in (select ${routines.id} from ${routines} where ${old})
    limit ${BATCH_SIZE} for update skip locked`
  const release = sql`update ${tasks} set routine_id = null where id = any(array(${named}))`
  while (!signal?.aborted && (await db.execute(release)).rowCount === BATCH_SIZE) {}
  return signal?.aborted ? 0 : deleteInBatches(db, routines, old, signal)
}
