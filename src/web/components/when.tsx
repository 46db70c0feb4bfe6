import { dateTimeIn, formatDate, formatDay, formatTime } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'

const formats = {
  /** Nov 3 */
  day: formatDay,
  /** Nov 3, 2026 */
  date: formatDate,
  /** Nov 3, 2026, 17:30; without the time where it is the end of a day. */
  moment: (iso: string, timeZone: string) =>
    dateTimeIn(iso, timeZone).endOfDay
      ? formatDate(iso, timeZone)
      : `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`,
}

/** A point in time in the words of the deployment's time zone. */
export function When({ iso, as = 'date', className }: { iso: string; as?: keyof typeof formats; className?: string }) {
  const { timeZone } = useViewer()
  return (
    <time dateTime={iso} className={className}>
      {formats[as](iso, timeZone)}
    </time>
  )
}
