import type { PayPeriodKind } from '../../../shared/pay-periods.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

/** The kinds of pay periods, for people. */
export const payPeriodLabels: Record<PayPeriodKind, Message> = {
  month: msg('A month'),
  'half-month': msg('Half a month: to the 15th, and from the 16th'),
  'two-weeks': msg('Two weeks'),
  week: msg('A week, from Monday'),
}
