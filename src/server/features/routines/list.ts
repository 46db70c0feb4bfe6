import type { Input } from '../../../shared/endpoint.ts'
import type { Routine, routinesApi } from '../../../shared/routines.ts'
import type { Context } from '../../core/context.ts'
import { routineFor, visibleRoutines } from './access.ts'
import { routinesWithNames, routineWithNames } from './rows.ts'

/** The routines that the viewer may see, by the time of their opening. Throws 403 for a department of others. */
export const listRoutines = async (
  ctx: Context,
  { query }: Input<typeof routinesApi.list>,
): Promise<{ routines: Routine[] }> => ({
  routines: await routinesWithNames(ctx, visibleRoutines(ctx, query.departmentId)),
})

/** One routine. Throws 404 when the viewer may not see it. */
export async function readRoutine(ctx: Context, { params }: Input<typeof routinesApi.get>): Promise<Routine> {
  return routineWithNames(ctx, (await routineFor(ctx, params.id, 'routine:read')).id)
}
