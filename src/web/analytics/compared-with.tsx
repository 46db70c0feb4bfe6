import { type ComparedDays, comparedWith, type DateRange } from '../../shared/time/compared-days.ts'
import { formatDays, formatTime } from '../../shared/words/formats.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'

/** Says with which days the figures are compared, because the reader has to know where these end. */
export function ComparedWith({ days, now, className }: { days: DateRange; now: number; className?: string }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { before, yearBefore } = comparedWith(days, now, timeZone)
  const words = (each: ComparedDays) => {
    const dates = formatDays(each.from, each.to, reader)
    if (each.until === null) return dates
    const time = formatTime(new Date(each.span.to).toISOString(), reader)
    return i18n.t('{dates} until {time}', { dates, time })
  }
  return (
    <p className={cx('text-pretty text-muted text-xs', className)}>
      <bdi>
        {i18n.t('Before: {before}. A year before: {yearBefore}.', {
          before: words(before),
          yearBefore: words(yearBefore),
        })}
      </bdi>
    </p>
  )
}
