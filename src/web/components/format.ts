import { dateTimeIn, formatDate, formatTime } from '../../shared/time.ts'

const grouped = new Intl.NumberFormat('en-US')

/** "30,000". */
export const formatCount = (count: number) => grouped.format(count)

/** "Nov 3, 2026, 17:30"; without the time if that is the end of the day, as of a due date without a time. */
export const formatMoment = (iso: string, timeZone: string) =>
  dateTimeIn(iso, timeZone).endOfDay
    ? formatDate(iso, timeZone)
    : `${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`
