import { CalendarOff, Coffee, TriangleAlert } from 'lucide-react'
import type { OnePersonsHours } from '../../../shared/hours.ts'
import { absenceInWords } from '../../components/labels/absence-labels.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { formatHourMinutes } from '../format.ts'
import { useHolidays } from '../holidays.ts'
import { formatDayName, warningWords } from './warning-words.ts'

/**
 * The days of a person's period: hours beside the planned ones, breaks, and in words what needs a look. Days without
 * hours are left out, unless something is to be said of them. With `onOpen`, each day leads to its sessions.
 */
export function DaysOfPeriod({
  hours,
  dates,
  onOpen,
}: {
  hours: OnePersonsHours
  dates: string[]
  onOpen?: (date: string) => void
}) {
  const i18n = useI18n()
  const holidays = useHolidays()
  const shown = dates.flatMap((date, at) => {
    const warnings = hours.warnings.filter((warning) => warning.date === date)
    const isToReview = hours.reviewDates.includes(date)
    const minutes = hours.days[at] ?? 0
    const approved = hours.approval?.days[at]
    const planned = hours.plannedDays?.[at] ?? 0
    const isChanged = approved !== undefined && approved !== minutes
    const away = (hours.away ?? []).filter(({ from, to }) => from <= date && to >= date)
    return minutes > 0 || away.length > 0 || planned > 0 || warnings.length > 0 || isToReview || isChanged
      ? [
          {
            date,
            minutes,
            planned,
            breaks: hours.breaks[at] ?? 0,
            warnings,
            isToReview,
            away,
            approved: isChanged ? approved : undefined,
          },
        ]
      : []
  })
  if (shown.length === 0)
    return <p className="border-line border-t px-4 py-5 text-center text-muted">{i18n.t('No hours in this period')}</p>
  return (
    <ul className="divide-y divide-line border-line border-t">
      {shown.map(({ date, minutes, planned, breaks, warnings, isToReview, away, approved }) => (
        <li
          key={date}
          className="relative grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-2 touch:py-3 has-[button]:hover:bg-hover"
        >
          <p className="tabular font-medium">
            {onOpen ? (
              <button type="button" onClick={() => onOpen(date)} className="text-start after:absolute after:inset-0">
                {formatDayName(date, { i18n })}
                <span className="sr-only">, {i18n.t('Show the sessions')}</span>
              </button>
            ) : (
              formatDayName(date, { i18n })
            )}
            {holidays.has(date) && (
              <span dir="auto" className="block font-normal text-muted text-sm wrap-anywhere">
                {holidays.get(date)}
              </span>
            )}
          </p>
          <div className="min-w-0 text-muted text-sm">
            {away.map((absence) => (
              <p key={absence.id} className="flex gap-1.5">
                <CalendarOff aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
                {absenceInWords(absence, i18n)}
              </p>
            ))}
            {breaks > 0 && (
              <p className="tabular flex gap-1.5">
                <Coffee aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
                {i18n.t('Breaks: {time}', { time: formatMinutes(breaks, i18n) })}
              </p>
            )}
            {isToReview && <Point tone="overdue">{i18n.t('A session needs a review')}</Point>}
            {approved !== undefined && (
              <Point tone="overdue">{i18n.t('Approved: {time}', { time: formatMinutes(approved, i18n) })}</Point>
            )}
            {warnings.map((warning) => (
              <Point key={warning.rule}>{warningWords(warning, i18n)}</Point>
            ))}
          </div>
          <p className={cx('tabular text-end font-medium', minutes === 0 && 'text-muted')}>
            {minutes === 0 ? '–' : formatMinutes(minutes, i18n)}
            {planned > 0 && (
              <span className="block font-normal text-muted text-sm">
                {i18n.t('{time} planned ##hours of work', { time: formatHourMinutes(planned) })}
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const Point = ({ tone, children }: { tone?: 'overdue'; children: string }) => (
  <p className={cx('tabular flex gap-1.5', tone === 'overdue' && 'font-medium text-overdue')}>
    <TriangleAlert aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
    {children}
  </p>
)
