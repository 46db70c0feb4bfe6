import type { TrendMetric } from '../../shared/analytics.ts'
import { formatDecimal } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { RangeChoice } from './search-params.ts'

export const choiceLabels: Record<RangeChoice, Message> = {
  day: msg('Today'),
  week: msg('This Week'),
  month: msg('This Month'),
  dates: msg('Dates'),
}

export const metricLabels: Record<TrendMetric, Message> = {
  tasks: msg('Tasks Completed'),
  duration: msg('Avg. Duration'),
  overdue: msg('Overdue Count'),
}

/** The unit of each metric, for the table's head and the chart's axis. */
export const metricUnits: Record<TrendMetric, Message> = {
  tasks: msg('Tasks completed'),
  duration: msg('Hours, on average'),
  overdue: msg('Tasks overdue'),
}

/** "5.3 h". */
export const formatHours = (hours: number, i18n: Reader['i18n']) =>
  i18n.t('{hours} h', { hours: formatDecimal(hours, { i18n }) })

/** A trend's value with its unit. */
export const formatFigure = (metric: TrendMetric, value: number, i18n: Reader['i18n']) =>
  metric === 'duration'
    ? formatHours(value, i18n)
    : i18n.t('{count, plural, one {# task} other {# tasks}}', { count: value })

/** The rating of a rank: the first three, up to the seventh, and the rest. */
export const ratingOf = (rank: number) => (rank <= 3 ? 'excellent' : rank <= 7 ? 'good' : 'average')

export const ratingLabels: Record<ReturnType<typeof ratingOf>, Message> = {
  excellent: msg('Excellent'),
  good: msg('Good'),
  average: msg('Average'),
}
