import type { Input } from '../../../shared/endpoint.ts'
import { type HoursOfPeriod, type hoursApi, MAX_PERIOD_PEOPLE } from '../../../shared/hours.ts'
import { nextPayPeriod, previousPayPeriod } from '../../../shared/pay-periods.ts'
import { boundsOf } from '../../../shared/time/time.ts'
import { othersOnTheClock } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { type PeriodDays, periodDaysOf } from '../../core/hours/pay-periods.ts'
import { readPeriodHours } from '../../core/hours/read.ts'

/**
 * The hours of a pay period of all people whose hours the viewer may see, in one statement. Throws 403 for a department
 * that the viewer may not look into.
 */
export async function listPeriodHours(ctx: Context, { query }: Input<typeof hoursApi.periods>): Promise<HoursOfPeriod> {
  const who = othersOnTheClock(ctx, query.departmentId)
  const period = await periodDaysOf(ctx, query.period)
  const people = await readPeriodHours(ctx, who, period, MAX_PERIOD_PEOPLE + 1)
  return {
    ...periodReplyOf(ctx, period),
    people: people.slice(0, MAX_PERIOD_PEOPLE).map(({ reply }) => reply),
    hasMore: people.length > MAX_PERIOD_PEOPLE,
  }
}

/** The period as replies have it, with its dates. */
export const periodReplyOf = ({ now }: Context, { start, end, days, rules }: PeriodDays) => ({
  period: {
    start,
    end,
    isOver: boundsOf(days).to <= now.getTime(),
    previous: previousPayPeriod({ start, end }, rules).start,
    next: nextPayPeriod({ start, end }, rules).start,
  },
  dates: days.map(({ date }) => date),
})
