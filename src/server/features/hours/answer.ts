import type { Input } from '../../../shared/endpoint.ts'
import type { hoursApi } from '../../../shared/hours.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { personOnTheClockFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { type PeriodDays, periodDaysOf } from '../../core/hours/pay-periods.ts'
import { insert } from '../../core/write/write.ts'
import { hoursAnswers } from '../../db/tables/hours.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { managersOf } from './managers.ts'
import { hoursOfPerson } from './person.ts'

/**
 * The viewer says that their hours of a period are right. It holds for exactly these hours: if they change, they are
 * open again. Saying it twice changes nothing.
 */
export async function confirmHours(ctx: Context, { body }: Input<typeof hoursApi.confirm>): Promise<void> {
  const period = await periodDaysOf(ctx, body.period)
  const { reply: hours, isConfirmed } = await lockedHours(ctx, ctx.viewer.id, period, 'hours:confirm')
  if (boundsOf(period.days).to > ctx.now.getTime()) throw conflict('period_runs', msg('This period is not over yet'))
  if (hours.isRunning) throw conflict('still_running', msg('Clock out first: a session of this period still runs'))
  if (body.hash !== undefined && body.hash !== hours.hash)
    throw conflict('changed_meanwhile', msg('Your hours have changed meanwhile. Look at them again.'))
  if (isConfirmed) return
  const answer = answerOf(ctx, ctx.viewer.id, period, { kind: 'confirm', hash: hours.hash, text: null })
  await insert(ctx, hoursAnswers, answer, 'confirm')
}

/** The viewer says what is wrong with their hours of a period. The managers of their department are told. */
export async function objectToHours(ctx: Context, { body }: Input<typeof hoursApi.object>): Promise<void> {
  const period = await periodDaysOf(ctx, body.period)
  const { hash, objection } = (await lockedHours(ctx, ctx.viewer.id, period, 'hours:confirm')).reply
  if (objection?.text === body.text) return
  const answer = answerOf(ctx, ctx.viewer.id, period, { kind: 'object', hash, text: body.text })
  await insert(ctx, hoursAnswers, answer, 'object')
  await notify(ctx, await managersOf(ctx, ctx.viewer), {
    kind: 'hours-objected',
    params: { by: fullName(ctx.viewer), ...periodParams(period), text: body.text },
    subject: null,
  })
}

/** A manager answers what a person has said to be wrong. The person is told. Throws 409 `no_objection` without one. */
export async function settleObjection(ctx: Context, { body }: Input<typeof hoursApi.settle>): Promise<void> {
  const period = await periodDaysOf(ctx, body.period)
  const { hash, objection } = (await lockedHours(ctx, body.userId, period, 'hours:approve')).reply
  if (!objection) throw conflict('no_objection', msg('Nothing is said to be wrong with these hours'))
  const answer = answerOf(ctx, body.userId, period, { kind: 'settle', hash, text: body.text })
  await insert(ctx, hoursAnswers, answer, 'settle')
  await notify(ctx, [body.userId], {
    kind: 'hours-settled',
    params: { by: fullName(ctx.viewer), ...periodParams(period), text: body.text },
    subject: null,
  })
}

/** A person's hours. The person is locked, so that nobody corrects or approves them meanwhile. */
async function lockedHours(
  ctx: Context,
  userId: string,
  period: PeriodDays,
  permission: 'hours:confirm' | 'hours:approve',
) {
  await personOnTheClockFor(ctx, userId, permission)
  return hoursOfPerson(ctx, userId, period)
}

type Said = Pick<typeof hoursAnswers.$inferInsert, 'kind' | 'hash' | 'text'>

const answerOf = (ctx: Context, userId: string, { start, end }: PeriodDays, said: Said) => ({
  ...{ userId, periodStart: start, periodEnd: end, saidBy: ctx.viewer.id },
  ...said,
})

/** How notifications name a period. */
export const periodParams = ({ start, end }: { start: string; end: string }) => ({ start, end })
