import { dateTimeIn } from '../../../shared/time/time.ts'
import { formatDate, formatDateTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** "Nov 3, 2026, 17:30"; without the time if that is the end of the day, as of a due date without a time. */
export const formatMoment = (iso: string, reader: Reader) =>
  dateTimeIn(iso, reader.timeZone).endOfDay ? formatDate(iso, reader) : formatDateTime(iso, reader)
