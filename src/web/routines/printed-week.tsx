import { Fragment } from 'react'
import type { Routine, WeekOccurrence } from '../../shared/routines.ts'
import type { Day } from '../../shared/time/time.ts'
import { formatDays, formatWeekdayName } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { stateOf, stateStyles } from '../components/labels/outcome.tsx'
import { windowTimes } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { byDepartment } from './matching.ts'
import { occurrencesOfWeek, type ShownOccurrences } from './occurrences.ts'
import { Legend } from './week-grid.tsx'
import { expectedOf } from './words.ts'

/**
 * The week of the routines on paper: a row a routine, a column a day. A routine with the same times each day has them
 * beside its title, so that a row takes two lines.
 */
export function PrintedWeek({
  routines,
  week,
  days,
  now,
  words,
  onDone,
}: {
  routines: readonly Routine[]
  week: readonly WeekOccurrence[]
  days: readonly Day[]
  /** Milliseconds. */
  now: number
  /** The words that the list was searched for. */
  words: string | undefined
  onDone: () => void
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { label } = useDepartmentFilter()
  const occurrences = occurrencesOfWeek(routines, week, days, now, timeZone)
  // A routine that does not come in this week would be an empty row.
  const shown = routines.filter(({ id }) => (occurrences.get(id)?.size ?? 0) > 0)
  const heads = days.map(
    ({ date }, at) => `${formatWeekdayName((at + 1) % 7, { i18n }, 'short')} ${Number(date.slice(8))}`,
  )
  return (
    <PrintSheet
      title={i18n.t('Routines')}
      facts={[
        label,
        formatDays(days[0]?.date, days.at(-1)?.date, { i18n }),
        words && i18n.t('“{text}”', { text: words }),
        i18n.t('{count, plural, one {# routine} other {# routines}}', { count: shown.length }),
      ]}
      ready
      onDone={onDone}
    >
      <PrintTable dense heads={[i18n.t('Routine'), ...heads]}>
        {byDepartment(shown, reader).map(({ department, routines: own }) => (
          <Fragment key={department?.id ?? 'none'}>
            <tr className="break-after-avoid">
              <th scope="colgroup" colSpan={8} className="pt-3 font-semibold">
                <bdi>{department?.name ?? i18n.t('No department')}</bdi>
              </th>
            </tr>
            {own.map((routine) => (
              <Row key={routine.id} routine={routine} days={days} now={now} occurrences={occurrences.get(routine.id)} />
            ))}
          </Fragment>
        ))}
      </PrintTable>
      <Legend />
    </PrintSheet>
  )
}

function Row({
  routine,
  days,
  now,
  occurrences,
}: {
  routine: Routine
  days: readonly Day[]
  now: number
  occurrences: ReadonlyMap<string, ShownOccurrences[]> | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  const timesOf = ({ opensAt, dueAt }: ShownOccurrences) => windowTimes(opensAt, dueAt, reader)
  const [times, ...others] = new Set([...(occurrences?.values() ?? [])].flat().map(timesOf))
  const isSteady = others.length === 0
  return (
    <tr>
      <td className="w-2/5">
        <span dir="auto">{routine.title}</span>
        <span className="tabular block text-muted text-xs">
          <bdi>{[isSteady && times, routine.place, expectedOf(routine, i18n)].filter(Boolean).join(' · ')}</bdi>
        </span>
      </td>
      {days.map(({ date }) => (
        <td key={date}>
          {occurrences?.get(date)?.map((occurrence) => {
            const { icon: Icon, label } = stateStyles[occurrence.taskId === null ? 'to-come' : stateOf(occurrence, now)]
            return (
              <span key={occurrence.opensAt} className="tabular flex items-center gap-1 text-xs">
                <Icon aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="sr-only">{i18n.t(label)}</span>
                {!isSteady && timesOf(occurrence)}
              </span>
            )
          })}
        </td>
      ))}
    </tr>
  )
}
