import type { Input } from '../../../shared/endpoint.ts'
import { changeOf } from '../../../shared/roster/plan-changes.ts'
import { MAX_CHANGES_PER_CALL } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { removeMany } from '../../core/write/write.ts'
import { updateEach } from '../../core/write/write-each.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { rosterDays, type Shift, visibleShifts } from './access.ts'
import { questionsEnd } from './questions.ts'
import { copiesOf, notAsked, publishedOf } from './rows.ts'

/**
 * Takes back all changes of a department's days that are not published, and questions about them. Shifts that were
 * never published go. Throws 409 for too many changes.
 */
export async function discardDrafts(
  ctx: Context,
  { body }: Input<typeof rosterApi.discard>,
): Promise<{ discarded: number }> {
  mustBeAllowed(ctx, 'roster:plan', body)
  const shifts = await lockShifts(ctx, body)
  const changed = shifts.filter((shift) => changeOf(copiesOf(shift)) !== null)
  mustBeFewChanges(changed.length)
  await removeMany(
    ctx,
    plannedShifts,
    changed.filter(({ publishedVersion }) => publishedVersion === null),
  )
  await updateEach(
    ctx,
    plannedShifts,
    changed.flatMap((before) => {
      const published = publishedOf(before)
      return published ? [{ before, values: { ...published, removedAt: null, ...notAsked } }] : []
    }),
  )
  questionsEnd(ctx, changed)
  return { discarded: changed.length }
}

/** Locks the shifts of some days that the viewer plans, in the order in which everybody locks them. */
export const lockShifts = async (
  ctx: Context,
  { departmentId, from, to }: { departmentId: number; from: string; to: string },
): Promise<Shift[]> =>
  ctx.db
    .select()
    .from(plannedShifts)
    .where(visibleShifts(ctx, departmentId, rosterDays(ctx, { from, to })))
    .orderBy(plannedShifts.id)
    .for('update')

/** Throws 409 for more changes than one call makes. */
export function mustBeFewChanges(count: number) {
  if (count > MAX_CHANGES_PER_CALL)
    throw conflict(
      'too_many_changes',
      msg('{count, plural, one {At most # change at once} other {At most # changes at once}}. Choose fewer days.', {
        count: MAX_CHANGES_PER_CALL,
      }),
    )
}
