import { DEFAULT_PERIOD, type Period, periods, type TrendMetric, trendMetrics } from '../../shared/analytics.ts'
import { choiceIn, readAddress } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

export const tabs = ['trends', 'workload', 'performance', 'overdue', 'routines', 'shift'] as const
export type Tab = (typeof tabs)[number]

/** The analytics screen's part of the address. Each value that is absent has a default. */
interface AnalyticsSearch {
  period?: Period
  tab?: Tab
  metric?: TrendMetric
}

const readSearch = readAddress<AnalyticsSearch>({
  period: choiceIn(...periods),
  tab: choiceIn(...tabs),
  metric: choiceIn(...trendMetrics),
})

/** The choices in the address, with their defaults, and the function that changes them. */
export function useAnalyticsSearch() {
  const search = useAddress(readSearch)
  const { period = DEFAULT_PERIOD, tab = 'trends', metric = 'tasks' } = search
  const change = useChangeAddress<AnalyticsSearch>('push')
  return { period, tab, metric, change }
}
