import { Area, Bar, CartesianGrid, Cell, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { TrendMetric, TrendPoint } from '../../../shared/analytics.ts'
import { formatCount, formatDate, formatDay } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { formatFigure, metricUnits } from '../format.ts'
import { Bubble, frame, Hatched, useAxes } from './frame.tsx'

/** The axis reaches at least this value. */
const MIN_AXIS_TOP = 4

const noon = (date: string) => `${date}T12:00:00.000Z`

const area = {
  type: 'linear',
  stroke: 'var(--overdue)',
  strokeWidth: 2,
  fill: 'var(--overdue)',
  fillOpacity: 0.14,
  activeDot: { r: 5, stroke: 'var(--surface)', strokeWidth: 2, fill: 'var(--overdue)' },
  isAnimationActive: false,
} as const

/**
 * A trend as bars; overdue tasks, which last from day to day, as an area. Arrow keys go from day to day, and a click
 * opens the tasks of the day. Today is hatched, because it is not over.
 */
export function TrendChart({
  metric,
  points,
  today,
  onOpen,
}: {
  metric: TrendMetric
  points: TrendPoint[]
  today: string
  onOpen: ((date: string) => void) | undefined
}) {
  const i18n = useI18n()
  const isArea = metric === 'overdue'
  const { x, y, margin } = useAxes(8)
  return (
    <ResponsiveContainer
      width="100%"
      height="100%"
      className={cx(frame, onOpen && '[&_.recharts-surface]:cursor-pointer')}
    >
      <ComposedChart
        data={points}
        margin={{ top: 8, bottom: 0, ...margin }}
        barCategoryGap="22%"
        aria-label={i18n.t('Chart: {metric}, by day. Arrow keys read the values.', {
          metric: i18n.t(metricUnits[metric]),
        })}
        onClick={({ activeLabel }) => onOpen && activeLabel !== undefined && onOpen(String(activeLabel))}
      >
        <defs>
          <Hatched id="today" colour="var(--accent)" />
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...x}
          dataKey="date"
          tickFormatter={(date: string) => formatDay(noon(date), { i18n, timeZone: 'UTC' })}
          minTickGap={24}
          interval="preserveEnd"
        />
        <YAxis
          {...y}
          axisLine={false}
          width={44}
          allowDecimals={metric === 'duration'}
          domain={[0, points.some(({ value }) => value > MIN_AXIS_TOP) ? 'auto' : MIN_AXIS_TOP]}
          tickFormatter={(value: number) => {
            const count = formatCount(value, { i18n })
            return metric === 'duration' ? i18n.t('{hours} h', { hours: count }) : count
          }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--control)' }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as TrendPoint | undefined
            return active && point ? <PointBubble metric={metric} point={point} today={today} /> : null
          }}
        />
        {isArea ? (
          <Area {...area} dataKey="value" />
        ) : (
          <Bar dataKey="value" fill="var(--accent)" radius={[3, 3, 0, 0]} isAnimationActive={false}>
            {points.map(({ date }) => (
              <Cell key={date} fill={date === today ? 'url(#today)' : 'var(--accent)'} />
            ))}
          </Bar>
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function PointBubble({ metric, point, today }: { metric: TrendMetric; point: TrendPoint; today: string }) {
  const i18n = useI18n()
  const day = formatDate(noon(point.date), { i18n, timeZone: 'UTC' })
  return (
    <Bubble title={point.date === today ? i18n.t('{date}, today so far', { date: day }) : day}>
      {formatFigure(metric, point.value, i18n)}
    </Bubble>
  )
}
