import { eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { ClaimRefusal } from '../../../shared/roster/claim-shapes.ts'
import { refusalOfOther } from '../../../shared/roster/claim-words.ts'
import { closedToAll } from '../../../shared/roster/claims.ts'
import type { ShiftExchange } from '../../../shared/roster/exchange-shapes.ts'
import type { ShiftCopy } from '../../../shared/roster/plan-changes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict, forbidden, HttpError, notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { present } from '../../core/write/audiences.ts'
import { update } from '../../core/write/write.ts'
import { departments } from '../../db/tables/departments.ts'
import { plannedShifts, shiftExchanges } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { fullName } from '../notifications/notify.ts'
import { plans, type Shift, shiftRows } from './access.ts'
import { refuseFor } from './claim.ts'
import { publishedVersionOf } from './exchange-ask.ts'
import type { Exchange } from './exchange-rows.ts'
import { type NamedExchange, tellManagers, tellOfDone, tellOfRefusal } from './exchange-tell.ts'
import { claimJudges } from './own-work.ts'
import { lockPeople } from './publish.ts'
import { copiesOf } from './rows.ts'

/** Answers to a question about an exchange. */

type Answered = { state: ShiftExchange['state'] }

/**
 * Agrees to an exchange that a colleague asks for. Both sides are checked now. Then the shifts change hands, or it
 * waits for a manager if the department wants that. It changes nothing if it is done or waits already. Throws 409 with
 * the code of a `ClaimRefusal` about the viewer's own work, `colleague` if the other person may not take the shift,
 * `void` if a shift has changed meanwhile, and `exchange_over`.
 */
export async function acceptExchange(
  ctx: Context,
  { params }: Input<typeof rosterApi.acceptExchange>,
): Promise<Answered> {
  const found = await exchangeFor(ctx, params.id)
  const { exchange } = found
  if (exchange.toUserId !== ctx.viewer.id) throw forbidden()
  mustBeAllowed(ctx, 'roster:claim', exchange)
  if (exchange.state === 'done' || exchange.state === 'waiting') return exchange
  mustBe(exchange, 'asked')
  const named = await mustBePossible(ctx, found, ({ userId, refusal }) => {
    if (userId === ctx.viewer.id) refuseFor(refusal)
    throw conflict(
      'colleague',
      msg('Your colleague may not take the shift: it would break a rule of their working time'),
    )
  })
  const acceptedAt = ctx.now.toISOString()
  const [department] = await ctx.db
    .select({ needsApproval: departments.exchangesNeedApproval })
    .from(departments)
    .where(eq(departments.id, exchange.departmentId))
  if (!department?.needsApproval) return exchangeShifts(ctx, found, named, { acceptedAt })
  const after = await update(ctx, shiftExchanges, exchange, { state: 'waiting', acceptedAt }, 'accept')
  await tellManagers(ctx, { ...named, exchange: after }, 'exchange-waiting')
  return after
}

/**
 * Decides about an exchange on which two people have agreed, who are not the viewer. Both sides are checked again.
 * Throws as `acceptExchange`, with an issue at `from` or `to` for the person whose work is against it.
 */
export async function decideExchange(
  ctx: Context,
  { params, body }: Input<typeof rosterApi.decideExchange>,
): Promise<Answered> {
  const found = await exchangeFor(ctx, params.id)
  const { exchange } = found
  mustBeAllowed(ctx, 'roster:plan', exchange)
  if (isParty(ctx, exchange)) throw forbidden(msg('Nobody decides about their own exchange'))
  if (exchange.state === 'done' && body.approve) return exchange
  mustBe(exchange, 'waiting')
  const decided = { decidedBy: ctx.viewer.id }
  if (!body.approve) {
    const after = await markRefused(ctx, exchange, decided)
    await tellOfRefusal(ctx, { exchange, shift: copyOf(found.shift) }, [exchange.fromUserId, exchange.toUserId])
    return after
  }
  const named = await mustBePossible(ctx, found, ({ userId, refusal, name }) => {
    const message = msg('{name}: {reason}', { name, reason: refusalOfOther(refusal) })
    const path = userId === exchange.fromUserId ? 'from' : 'to'
    throw new HttpError(409, refusal.code, message, { issues: [{ path, message }] })
  })
  return exchangeShifts(ctx, found, named, decided)
}

/** Says no to an exchange that a colleague asks for, as long as it is not done. Throws 409 `exchange_over`. */
export async function refuseExchange(ctx: Context, { params }: Input<typeof rosterApi.refuseExchange>): Promise<void> {
  const { exchange, shift } = await exchangeFor(ctx, params.id)
  if (exchange.toUserId !== ctx.viewer.id) throw forbidden()
  if (exchange.state === 'refused') return
  mustBe(exchange, 'asked', 'waiting')
  await markRefused(ctx, exchange)
  await tellOfRefusal(ctx, { exchange, shift: copyOf(shift) }, [exchange.fromUserId])
}

/** Takes back the viewer's question about an exchange that is not done. Throws 409 `exchange_over`. */
export async function cancelExchange(ctx: Context, { params }: Input<typeof rosterApi.cancelExchange>): Promise<void> {
  const { exchange } = await exchangeFor(ctx, params.id)
  if (exchange.fromUserId !== ctx.viewer.id) throw forbidden()
  if (exchange.state === 'cancelled') return
  mustBe(exchange, 'asked', 'waiting')
  const ended = { state: 'cancelled' as const, endedAt: ctx.now.toISOString() }
  await update(ctx, shiftExchanges, exchange, ended, 'cancel')
}

const markRefused = (ctx: Context, exchange: Exchange, values: { decidedBy?: string } = {}) =>
  update(ctx, shiftExchanges, exchange, { ...values, state: 'refused', endedAt: ctx.now.toISOString() }, 'refuse')

interface Found {
  exchange: Exchange
  shift: Shift
  forShift: Shift | null
}

const isParty = ({ viewer }: Context, { fromUserId, toUserId }: Exchange) => [fromUserId, toUserId].includes(viewer.id)

/**
 * Finds and locks an exchange and its shifts: the shifts first, in the order in which everybody locks them. Throws 404
 * if the viewer is neither of its people nor plans the department whose managers decide about it.
 */
async function exchangeFor(ctx: Context, id: number): Promise<Found> {
  const read = () => ctx.db.select().from(shiftExchanges).where(eq(shiftExchanges.id, id))
  const gone = () => notFound(msg('There is no such exchange'))
  const isVisible = (exchange: Exchange) =>
    isParty(ctx, exchange) || (exchange.acceptedAt !== null && plans(ctx, exchange.departmentId))
  const [known] = await read()
  // Nobody else makes its people wait.
  if (!known || !isVisible(known)) throw gone()
  const shifts = await shiftRows(ctx, present([known.shiftId, known.forShiftId]))
  const [exchange] = await read().for('update')
  const [shift, forShift] = [shifts.get(known.shiftId), shifts.get(known.forShiftId ?? 0) ?? null]
  if (!exchange || !shift) throw gone()
  return { exchange, shift, forShift }
}

const isOver: Record<ShiftExchange['state'], Message> = {
  asked: msg('Your colleague has not agreed to this exchange'),
  waiting: msg('This exchange waits for a manager'),
  done: msg('This exchange is done already'),
  refused: msg('This exchange was refused'),
  cancelled: msg('Your colleague has taken this question back'),
  void: msg('The plan has changed meanwhile, so this exchange is cancelled'),
}

/** Throws 409 if the exchange is in another state. */
function mustBe({ state }: Exchange, ...states: ShiftExchange['state'][]) {
  if (!states.includes(state)) throw conflict(state === 'void' ? 'void' : 'exchange_over', isOver[state])
}

function copyOf(shift: Shift): ShiftCopy {
  const { published } = copiesOf(shift)
  if (!published) throw new Error(`Shift ${shift.id} was never published`)
  return published
}

interface Refused {
  userId: string
  name: string
  refusal: ClaimRefusal
}

/**
 * Checks that the shifts are as they were, that both people work in the department, and that each may take the other's
 * shift without their own. It locks the people, so that their work stays as it is.
 */
async function mustBePossible(
  ctx: Context,
  { exchange, shift, forShift }: Found,
  refuse: (refused: Refused) => never,
): Promise<NamedExchange> {
  const { fromUserId, toUserId, departmentId } = exchange
  const now = ctx.now.getTime()
  const isAsItWas =
    shift.publishedVersion === exchange.shiftVersion &&
    (forShift?.publishedVersion ?? null) === exchange.forShiftVersion
  if (!isAsItWas) throw conflict('void', isOver.void)
  for (const one of present([shift, forShift])) refuseFor(closedToAll(copiesOf(one), now))
  await lockPeople(ctx, [fromUserId, toUserId])
  const people = await ctx.db
    .select({
      ...{ id: users.id, firstName: users.firstName, lastName: users.lastName },
      isMember: sql<boolean>`${doesShifts} and coalesce(${users.departmentId} = ${departmentId}, false)`,
    })
    .from(users)
    .where(sql`${users.id} in (${fromUserId}, ${toUserId})`)
  const [from, to] = [fromUserId, toUserId].map((id) => people.find((person) => person.id === id))
  if (!from || !to) throw new Error('A person is gone')
  const copies = { shift: copyOf(shift), forShift: forShift && copyOf(forShift) }
  // Each with the shift that they get.
  const receivers = [
    { person: to, gets: copies.shift },
    ...(copies.forShift ? [{ person: from, gets: copies.forShift }] : []),
  ]
  if (!receivers.every(({ person }) => person.isMember))
    throw conflict('left', msg('One of you does not work in the department any more'))
  const begins = receivers.map(({ gets }) => Date.parse(gets.startTime))
  const gives = new Map([
    [toUserId, forShift?.id],
    [fromUserId, shift.id],
  ])
  const judgeOf = await claimJudges(ctx, gives, { from: Math.min(...begins), to: Math.max(...begins) + 1 })
  const refused = receivers.flatMap(({ person, gets }): Refused[] => {
    const refusal = judgeOf(person.id)(gets)
    return refusal ? [{ userId: person.id, name: fullName(person), refusal }] : []
  })
  const own = refused.find(({ userId }) => userId === ctx.viewer.id) ?? refused[0]
  if (own) refuse(own)
  return { exchange, from, to, ...copies }
}

/** Gives each person the other's shift, in both copies, and tells them. */
async function exchangeShifts(
  ctx: Context,
  { exchange, shift, forShift }: Found,
  told: NamedExchange,
  values: Pick<Partial<Exchange>, 'acceptedAt' | 'decidedBy'>,
): Promise<Answered> {
  const give = (before: Shift, userId: string) =>
    update(
      ctx,
      plannedShifts,
      before,
      {
        ...{ userId, publishedUserId: userId, offeredAt: null },
        ...{
          publishedAt: ctx.now.toISOString(),
          publishedBy: ctx.viewer.id,
          publishedVersion: publishedVersionOf(before) + 1,
        },
      },
      'exchange',
    )
  await give(shift, exchange.toUserId)
  if (forShift) await give(forShift, exchange.fromUserId)
  const ended = { ...values, state: 'done' as const, endedAt: ctx.now.toISOString() }
  const after = await update(ctx, shiftExchanges, exchange, ended, values.decidedBy ? 'approve' : 'accept')
  await tellOfDone(ctx, told)
  await tellManagers(ctx, told, 'shift-exchanged')
  return after
}
