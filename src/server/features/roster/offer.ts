import type { Input } from '../../../shared/endpoint.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { ownShiftFor } from './access.ts'
import { refuseFor } from './claim.ts'
import { voidExchanges } from './exchange-void.ts'
import { copiesOf } from './rows.ts'

/**
 * Offers one's published shift to colleagues. One has it until somebody takes it (`claim.ts`). Throws 409 `not_yours`,
 * `begun` or `being_changed`. An open exchange of it ends: everybody may take the shift now.
 */
export async function offerShift(ctx: Context, { params }: Input<typeof rosterApi.offer>): Promise<void> {
  const shift = await ownShiftFor(ctx, params.id)
  if (shift.offeredAt !== null) return
  refuseFor(closedToAll(copiesOf(shift), ctx.now.getTime()))
  await update(ctx, plannedShifts, shift, { offeredAt: ctx.now.toISOString() }, 'offer')
  await voidExchanges(ctx, [shift])
}

/** Takes back the offer of one's shift, if there is one. Throws 409 `not_yours`, also when somebody has taken it. */
export async function withdrawShiftOffer(
  ctx: Context,
  { params }: Input<typeof rosterApi.withdrawOffer>,
): Promise<void> {
  const shift = await ownShiftFor(ctx, params.id)
  await update(ctx, plannedShifts, shift, { offeredAt: null }, 'withdraw')
}
