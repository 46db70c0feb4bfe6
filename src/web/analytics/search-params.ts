import { DEFAULT_PERIOD, type Period, periods, type TrendMetric, trendMetrics } from '../../shared/analytics.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'

export const tabs = ['trends', 'workload', 'performance', 'overdue'] as const
export type Tab = (typeof tabs)[number]

/** What the analytics screen keeps in the address; what is absent is the first of its kind, of periods This Week. */
export interface AnalyticsSearch {
  period?: Period
  tab?: Tab
  metric?: TrendMetric
}

/** What the address says; unknown and bad values are dropped. */
export function validateAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const [period, tab, metric] = [
    periods.find((known) => known === search.period),
    tabs.find((known) => known === search.tab),
    trendMetrics.find((known) => known === search.metric),
  ]
  return { ...(period && { period }), ...(tab && { tab }), ...(metric && { metric }) }
}

/** What is chosen, and the way to choose anew. */
export function useAnalyticsSearch() {
  const search = useAddress(validateAnalyticsSearch)
  const { period = DEFAULT_PERIOD, tab = 'trends', metric = 'tasks' } = search
  const change = useChangeAddress<AnalyticsSearch>('push')
  return { period, tab, metric, change }
}
