import { boundsOf, dateOf, daysFromTo } from '../../../shared/time/time.ts'
import { formatDay } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { fingerprintOf, timed, workedDays } from '../../../shared/worked-days.ts'
import type { TimeSpan } from '../../../shared/worked-time.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../context.ts'
import { approvedHours } from './approved.ts'
import { exportedAmong } from './exported.ts'
import { sessionsOfPerson } from './sessions.ts'

/**
 * The lock of approved hours. It guards minutes, not rows, and it holds corrections by managers alone: what a person
 * does at the clock is never refused (`core/hours/changed.ts` says what follows from it).
 */

interface Session extends TimeSpan {
  breaks: readonly (TimeSpan & { isPaid: boolean })[]
}

/**
 * Throws 409 `approved`, or `exported` if payroll has received it, if a correction would change any minute of an
 * approved day: which minutes of it are paid, and which of these are breaks. So a reason can be added, and the open
 * side of a session be corrected that reaches over the end of the period. The person is locked, so that nobody
 * approves meanwhile.
 *
 * @param correction the session before, with its id, or null for a new one; and after
 */
export async function mustKeepApproved(
  ctx: Context,
  userId: string,
  { before, after }: { before: (Session & { id: number }) | null; after: Session },
): Promise<void> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const sides = timed(before ? [before, after] : [after])
  const from = Math.min(...sides.map((side) => side.from))
  const to = Math.max(...sides.map((side) => side.to ?? now))
  const [start, end] = [dateOf(from, timeZone), dateOf(to, timeZone)]
  const approved = await approvedHours(ctx, [userId], { start, end })
  if (approved.length === 0) return
  const isApproved = ({ date }: { date: string }) =>
    approved.some(({ periodStart, periodEnd }) => periodStart <= date && date <= periodEnd)
  const days = daysFromTo(start, end, timeZone)
  const bounds = boundsOf(days)
  const others = (await sessionsOfPerson(ctx, userId, bounds.from, bounds.to)).filter(({ id }) => id !== before?.id)
  const fingerprints = (session: Session | null) =>
    workedDays([...others, ...(session ? timed([session]) : [])], days, now).map((day) => fingerprintOf([day]))
  const [was, is] = [fingerprints(before), fingerprints(after)]
  const changed = days.find((day, at) => isApproved(day) && was[at] !== is[at])
  if (!changed) return
  const day = formatDay(new Date(changed.from).toISOString(), ctx.reader)
  const ofDay = approved.filter(
    ({ periodStart, periodEnd }) => periodStart <= changed.date && changed.date <= periodEnd,
  )
  const exported = await exportedAmong(
    ctx,
    ofDay.map(({ id }) => id),
  )
  if (exported.size > 0)
    throw conflict(
      'exported',
      msg('The hours of {day} went to payroll. An administrator has to reopen them first.', { day }),
    )
  throw conflict('approved', msg('The hours of {day} are approved. Withdraw the approval first.', { day }))
}
