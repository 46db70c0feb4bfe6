import type { TrendMetric, TrendPoint } from '../../shared/analytics.ts'
import { formatDate } from '../../shared/time.ts'
import { formatValue, metricUnits } from './format.ts'
import { completedTasks, FigureLink, overdueTasks, target } from './links.tsx'

/** A calendar day as text. */
const dayOf = (date: string) => formatDate(`${date}T12:00:00.000Z`, 'UTC')

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
}) => (
  <table className="w-full text-start tabular">
    <caption className="sr-only">{metricUnits[metric]}, by day</caption>
    <thead>
      <tr className="border-line border-b text-muted text-sm">
        <th scope="col" className="h-9 font-[550]">
          Day
        </th>
        <th scope="col" className="h-9 text-end font-[550]">
          {metricUnits[metric]}
        </th>
      </tr>
    </thead>
    <tbody>
      {points.toReversed().map(({ date, value }) => (
        <tr key={date} className="border-line border-b last:border-0">
          <th scope="row" className="h-9 font-normal touch:h-11">
            {dayOf(date)}
            {date === today && <span className="text-muted"> · today so far</span>}
          </th>
          <td className="h-9 text-end touch:h-11">
            <Value metric={metric} date={date} value={value} link={!plain && value > 0} isToday={date === today} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Value({
  metric,
  date,
  value,
  link,
  isToday,
}: TrendPoint & { metric: TrendMetric; link: boolean; isToday: boolean }) {
  const text = formatValue(metric, value)
  if (!link || (metric === 'overdue' && !isToday)) return text
  const to = metric === 'overdue' ? overdueTasks : completedTasks({ from: date, to: date })
  return (
    <FigureLink to={to} label={`${text} on ${dayOf(date)}`} className={target}>
      {text}
    </FigureLink>
  )
}
