import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { daysLater } from '../../../shared/time/time.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

/** Buttons for the previous, the next and this week. `onChange` gets a Monday; undefined stands for this week. */
export function WeekNav({
  monday,
  weeks = 1,
  isCurrent,
  isLast = false,
  align = 'end',
  onChange,
}: {
  /** The first day of the week that is shown. */
  monday: string
  /** How many weeks are shown. The buttons lead as far. */
  weeks?: number
  isCurrent: boolean
  /** There is no later week to show. */
  isLast?: boolean
  align?: 'start' | 'end'
  onChange: (monday: string | undefined) => void
}) {
  const i18n = useI18n()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Button
        variant="ghost"
        disabled={isCurrent}
        onClick={() => onChange(undefined)}
        className={cx(
          isCurrent ? 'max-md:hidden md:invisible' : 'max-md:w-11 max-md:px-0!',
          align === 'start' && 'order-last',
        )}
      >
        <CalendarCheck aria-hidden="true" className="size-5 md:hidden" />
        <span className="max-md:sr-only">{i18n.t('This week')}</span>
      </Button>
      <IconButton
        label={weeks > 1 ? i18n.t('Earlier weeks') : i18n.t('Previous week')}
        onClick={() => onChange(daysLater(monday, -7 * weeks))}
      >
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </IconButton>
      <p
        aria-live="polite"
        className="tabular min-w-0 text-balance text-center font-medium leading-snug max-md:flex-1 md:min-w-42"
      >
        {/* Where there is too little room, the year goes below, not half of the days. */}
        <bdi>{formatDays(monday, daysLater(monday, 7 * weeks - 1), { i18n }).replace(' – ', '\u00a0–\u00a0')}</bdi>
      </p>
      <IconButton
        label={weeks > 1 ? i18n.t('Later weeks') : i18n.t('Next week')}
        disabled={isLast}
        onClick={() => onChange(daysLater(monday, 7 * weeks))}
      >
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  )
}
