import { DEFAULT_PERIOD, type Period, periods, type TrendMetric, trendMetrics } from '../../shared/analytics.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

export const tabs = ['trends', 'workload', 'performance', 'overdue', 'routines', 'shift'] as const
export type Tab = (typeof tabs)[number]

/** The analytics screen's part of the address. Each value that is absent has a default. */
interface AnalyticsSearch {
  period?: Period
  tab?: Tab
  metric?: TrendMetric
}

/** Reads the address and drops unknown and bad values. */
function validateAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const [period, tab, metric] = [
    periods.find((value) => value === search.period),
    tabs.find((value) => value === search.tab),
    trendMetrics.find((value) => value === search.metric),
  ]
  return { ...(period && { period }), ...(tab && { tab }), ...(metric && { metric }) }
}

/** The choices in the address, with their defaults, and the function that changes them. */
export function useAnalyticsSearch() {
  const search = useAddress(validateAnalyticsSearch)
  const { period = DEFAULT_PERIOD, tab = 'trends', metric = 'tasks' } = search
  const change = useChangeAddress<AnalyticsSearch>('push')
  return { period, tab, metric, change }
}
