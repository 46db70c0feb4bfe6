import { dateTimeIn, formatDate, formatTime } from '../../shared/time.ts'

const grouped = new Intl.NumberFormat('en-US')

/** "30,000". */
export const formatCount = (count: number) => grouped.format(count)

/** "6 h 12 min", "48 min", "8 h". */
export function formatMinutes(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${formatCount(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** "Nov 3, 2026, 17:30"; without the time if that is the end of the day, as of a due date without a time. */
export const formatMoment = (iso: string, timeZone: string) =>
  dateTimeIn(iso, timeZone).endOfDay
    ? formatDate(iso, timeZone)
    : `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`
