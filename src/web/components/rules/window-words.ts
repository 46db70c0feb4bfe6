import { dateOf } from '../../../shared/time/time.ts'
import { formatDate, formatDay, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** "06:00–07:30". */
export const windowTimes = (opensAt: string, dueAt: string | null, reader: Reader) =>
  dueAt === null ? formatTime(opensAt, reader) : `${formatTime(opensAt, reader)}–${formatTime(dueAt, reader)}`

/** "06:00–07:30", and before it "Nov 22" on days on which it neither opens nor is due. */
export function windowOnDay(opensAt: string, dueAt: string | null, now: number, reader: Reader) {
  const times = windowTimes(opensAt, dueAt, reader)
  if (isWindowOf(opensAt, dueAt, now, reader)) return times
  return reader.i18n.t('{date}, {time}', { date: formatDay(opensAt, reader), time: times })
}

/** "06:00–07:30" on the days on which it opens or is due, else that day alone: "Nov 22, 2026". */
export const windowOrDate = (opensAt: string, dueAt: string | null, now: number, reader: Reader) =>
  isWindowOf(opensAt, dueAt, now, reader) ? windowTimes(opensAt, dueAt, reader) : formatDate(dueAt ?? opensAt, reader)

/** Whether a window opens or is due on the day of `now` (milliseconds). */
function isWindowOf(opensAt: string, dueAt: string | null, now: number, { timeZone }: Reader) {
  const today = dateOf(now, timeZone)
  return [opensAt, dueAt ?? opensAt].some((iso) => dateOf(Date.parse(iso), timeZone) === today)
}
