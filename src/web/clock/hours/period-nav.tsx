import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  defaultPayPeriods,
  nextPayPeriod,
  type PayPeriod,
  type PayPeriodRules,
  payPeriodOf,
  payPeriodRulesOf,
  payPeriodsApi,
  previousPayPeriod,
} from '../../../shared/pay-periods.ts'
import { boundsOf, dateOf, daysFromTo, daysLater } from '../../../shared/time/time.ts'
import { formatDays, formatMonth } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useMinute } from '../../ui/now.ts'
import { useClockSearch } from '../search-params.ts'

/** So many days into a period, people still settle the hours of the one before. */
const SETTLING_DAYS = 10

/** The period in whose hours people are interested on a day, if they choose none. */
export function usualPeriod(today: string, rules: PayPeriodRules): PayPeriod {
  const period = payPeriodOf(today, rules)
  return today < daysLater(period.start, SETTLING_DAYS) ? previousPayPeriod(period, rules) : period
}

/** The pay period in the address, or the usual one; undefined until the rules are known. */
export function usePeriod() {
  const { timeZone } = useViewer()
  const { search } = useClockSearch()
  const now = useMinute()
  const { data, isError } = useReply(payPeriodsApi.get, {})
  // A server of before knows no pay periods.
  const rules = data ? payPeriodRulesOf(data) : isError ? defaultPayPeriods : undefined
  if (!rules) return undefined
  const today = dateOf(now, timeZone)
  const usual = usualPeriod(today, rules)
  const period = search.period === undefined ? usual : payPeriodOf(search.period, rules)
  const days = daysFromTo(period.start, period.end, timeZone)
  return {
    ...period,
    days,
    now,
    rules,
    /** The first day of the usual period. */
    usual: usual.start,
    isUsual: period.start === usual.start,
    isOver: boundsOf(days).to <= now,
  }
}

/** "November 2026", or "Nov 16 – 22, 2026". */
export function formatPeriod({ start, end }: PayPeriod, { i18n }: Pick<Reader, 'i18n'>) {
  const isMonth =
    start.slice(8) === '01' && daysLater(end, 1).slice(8) === '01' && start.slice(0, 7) === end.slice(0, 7)
  return isMonth ? formatMonth(start.slice(0, 7), { i18n }) : formatDays(start, end, { i18n })
}

/** Buttons for the previous and the next pay period. There are no hours after the running one. */
export function PeriodNav() {
  const i18n = useI18n()
  const period = usePeriod()
  const { change } = useClockSearch()
  if (!period) return null
  const { rules, isUsual, isOver, usual } = period
  const show = (day: string) => change({ period: day === usual ? undefined : day })
  return (
    <div className="flex min-w-0 items-center gap-1 px-3 pb-2 max-md:w-full md:justify-end">
      <Button
        variant="ghost"
        disabled={isUsual}
        onClick={() => change({ period: undefined })}
        className={isUsual ? 'max-md:hidden md:invisible' : 'max-md:w-11 max-md:px-0!'}
      >
        <CalendarCheck aria-hidden="true" className="size-5 md:hidden" />
        <span className="max-md:sr-only">{i18n.t('Back to now')}</span>
      </Button>
      <IconButton label={i18n.t('Previous period')} onClick={() => show(previousPayPeriod(period, rules).start)}>
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </IconButton>
      <p
        aria-live="polite"
        className={cx('tabular min-w-0 text-balance text-center font-medium max-md:flex-1 md:min-w-42')}
      >
        <bdi>{formatPeriod(period, { i18n })}</bdi>
      </p>
      <IconButton
        label={i18n.t('Next period')}
        disabled={!isOver}
        onClick={() => show(nextPayPeriod(period, rules).start)}
      >
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  )
}
