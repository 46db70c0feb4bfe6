import type { ShiftCopy } from '../../../shared/roster/plan-changes.ts'
import type { ShiftParams } from '../../base/words/exchange-words.ts'
import type { Context } from '../../core/context.ts'
import { peopleOnDuty } from '../../core/people/duty.ts'
import { fullName, type Notice, notifyEach } from '../notifications/notify.ts'
import type { Exchange } from './exchange-rows.ts'

/** Notifications about exchanges: to the two people, and to the managers on duty. */

interface Named {
  firstName: string
  lastName: string
}

/** An exchange with the names of its people and the published copies of its shifts. */
export interface NamedExchange {
  exchange: Exchange
  from: Named
  to: Named
  shift: ShiftCopy
  forShift: ShiftCopy | null
}

const paramsOf = ({ startTime: start, endTime: end }: ShiftCopy): ShiftParams => ({ start, end })
const firstOf = ({ shift, forShift }: NamedExchange) =>
  forShift && forShift.startTime < shift.startTime ? forShift.startTime : shift.startTime
const subjectOf = ({ exchange }: NamedExchange) => ({ type: 'shift-exchange' as const, id: exchange.id })
const forParams = ({ forShift }: NamedExchange) => forShift && paramsOf(forShift)

/** Tells the person who is asked. */
export const tellOfQuestion = (ctx: Context, named: NamedExchange) =>
  notifyEach(ctx, [
    {
      recipients: [named.exchange.toUserId],
      fact: {
        kind: 'exchange-asked',
        params: {
          by: fullName(named.from),
          first: firstOf(named),
          gives: forParams(named),
          gets: paramsOf(named.shift),
        },
        subject: subjectOf(named),
      },
    },
  ])

/** Tells the managers on duty that an exchange waits for one of them, or that it is done. */
export async function tellManagers(ctx: Context, named: NamedExchange, kind: 'exchange-waiting' | 'shift-exchanged') {
  const { exchange, from, to, shift } = named
  const managers = await peopleOnDuty(ctx, { departmentIds: [exchange.departmentId], from: 'manager' })
  const learnt = [ctx.viewer.id, exchange.fromUserId, exchange.toUserId]
  await notifyEach(ctx, [
    {
      recipients: managers.map(({ id }) => id).filter((id) => !learnt.includes(id)),
      fact: {
        kind,
        params: { by: fullName(to), from: fullName(from), shift: paramsOf(shift), forShift: forParams(named) },
        subject: subjectOf(named),
      },
    },
  ])
}

/** Tells its people that it is done, but not the person who has just made it so. */
export async function tellOfDone(ctx: Context, named: NamedExchange) {
  const { exchange, from, to } = named
  const [shift, forShift] = [paramsOf(named.shift), forParams(named)]
  const notice = (userId: string, by: Named, gives: ShiftParams | null, gets: ShiftParams | null): Notice => ({
    recipients: [userId].filter((id) => id !== ctx.viewer.id),
    fact: {
      kind: 'exchange-done',
      params: { by: fullName(by), first: firstOf(named), gives, gets },
      subject: subjectOf(named),
    },
  })
  await notifyEach(ctx, [
    notice(exchange.fromUserId, to, shift, forShift),
    notice(exchange.toUserId, from, forShift, shift),
  ])
}

/** Tells these people that the viewer has said no. */
export const tellOfRefusal = (
  ctx: Context,
  { exchange, shift }: Pick<NamedExchange, 'exchange' | 'shift'>,
  recipients: string[],
) =>
  notifyEach(ctx, [
    {
      recipients,
      fact: {
        kind: 'exchange-refused',
        params: { by: fullName(ctx.viewer), first: shift.startTime, ...paramsOf(shift) },
        subject: { type: 'shift-exchange', id: exchange.id },
      },
    },
  ])
