import {
  DEFAULT_PERIOD,
  datesOf,
  MAX_RANGE_DAYS,
  type Period,
  periods,
  type RangeQuery,
  type TrendMetric,
  trendMetrics,
} from '../../shared/analytics.ts'
import type { DateRange } from '../../shared/time/compared-days.ts'
import { daysLater } from '../../shared/time/time.ts'
import { choiceIn, day, readAddress } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

export const tabs = ['trends', 'workload', 'performance', 'overdue', 'routines', 'shift', 'sheet'] as const
export type Tab = (typeof tabs)[number]

/** The choice of days: a period, or chosen dates. */
export const rangeChoices = [...periods, 'dates'] as const
export type RangeChoice = (typeof rangeChoices)[number]

/** The days that are shown, and what a read sends for them. */
export interface ShownDays extends DateRange {
  query: RangeQuery
}

/** The analytics screen's part of the address. Each value that is absent has a default. */
interface AnalyticsSearch {
  period?: Period
  /** The first and the last of chosen dates. They go before a period. */
  from?: string
  to?: string
  tab?: Tab
  metric?: TrendMetric
}

const readSearch = readAddress<AnalyticsSearch>({
  period: choiceIn(...periods),
  from: day,
  to: day,
  tab: choiceIn(...tabs),
  metric: choiceIn(...trendMetrics),
})

/** The chosen dates of an address; undefined if there are none, or the server would refuse them. */
function chosenDates({ from, to }: AnalyticsSearch): DateRange | undefined {
  if (!from || !to || from > to || daysLater(from, MAX_RANGE_DAYS) <= to) return undefined
  return { from, to }
}

/** The choices in the address, with their defaults, and the functions that change them. `now` is in milliseconds. */
export function useAnalyticsDays(now: number, timeZone: string) {
  const search = useAddress(readSearch)
  const change = useChangeAddress<AnalyticsSearch>('push')
  const dates = chosenDates(search)
  const period = search.period ?? DEFAULT_PERIOD
  const query: RangeQuery = dates ?? { period }
  const days: ShownDays = { ...datesOf(query, now, timeZone), query }
  const choice: RangeChoice = dates ? 'dates' : period
  /** Shows these days: as a period, if they are the days of one. */
  const show = ({ from, to }: DateRange) => {
    const same = periods.find((each) => {
      const known = datesOf({ period: each }, now, timeZone)
      return known.from === from && known.to === to
    })
    void change(same ? { period: same, from: undefined, to: undefined } : { period: undefined, from, to })
  }
  /** Chosen dates begin with those that are shown. */
  const choose = (next: RangeChoice) =>
    void change(
      next === 'dates'
        ? { period: undefined, from: days.from, to: days.to }
        : { period: next, from: undefined, to: undefined },
    )
  return { days, choice, show, choose, change }
}

/** The tab and the metric in the address, with their defaults, and the function that changes them. */
export function useAnalyticsSearch() {
  const search = useAddress(readSearch)
  const { tab = 'trends', metric = 'tasks' } = search
  const change = useChangeAddress<AnalyticsSearch>('push')
  return { tab, metric, change }
}
