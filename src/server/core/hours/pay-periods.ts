import {
  defaultPayPeriods,
  type PayPeriod,
  type PayPeriodRules,
  payPeriodOf,
  payPeriodRulesOf,
  type StoredPayPeriods,
} from '../../../shared/pay-periods.ts'
import { type Day, dateOf, daysFromTo } from '../../../shared/time/time.ts'
import type { OpenContext } from '../context.ts'

/** The pay periods of an organisation that has chosen none. */
export const untouchedPayPeriods: StoredPayPeriods = { rules: [...defaultPayPeriods], updatedAt: null }

/** How hours are cut into pay periods. It is in memory and costs no statement. */
export const payPeriodsOf = async ({
  db,
  services,
}: Pick<OpenContext, 'db' | 'services'>): Promise<StoredPayPeriods> => ({
  ...untouchedPayPeriods,
  ...(await services.settings.read(db)).payPeriods,
})

/** A pay period with its days in the deployment's time zone. */
export interface PeriodDays extends PayPeriod {
  days: Day[]
  rules: PayPeriodRules
}

/** The pay period of a day ("2026-11-20"), by default of today. */
export async function periodDaysOf(
  ctx: Pick<OpenContext, 'db' | 'services' | 'now'>,
  day: string | undefined,
): Promise<PeriodDays> {
  const { timeZone } = ctx.services.config
  const rules = payPeriodRulesOf(await payPeriodsOf(ctx))
  const period = payPeriodOf(day ?? dateOf(ctx.now.getTime(), timeZone), rules)
  return { ...period, days: daysFromTo(period.start, period.end, timeZone), rules }
}
