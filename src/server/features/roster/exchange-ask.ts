import { and, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import type { ShiftExchange } from '../../../shared/roster/exchange-shapes.ts'
import { MAX_ROSTER_DAYS } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { present } from '../../core/write/audiences.ts'
import { insert, updateMany } from '../../core/write/write.ts'
import { shiftExchanges } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { lockedShifts, mustBeOwn, type Shift } from './access.ts'
import { refuseFor } from './claim.ts'
import { type Exchange, isOpenExchange, readExchanges } from './exchange-rows.ts'
import { tellOfQuestion } from './exchange-tell.ts'
import { ownClaimJudge } from './own-work.ts'
import { copiesOf } from './rows.ts'

const DAY_MS = 86_400_000

/**
 * Asks a colleague of the department to take one's published shift, or to give one of theirs for it. It checks the
 * viewer's own work; the colleague's is checked when they agree. Throws 404 for shifts that the viewer may not see,
 * 400 for a person outside of the department, 409 `not_yours`, `not_theirs`, `in_exchange`, or the code of a
 * `ClaimRefusal`.
 */
export async function askForExchange(
  ctx: Context,
  { body }: Input<typeof rosterApi.askForExchange>,
): Promise<ShiftExchange> {
  const { shiftId, toUserId, forShiftId = null } = body
  if (toUserId === ctx.viewer.id) throw invalid('toUserId', msg('Choose a colleague'))
  if (forShiftId === shiftId) throw invalid('forShiftId', msg('Choose another shift'))
  const found = await lockedShifts(ctx, present([shiftId, forShiftId]))
  const [shift, forShift] = [found.get(shiftId), forShiftId === null ? null : found.get(forShiftId)]
  if (!shift || forShift === undefined) throw notFound(msg('There is no such shift'))
  mustBeOwn(ctx, shift)
  const { departmentId } = shift
  const now = ctx.now.getTime()
  const copies = copiesOf(shift)
  refuseFor(closedToAll(copies, now))
  await mustBeColleague(ctx, toUserId, departmentId)
  if (forShift) {
    if (forShift.departmentId !== departmentId)
      throw invalid('forShiftId', msg('Both shifts must be of the same department'))
    mustBeAllowed(ctx, 'roster:claim', { departmentId })
    if (forShift.publishedUserId !== toUserId)
      throw conflict('not_theirs', msg('This shift is no longer your colleague’s'))
    await mustSuit(ctx, shift, forShift)
  }
  await mustBeInNoExchange(ctx, present([shift, forShift]))
  const exchange = await insert(
    ctx,
    shiftExchanges,
    {
      ...{ departmentId, shiftId, forShiftId, toUserId, fromUserId: ctx.viewer.id },
      shiftVersion: publishedVersionOf(shift),
      forShiftVersion: forShift && publishedVersionOf(forShift),
    },
    'ask',
  )
  const [reply] = await readExchanges(ctx, eq(shiftExchanges.id, exchange.id))
  if (!reply || !copies.published) throw new Error(`Exchange ${exchange.id} was not read`)
  await tellOfQuestion(ctx, {
    ...{ exchange, from: reply.from, to: reply.to, shift: copies.published },
    forShift: forShift && copiesOf(forShift).published,
  })
  return reply
}

export const publishedVersionOf = ({ id, publishedVersion }: Shift): number => {
  if (publishedVersion === null) throw new Error(`Shift ${id} was never published`)
  return publishedVersion
}

async function mustBeColleague({ db }: Context, userId: string, departmentId: number) {
  const [colleague] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), doesShifts, eq(users.departmentId, departmentId)))
  if (!colleague) throw invalid('toUserId', msg('This person does not work in the department'))
}

/** Throws 409 if the colleague's shift does not suit the viewer's own work. */
async function mustSuit(ctx: Context, shift: Shift, forShift: Shift) {
  refuseFor(closedToAll(copiesOf(forShift), ctx.now.getTime()))
  const [given, wanted] = [copiesOf(shift).published, copiesOf(forShift).published]
  if (!given || !wanted) throw new Error('A shift was never published')
  const [begins, others] = [Date.parse(wanted.startTime), Date.parse(given.startTime)]
  if (Math.abs(begins - others) > MAX_ROSTER_DAYS * DAY_MS)
    throw invalid(
      'forShiftId',
      msg('The shifts may be {count, plural, one {# day} other {# days}} apart at most', { count: MAX_ROSTER_DAYS }),
    )
  const judge = await ownClaimJudge(ctx, { from: begins, to: begins + 1 }, shift.id)
  refuseFor(judge(wanted))
}

/**
 * Throws 409 `in_exchange` if a shift is in an open exchange. One whose shifts have changed or begun is no longer open,
 * and ends here. The shifts are locked, so nobody asks for another one meanwhile.
 */
async function mustBeInNoExchange(ctx: Context, shifts: Shift[]) {
  const ids = sql.param(shifts.map(({ id }) => id))
  const isAbout = sql`(${shiftExchanges.shiftId} = any(${ids}::int[]) or ${shiftExchanges.forShiftId} = any(${ids}::int[]))`
  if ((await readExchanges(ctx, isAbout)).length > 0)
    throw conflict('in_exchange', msg('This shift is in another exchange already'))
  const stale: Exchange[] = await ctx.db
    .select()
    .from(shiftExchanges)
    .where(and(isOpenExchange, isAbout))
    .orderBy(shiftExchanges.id)
    .for('update')
  await updateMany(ctx, shiftExchanges, stale, { state: 'void', endedAt: ctx.now.toISOString() }, 'void')
}
