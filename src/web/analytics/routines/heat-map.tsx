import type { WeekHour } from '../../../shared/analytics-routines.ts'
import { formatCount, formatWeekdayName } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { useMedia, WIDE } from '../../ui/media.ts'
import { hourName } from './hour-name.ts'
import { useFigureList } from './list-address.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * From few to many. They differ in lightness, so that people who see no red tell them apart, and each has its number on
 * it in a colour that can be read there.
 */
const SHADES = [
  'bg-[color-mix(in_oklab,var(--overdue)_16%,var(--surface))] text-text',
  'bg-[color-mix(in_oklab,var(--overdue)_32%,var(--surface))] text-text',
  'bg-[color-mix(in_oklab,var(--overdue)_52%,var(--surface))] text-text',
  'bg-overdue text-surface',
]
const NONE_MISSED = 'bg-sunken text-muted'
const size = 'h-8 w-full min-w-0 rounded-[5px] text-xs tabular [print-color-adjust:exact] touch:h-11'

/** The highest count of each shade, up to the most of any hour. */
function stepsTo(most: number) {
  const steps = SHADES.map((_, at) => Math.ceil((most * (at + 1)) / SHADES.length))
  return [...new Set(steps)]
}

/** How often openings of each hour of the week were missed: hours across on wide screens, down on narrow ones. */
export function HeatMap({ hours }: { hours: WeekHour[] }) {
  const i18n = useI18n()
  const isWide = useMedia(WIDE)
  const cells = new Map(hours.map((cell) => [cell.weekday * 24 + cell.hour, cell]))
  const steps = stepsTo(Math.max(1, ...hours.map(({ missed }) => missed)))
  const shadeOf = (missed: number) =>
    missed === 0 ? NONE_MISSED : SHADES[SHADES.length - steps.length + steps.findIndex((step) => missed <= step)]
  const opened = new Set(hours.map(({ hour }) => hour))
  const shownHours = isWide ? HOURS : HOURS.filter((hour) => opened.has(hour))
  const weekday = (day: number, length: 'short' | 'long') => formatWeekdayName(day % 7, { i18n }, length)
  const cellOf = (day: number, hour: number) => (
    <td key={`${day} ${hour}`}>
      <Cell
        cell={cells.get(day * 24 + hour)}
        name={`${weekday(day, 'long')}, ${hourName(hour, i18n)}`}
        shadeOf={shadeOf}
      />
    </td>
  )
  const hourHead = (hour: number, scope: 'row' | 'col') => (
    <th
      key={hour}
      scope={scope}
      className={cx('font-normal text-muted text-xs tabular', scope === 'row' ? 'w-14 pe-1' : 'pb-1 text-center')}
    >
      {/* Beside each other there is room for the hour alone. */}
      {scope === 'row' ? hourName(hour, i18n) : hour}
    </th>
  )
  const dayHead = (day: number, scope: 'row' | 'col') => (
    <th
      key={day}
      scope={scope}
      className={cx('font-normal text-muted text-xs', scope === 'row' ? 'w-12' : 'pb-1 text-center')}
    >
      <abbr title={weekday(day, 'long')} className="no-underline">
        {weekday(day, 'short')}
      </abbr>
    </th>
  )
  return (
    <>
      <table className="-m-0.5 w-[calc(100%+0.25rem)] table-fixed border-separate border-spacing-0.5">
        <caption className="sr-only">
          {i18n.t('Missed occurrences by weekday and by the hour in which they opened')}
        </caption>
        <thead>
          <tr>
            <td className={isWide ? 'w-12' : 'w-14'} />
            {isWide ? shownHours.map((hour) => hourHead(hour, 'col')) : WEEKDAYS.map((day) => dayHead(day, 'col'))}
          </tr>
        </thead>
        <tbody>
          {isWide
            ? WEEKDAYS.map((day) => (
                <tr key={day}>
                  {dayHead(day, 'row')}
                  {shownHours.map((hour) => cellOf(day, hour))}
                </tr>
              ))
            : shownHours.map((hour) => (
                <tr key={hour}>
                  {hourHead(hour, 'row')}
                  {WEEKDAYS.map((day) => cellOf(day, hour))}
                </tr>
              ))}
        </tbody>
      </table>
      <Legend steps={steps} />
    </>
  )
}

function Cell({
  cell,
  name,
  shadeOf,
}: {
  cell: WeekHour | undefined
  name: string
  shadeOf: (missed: number) => string | undefined
}) {
  const i18n = useI18n()
  const { open } = useFigureList()
  if (!cell) return <span className="sr-only">{i18n.t('nothing opened')}</span>
  const { weekday, hour, missed, opened } = cell
  const words = i18n.t('{total, plural, one {{missed, number} of # missed} other {{missed, number} of # missed}}', {
    missed,
    total: opened,
  })
  const look = cx(size, shadeOf(missed))
  if (missed === 0)
    return (
      <span title={`${name}: ${words}`} className={cx(look, 'grid place-items-center')}>
        <span aria-hidden="true">0</span>
        <span className="sr-only">{words}</span>
      </span>
    )
  return (
    <button
      type="button"
      title={`${name}: ${words}`}
      aria-label={`${name}: ${words}`}
      onClick={() => open({ list: 'missed', weekday, hour })}
      className={cx(look, 'font-semibold outline-text hover:outline-2')}
    >
      {formatCount(missed, { i18n })}
    </button>
  )
}

/** The shades and their counts. */
function Legend({ steps }: { steps: number[] }) {
  const i18n = useI18n()
  const spans = steps.map((to, at) => [at === 0 ? 1 : (steps[at - 1] ?? 0) + 1, to] as const)
  const entries = [
    { key: 0, label: '0', shade: NONE_MISSED },
    ...spans.map(([from, to], at) => ({
      key: to,
      label: from === to ? formatCount(to, { i18n }) : `${formatCount(from, { i18n })}–${formatCount(to, { i18n })}`,
      shade: SHADES[SHADES.length - steps.length + at] ?? '',
    })),
  ]
  return (
    <ul aria-hidden="true" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
      {entries.map(({ key, label, shade }) => (
        <li key={key} className="flex items-center gap-1.5 tabular">
          <span className={cx('size-3.5 rounded-[4px] [print-color-adjust:exact]', shade)} />
          {label}
        </li>
      ))}
      <li>{i18n.t('missed. Where there is no field, nothing opened.')}</li>
    </ul>
  )
}
