import type { Input } from '../../../shared/endpoint.ts'
import type { Roster, RosterShift } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import type { Context } from '../../core/context.ts'
import { present } from '../../core/write/audiences.ts'
import { plans, rosterDays, visibleShifts } from './access.ts'
import { countsOf, pendingChanges } from './pending.ts'
import { readPeople } from './people.ts'
import { shiftsWithColours, shiftWriter } from './rows.ts'

/**
 * The shifts of a department that begin in some days, and its people. Planners get drafts, hours and warnings. Others
 * get what is published. Throws 403 for a department that the viewer may not look into, 400 for too many days.
 */
export async function readRoster(ctx: Context, { query }: Input<typeof rosterApi.list>): Promise<Roster> {
  const { departmentId } = query
  const range = rosterDays(ctx, query)
  const found = await shiftsWithColours(ctx, visibleShifts(ctx, departmentId, range))
  const written = found.map(shiftWriter(ctx))
  const shifts = present(written)
  const others = [...new Set(present(shifts.flatMap(({ userId, plan }) => [userId, plan?.published?.userId])))]
  const { people, actuals } = await readPeople(ctx, departmentId, range, others)
  const changes = plans(ctx, departmentId)
    ? countsOf(
        pendingChanges(
          found.flatMap(({ shift }, at) => (isAsPublished(written[at]) ? [] : [shift])),
          ctx.now.getTime(),
        ),
      )
    : null
  for (const shift of shifts) {
    const actual = actuals.get(shift.id)
    if (actual) shift.actual = actual
  }
  return { shifts, people, changes }
}

/** Whether a shift as planners get it stands as it was published, as most do. */
const isAsPublished = (written: RosterShift | undefined) =>
  written?.plan?.published === undefined && written?.plan?.isRemoved === false
