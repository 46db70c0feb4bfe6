import type { Period, TrendMetric } from '../../shared/analytics.ts'

export const periodLabels: Record<Period, string> = { day: 'Today', week: 'This Week', month: 'This Month' }

export const metricLabels: Record<TrendMetric, string> = {
  tasks: 'Tasks Completed',
  duration: 'Avg. Duration',
  overdue: 'Overdue Count',
}

/** The unit of each metric, for the table's head and the chart's axis. */
export const metricUnits: Record<TrendMetric, string> = {
  tasks: 'Tasks completed',
  duration: 'Hours, on average',
  overdue: 'Tasks overdue',
}

export const formatCount = (count: number) => count.toLocaleString('en')

/** "5.3", without the decimal from 100 on. */
export const formatDecimal = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

/** "5.3 h". */
export const formatHours = (hours: number) => `${formatDecimal(hours)} h`

/** A trend's value with its unit. */
export const formatValue = (metric: TrendMetric, value: number) =>
  metric === 'duration' ? formatHours(value) : `${formatCount(value)} ${value === 1 ? 'task' : 'tasks'}`

/** The rating of a rank: the first three, up to the seventh, and the rest. */
export const ratingOf = (rank: number) => (rank <= 3 ? 'Excellent' : rank <= 7 ? 'Good' : 'Average')
