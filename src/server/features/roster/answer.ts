import type { Input } from '../../../shared/endpoint.ts'
import { hasBegun } from '../../../shared/roster/plan-changes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { peopleOnDuty } from '../../core/people/duty.ts'
import { update } from '../../core/write/write.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { shiftFor } from './access.ts'
import { apply, lockPeople, mustBePossible } from './publish.ts'
import { questionsChanged } from './questions.ts'
import { copiesOf } from './rows.ts'
import { personNotices, tellPeople } from './tell.ts'

/**
 * Answers a question about a late change of one's shifts. A yes publishes the change, and a no tells the managers on
 * duty. Throws 409 `not_asked` without a question, `changed_meanwhile` for another one than the page shows, `begun`
 * once the shift has begun, and `overlaps` as a publish.
 */
export async function answerShiftQuestion(
  ctx: Context,
  { params, body }: Input<typeof rosterApi.answer>,
): Promise<void> {
  const shift = await shiftFor(ctx, params.id, 'roster:read')
  const { askedAt, userId, departmentId } = shift
  if (userId !== ctx.viewer.id) throw notFound(msg('There is no such shift'))
  mustBeAllowed(ctx, 'roster:own', { userId })
  if (askedAt === null || shift.refusedAt !== null)
    throw conflict('not_asked', msg('Nobody asks about this shift any more'))
  if (body.askedAt !== undefined && Date.parse(body.askedAt) !== Date.parse(askedAt))
    throw conflict('changed_meanwhile', msg('The question has changed meanwhile. Look at it again.'))
  const copies = copiesOf(shift)
  if (hasBegun({ draft: copies.draft, published: null }, ctx.now.getTime()))
    throw conflict('begun', msg('This shift has begun already'))
  if (!body.accept) {
    const refusal = body.reason || null
    await update(ctx, plannedShifts, shift, { refusedAt: ctx.now.toISOString(), refusal }, 'refuse')
    questionsChanged(ctx, [userId])
    const managers = await peopleOnDuty(ctx, { departmentIds: [departmentId], from: 'manager' })
    const { startTime: start, endTime: end } = shift
    await notify(
      ctx,
      managers.map(({ id }) => id),
      {
        kind: 'shift-refused',
        params: { by: fullName(ctx.viewer), start, end, reason: refusal },
        subject: { type: 'planned-shift', id: shift.id },
      },
    )
    return
  }
  const change = copies.published === null ? ('added' as const) : ('changed' as const)
  const examined = { shift, change, copies, isAsked: false, hasBegun: false, needsReason: false }
  await lockPeople(ctx, [userId, copies.published?.userId])
  await mustBePossible(ctx, departmentId, [examined])
  await apply(ctx, [examined], 'accept')
  // Of a shift that somebody else had, this person learns.
  await tellPeople(ctx, personNotices(ctx, [examined]), '')
}
