import { type BothCopies, changeOf, hasBegun, type PlanChange } from '../../../shared/roster/plan-changes.ts'
import type { Shift } from './access.ts'
import { copiesOf } from './rows.ts'

/** The changes of a plan that the next publish would make. */

export interface Pending {
  shift: Shift
  change: PlanChange
}

/** A change, and how a publish would treat it. */
export interface Examined extends Pending {
  copies: BothCopies
  /** Its person must say yes first. */
  isAsked: boolean
  hasBegun: boolean
  needsReason: boolean
}

/**
 * The shifts whose copies differ. One whose person is asked waits for the answer, until it begins. `now` is in ms.
 */
export const pendingChanges = (shifts: Shift[], now: number): Pending[] =>
  shifts.flatMap((shift) => {
    const copies = copiesOf(shift)
    const change = changeOf(copies)
    const waits = shift.askedAt !== null && shift.refusedAt === null && !hasBegun(copies, now)
    return change === null || waits ? [] : [{ shift, change }]
  })

/** How many of each kind. */
export const countsOf = (pending: readonly { change: PlanChange }[]) => {
  const count = (kind: PlanChange) => pending.filter(({ change }) => change === kind).length
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}
