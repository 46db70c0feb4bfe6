import { eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { ClaimRefusal } from '../../../shared/roster/claim-shapes.ts'
import { refusalMessage } from '../../../shared/roster/claim-words.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import type { RosterShift } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { peopleOnDuty } from '../../core/people/duty.ts'
import { takenAlready } from '../../core/people/taken.ts'
import { present } from '../../core/write/audiences.ts'
import { update } from '../../core/write/write.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, type Notice, notifyEach } from '../notifications/notify.ts'
import { type Shift, shiftFor } from './access.ts'
import { voidExchanges } from './exchange-void.ts'
import { ownClaimJudge } from './own-work.ts'
import { lockPeople } from './publish.ts'
import { copiesOf, publishedWriter, shiftsWithColours } from './rows.ts'

/**
 * Gives the viewer an open or offered shift, in both copies. Claims of one shift wait for its row, so one person gets
 * it. Claims of one person wait for each other, so that their shifts break no rule together. It changes nothing if the
 * viewer has the shift already. Throws 409 `taken` with `assignee` when somebody else has it, and 409 with the code of
 * a `ClaimRefusal`.
 */
export async function claimShift(ctx: Context, { params }: Input<typeof rosterApi.claim>): Promise<RosterShift> {
  const shift = await shiftFor(ctx, params.id, 'roster:claim')
  const { publishedUserId, offeredAt } = shift
  const userId = ctx.viewer.id
  if (publishedUserId === userId) return replyOf(ctx, shift)
  if (publishedUserId !== null && offeredAt === null) throw await takenAlready(ctx, publishedUserId)
  const now = ctx.now.getTime()
  const copies = copiesOf(shift)
  refuseFor(closedToAll(copies, now))
  const { published } = copies
  if (published === null) throw new Error(`Shift ${shift.id} was never published`)
  await lockPeople(ctx, [userId])
  const begins = Date.parse(published.startTime)
  const judge = await ownClaimJudge(ctx, { from: begins, to: begins + 1 })
  refuseFor(judge(published))
  const after = await update(
    ctx,
    plannedShifts,
    shift,
    {
      ...{ userId, publishedUserId: userId, offeredAt: null },
      ...{ publishedAt: ctx.now.toISOString(), publishedBy: userId },
      publishedVersion: (shift.publishedVersion ?? 0) + 1,
    },
    'claim',
  )
  await voidExchanges(ctx, [shift])
  await tellOthers(ctx, after, publishedUserId)
  return replyOf(ctx, after)
}

/** Throws 409 if there is a reason against it. */
export function refuseFor(refusal: ClaimRefusal | null) {
  if (refusal) throw conflict(refusal.code, refusalMessage(refusal))
}

async function replyOf(ctx: Context, { id }: Shift): Promise<RosterShift> {
  const [shift] = present((await shiftsWithColours(ctx, eq(plannedShifts.id, id))).map(publishedWriter(ctx)))
  if (!shift) throw new Error(`Shift ${id} is gone`)
  return shift
}

/** Tells the managers on duty, and the person who offered it. */
async function tellOthers(ctx: Context, shift: Shift, offeredBy: string | null) {
  const { startTime: start, endTime: end, departmentId } = shift
  const by = fullName(ctx.viewer)
  const subject = { type: 'planned-shift' as const, id: shift.id }
  const managers = (await peopleOnDuty(ctx, { departmentIds: [departmentId], from: 'manager' }))
    .map(({ id }) => id)
    .filter((id) => id !== ctx.viewer.id && id !== offeredBy)
  const [former] = offeredBy === null ? [] : await ctx.db.select().from(users).where(eq(users.id, offeredBy))
  const claimed: Notice = {
    recipients: managers,
    fact: { kind: 'shift-claimed', params: { by, start, end, from: former ? fullName(former) : null }, subject },
  }
  await notifyEach(ctx, [
    claimed,
    ...(former
      ? [
          {
            recipients: [former.id],
            fact: { kind: 'shift-taken-over' as const, params: { by, first: start, end }, subject },
          },
        ]
      : []),
  ])
}
