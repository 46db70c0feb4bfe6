import { Fragment } from 'react'
import type { PersonsHours } from '../../../shared/hours.ts'
import { formatTenths } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'

/** Minutes that fill a day's bar. */
const FULL_DAY = 12 * 60

/** The numbers of the days above the bars. Where there is little room, one a week. */
export const StripHead = ({ dates }: { dates: string[] }) => (
  <div
    aria-hidden="true"
    className="tabular grid gap-px text-center text-muted text-xs"
    style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}
  >
    {dates.map((date, at) => {
      const number = Number(date.slice(8))
      const weekly = { gridColumn: `span ${Math.min(7, dates.length - at)}` }
      return (
        <Fragment key={date}>
          {at % 7 === 0 && (
            <span className="text-start xl:hidden" style={weekly}>
              {number}
            </span>
          )}
          <span className="hidden xl:block">{number}</span>
        </Fragment>
      )
    })}
  </div>
)

/**
 * The days of a period at a glance: a bar for each day, and its decimal hours where there is room. For the eye alone:
 * the person's dialog has them in words.
 */
export function Strip({ hours, dates }: { hours: PersonsHours; dates: string[] }) {
  const i18n = useI18n()
  const marked = new Set(hours.warnings.map(({ date }) => date))
  const toReview = new Set(hours.reviewDates)
  return (
    <div
      aria-hidden="true"
      className="tabular grid h-9 items-end gap-px"
      style={{ gridTemplateColumns: `repeat(${dates.length}, minmax(0, 1fr))` }}
    >
      {dates.map((date, at) => {
        const minutes = hours.days[at] ?? 0
        const isWeekend = [0, 6].includes(new Date(date).getUTCDay())
        const tone = toReview.has(date)
          ? 'bg-overdue forced-colors:bg-[Mark]'
          : marked.has(date)
            ? 'bg-high forced-colors:bg-[Mark]'
            : 'bg-accent/70 forced-colors:bg-[CanvasText]'
        return (
          <span
            key={date}
            className={cx(
              'relative flex h-full items-end overflow-hidden rounded-xs',
              isWeekend ? 'bg-hover' : 'bg-sunken',
            )}
          >
            <span className={cx('w-full', tone)} style={{ height: `${Math.min(1, minutes / FULL_DAY) * 60}%` }} />
            {minutes > 0 && (
              <span className="absolute inset-x-0 top-0 hidden text-center text-[10px] leading-3.5 xl:block">
                {formatTenths(minutes / 60, { i18n })}
              </span>
            )}
          </span>
        )
      })}
    </div>
  )
}
