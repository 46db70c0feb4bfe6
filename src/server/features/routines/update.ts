import type { Input } from '../../../shared/endpoint.ts'
import type { Routine, RoutineChanges, routinesApi } from '../../../shared/routines.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalidFields } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { routines } from '../../db/tables/routines.ts'
import { routineFor } from './access.ts'
import { openBeforeChange } from './open.ts'
import { checkRoutineReferences } from './references.ts'
import { routineWithNames } from './rows.ts'
import { nextOpening, ruleFaultsOf, wholeSteps } from './rule.ts'

type Row = typeof routines.$inferSelect

/**
 * Changes the fields sent. Occurrences that are open, or that were due to open before, keep the old routine's values.
 * The viewer must be allowed to manage the routine where it is, and where it goes. Throws 409 when the body's
 * `updatedAt` is not the routine's: somebody else has changed it. Throws also as `createRoutine`.
 */
export async function updateRoutine(
  ctx: Context,
  { params, body }: Input<typeof routinesApi.update>,
): Promise<Routine> {
  const { updatedAt, ...changes } = body
  const found = await routineFor(ctx, params.id, 'routine:manage')
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(found.updatedAt))
    throw conflict('edited_meanwhile', msg('Somebody else has changed this routine meanwhile'))
  const values = valuesOf(changes, found)
  const after = { ...found, ...values }
  mustBeAllowed(ctx, 'routine:manage', after)
  const faults = ruleFaultsOf(after)
  if (faults.length > 0) throw invalidFields(faults)
  const isSwitchedOn = after.isActive && !found.isActive
  // Somebody may have left since it was switched off.
  const before = isSwitchedOn ? { ...found, assigneeId: null } : found
  await checkRoutineReferences(ctx, [
    { after: isSwitchedOn ? { ...values, assigneeId: after.assigneeId } : values, before },
  ])

  const routine = await openBeforeChange(ctx, found)
  await update(ctx, routines, routine, { ...values, nextOccurrence: nextOf(ctx, routine, after) })
  return routineWithNames(ctx, routine.id)
}

/** The columns that the changes set. Another procedure begins at its first page, unless a page is named. */
function valuesOf({ tags, steps, ...changes }: Omit<RoutineChanges, 'updatedAt'>, before: Row) {
  const isOtherSop = changes.sopId !== undefined && changes.sopId !== before.sopId
  return {
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    ...(tags && { tags: [...new Set(tags)] }),
    ...(steps && { steps: wholeSteps(steps) }),
    ...(isOtherSop && { sopPage: changes.sopPage ?? null }),
  } as Partial<Row>
}

/** When it opens next: as before, unless its rule is another one or it was switched on. */
function nextOf(ctx: Context, before: Row, after: Row) {
  if (!after.isActive) return null
  const rule = ['days', 'everyDays', 'from', 'opensAt'] as const
  const isSame = before.isActive && rule.every((name) => before[name] === after[name])
  return isSame ? before.nextOccurrence : nextOpening(ctx, after)
}
