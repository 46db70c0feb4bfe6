import type { TrendMetric, TrendPoint } from '../../shared/analytics.ts'
import { formatDate } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useI18n } from '../language.ts'
import { formatFigure, metricUnits } from './format.ts'
import { completedTasks, FigureLink, overdueTasks, target } from './links.tsx'

/** A calendar day as text. */
const dayOf = (date: string, i18n: Reader['i18n']) => formatDate(`${date}T12:00:00.000Z`, { i18n, timeZone: 'UTC' })

/** The points of a trend, newest first. `plain` leaves out the links, for the table that only screen readers get. */
export const TrendTable = ({
  metric,
  points,
  today,
  plain = false,
}: {
  metric: TrendMetric
  points: TrendPoint[]
  today: string
  plain?: boolean
}) => {
  const i18n = useI18n()
  return (
    <table className="w-full text-start tabular">
      <caption className="sr-only">{i18n.t('{metric}, by day', { metric: i18n.t(metricUnits[metric]) })}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-sm">
          <th scope="col" className="h-9 font-medium">
            {i18n.t('Day')}
          </th>
          <th scope="col" className="h-9 text-end font-medium">
            {i18n.t(metricUnits[metric])}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map(({ date, value }) => (
          <tr key={date} className="border-line border-b last:border-0">
            <th scope="row" className="h-9 font-normal touch:h-11">
              <time dateTime={date}>{dayOf(date, i18n)}</time>
              {date === today && <span className="text-muted"> · {i18n.t('today so far')}</span>}
            </th>
            <td className="h-9 text-end touch:h-11">
              <Value metric={metric} date={date} value={value} link={!plain && value > 0} isToday={date === today} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({
  metric,
  date,
  value,
  link,
  isToday,
}: TrendPoint & { metric: TrendMetric; link: boolean; isToday: boolean }) {
  const i18n = useI18n()
  const text = formatFigure(metric, value, i18n)
  if (!link || (metric === 'overdue' && !isToday)) return text
  const to = metric === 'overdue' ? overdueTasks : completedTasks({ from: date, to: date })
  return (
    <FigureLink
      to={to}
      label={i18n.t('{value} on {date}', { value: text, date: dayOf(date, i18n) })}
      className={target}
    >
      {text}
    </FigureLink>
  )
}
