import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { formatDays } from '../../shared/formats.ts'
import { weekOf, weekOfDate } from '../../shared/time.ts'
import { markStale } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useMidnight } from '../components/use-midnight.ts'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { daysLater } from './format.ts'
import { useMinute } from './now.ts'
import { useClockSearch } from './search-params.ts'

/** The week in the address, or this week. Hours are read again when a new day begins. */
export function useWeek() {
  const { timeZone } = useViewer()
  const { search } = useClockSearch()
  const now = useMinute()
  useMidnight(() => void markStale(['clock']))
  const current = weekOf(now, timeZone)
  const days = search.week === undefined ? current : weekOfDate(search.week, timeZone)
  const monday = days[0]?.date ?? ''
  return { days, now, timeZone, monday, isCurrent: monday === current[0]?.date, query: { week: search.week && monday } }
}

/** Buttons for the previous, the next and this week. */
export function WeekNav({ align = 'end' }: { align?: 'start' | 'end' }) {
  const i18n = useI18n()
  const { days, monday, isCurrent } = useWeek()
  const { change } = useClockSearch()
  const sunday = days.at(-1)?.date ?? ''
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Button
        variant="ghost"
        disabled={isCurrent}
        onClick={() => change({ week: undefined })}
        className={cx(
          isCurrent ? 'max-md:hidden md:invisible' : 'max-md:w-11 max-md:px-0!',
          align === 'start' && 'order-last',
        )}
      >
        <CalendarCheck aria-hidden="true" className="size-5 md:hidden" />
        <span className="max-md:sr-only">{i18n.t('This week')}</span>
      </Button>
      <IconButton label={i18n.t('Previous week')} onClick={() => change({ week: daysLater(monday, -7) })}>
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </IconButton>
      <p
        aria-live="polite"
        className="tabular min-w-0 text-balance text-center font-[550] leading-snug max-md:flex-1 md:min-w-42"
      >
        <bdi>{formatDays(monday, sunday, { i18n })}</bdi>
      </p>
      <IconButton
        label={i18n.t('Next week')}
        disabled={isCurrent}
        onClick={() => change({ week: daysLater(monday, 7) })}
      >
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  )
}
