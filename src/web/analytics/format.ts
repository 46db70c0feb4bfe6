import type { Period, TrendMetric } from '../../shared/analytics.ts'

export const periodLabels: Record<Period, string> = { day: 'Today', week: 'This Week', month: 'This Month' }

export const metricLabels: Record<TrendMetric, string> = {
  tasks: 'Tasks Completed',
  duration: 'Avg. Duration',
  overdue: 'Overdue Count',
}

/** What a point counts, in the table's head and the chart's axis. */
export const metricUnits: Record<TrendMetric, string> = {
  tasks: 'Tasks completed',
  duration: 'Hours, on average',
  overdue: 'Tasks overdue',
}

export const formatCount = (count: number) => count.toLocaleString('en')

/** "5.3", with a decimal where it says something. */
export const formatDecimal = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

/** "5.3 h". */
export const formatHours = (hours: number) => `${formatDecimal(hours)} h`

/** A trend's value with its unit. */
export const formatValue = (metric: TrendMetric, value: number) =>
  metric === 'duration' ? formatHours(value) : `${formatCount(value)} ${value === 1 ? 'task' : 'tasks'}`

/** Who completed how much better than others (specification, section 9). */
export const ratingOf = (rank: number) => (rank <= 3 ? 'Excellent' : rank <= 7 ? 'Good' : 'Average')
