import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Workload } from '../../../shared/analytics.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import { shortDepartment } from '../../components/people/short-department.ts'
import { useI18n } from '../../language.ts'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { formatHours } from '../format.ts'
import { Bubble, frame, Hatched, useAxes } from './frame.tsx'

const bar = { barSize: 11, isAnimationActive: false } as const

/** The axis reaches at least this value. */
const MIN_AXIS_TOP = 4

/** Shortens a name to two lines of `letters` letters. It cuts long words: the chart would hide their beginning. */
function shorten(name: string, letters: number) {
  const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text)
  return cut(
    name.replace(/\S+/g, (word) => cut(word, letters)),
    2 * letters,
  )
}

/** Two bars for each department: open tasks, with the overdue ones hatched, and completed tasks. */
export function WorkloadChart({ rows }: { rows: Workload[] }) {
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const { x, y, margin } = useAxes(12)
  const data = rows.map((row) => ({
    ...row,
    name: notSmall ? row.departmentName : shortDepartment(row.departmentName),
    onTime: row.active - row.overdue,
  }))
  return (
    <ResponsiveContainer width="100%" height={36 + data.length * 46} className={frame}>
      <BarChart
        data={data}
        layout="vertical"
        margin={{ top: 0, bottom: 0, ...margin }}
        barGap={3}
        aria-label={i18n.t('Chart: open, overdue and completed tasks of each department. Arrow keys read the values.')}
      >
        <defs>
          <Hatched id="late" colour="var(--overdue)" />
        </defs>
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis
          {...x}
          type="number"
          allowDecimals={false}
          domain={[
            0,
            rows.some(({ active, completed }) => Math.max(active, completed) > MIN_AXIS_TOP) ? 'auto' : MIN_AXIS_TOP,
          ]}
          tickFormatter={(count: number) => formatCount(count, { i18n })}
        />
        <YAxis
          {...y}
          type="category"
          dataKey="name"
          width={notSmall ? 190 : 104}
          interval={0}
          tickFormatter={(name: string) => shorten(name, notSmall ? 26 : 12)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          content={({ active, payload }) => {
            const row = payload?.[0]?.payload as Workload | undefined
            if (!active || !row) return null
            return (
              <Bubble title={row.departmentName}>
                {i18n.t(
                  '{active, plural, one {# active} other {# active}}, of these {overdue, plural, one {# overdue} other {# overdue}}',
                  { active: row.active, overdue: row.overdue },
                )}
                <br />
                {i18n.t('{completed, plural, one {# completed} other {# completed}} · {time} worked', {
                  completed: row.completed,
                  time: formatHours(row.hoursWorked, i18n),
                })}
              </Bubble>
            )
          }}
        />
        <Bar {...bar} dataKey="onTime" stackId="open" fill="var(--progress)" />
        <Bar {...bar} dataKey="overdue" stackId="open" fill="url(#late)" radius={[0, 3, 3, 0]} />
        <Bar {...bar} dataKey="completed" stackId="done" fill="var(--done)" fillOpacity={0.85} radius={[0, 3, 3, 0]} />
      </BarChart>
    </ResponsiveContainer>
  )
}
