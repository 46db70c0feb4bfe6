import { formatCount } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { formatHours } from './format.ts'

type I18n = Reader['i18n']
type Direction = 'more' | 'less' | 'same'

/** How a figure is written, and how its difference from an earlier one is said. */
interface Measure {
  format: (value: number, i18n: I18n) => string
  /** The difference, without its sign, in words. */
  words: (difference: number, direction: Direction, i18n: I18n) => string
}

const inTime = (time: string, direction: Direction, i18n: I18n) =>
  i18n.t('{direction, select, more {{time} longer} less {{time} shorter} other {as long}}', { direction, time })

const measures = {
  count: {
    format: (value, i18n) => formatCount(value, { i18n }),
    words: (count, direction, i18n) =>
      i18n.t(
        '{direction, select, more {{count, plural, one {# more} other {# more}}} less {{count, plural, one {# fewer} other {# fewer}}} other {as many}}',
        { direction, count },
      ),
  },
  /** Hours that passed. */
  hours: {
    format: formatHours,
    words: (hours, direction, i18n) => inTime(formatHours(hours, i18n), direction, i18n),
  },
  /** Whole minutes that passed. */
  minutes: {
    format: formatMinutes,
    words: (minutes, direction, i18n) => inTime(formatMinutes(minutes, i18n), direction, i18n),
  },
  /** Hours of work. */
  work: {
    format: formatHours,
    words: (hours, direction, i18n) =>
      i18n.t('{direction, select, more {{time} more} less {{time} less} other {as much}}', {
        direction,
        time: formatHours(hours, i18n),
      }),
  },
  /** Whole percents. */
  percent: {
    format: (value, i18n) => i18n.number(value / 100, { style: 'percent' }),
    words: (count, direction, i18n) =>
      i18n.t(
        '{direction, select, more {{count, plural, one {# point more} other {# points more}}} less {{count, plural, one {# point less} other {# points less}}} other {as much}}',
        { direction, count },
      ),
  },
} satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures

/** A figure as text; a dash where there is nothing to measure. */
export const formatMeasure = (measure: MeasureName, value: number | null, i18n: I18n) =>
  value === null ? '–' : measures[measure].format(value, i18n)

/** Digits that hours show: a difference that nobody sees is none. */
const rounded = (value: number) => Math.round(value * 10) / 10

/**
 * An earlier figure, and how much more or less the present one is, in words. The difference has a colour only where one
 * direction is worse. More created tasks, for example, are neither worse nor better.
 */
export function Difference({
  measure,
  now,
  earlier,
  worse,
}: {
  measure: MeasureName
  now: number | null
  earlier: number | null
  /** The worse direction. Without it the difference has no colour. */
  worse?: 'more' | 'less' | undefined
}) {
  const i18n = useI18n()
  const value = formatMeasure(measure, earlier, i18n)
  if (now === null || earlier === null) return <span className="tabular">{value}</span>
  const difference = rounded(rounded(now) - rounded(earlier))
  const direction = difference > 0 ? 'more' : difference < 0 ? 'less' : 'same'
  return (
    <span className="tabular">
      {value}
      <span
        className={cx(
          'block text-xs print:ms-1 print:inline',
          worse === undefined || direction === 'same'
            ? 'text-muted'
            : direction === worse
              ? 'text-overdue'
              : 'text-done',
        )}
      >
        {measures[measure].words(Math.abs(difference), direction, i18n)}
      </span>
    </span>
  )
}
