import { dateOf } from '../../../shared/time/time.ts'
import { formatDate, formatDay, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** When a window opens, is due and closes. It may have no due time any more, and never close. */
interface Window {
  opensAt: string
  dueAt: string | null
  closesAt: string | null
}

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

/**
 * "Opened 06:00, due 07:30, closes 09:00". The opening has its day unless it is the day of `now` (milliseconds), and
 * the later times have theirs unless it is the opening's.
 */
export function windowSentence({ opensAt, dueAt, closesAt }: Window, now: number, reader: Reader) {
  const { i18n } = reader
  const opening = momentOnDay(opensAt, now, reader)
  const later = (iso: string) => momentOnDay(iso, Date.parse(opensAt), reader)
  const hasOpened = Date.parse(opensAt) <= now
  const hasClosed = closesAt !== null && Date.parse(closesAt) <= now
  return [
    hasOpened ? i18n.t('Opened {when}', { when: opening }) : i18n.t('Opens {when}', { when: opening }),
    ...(dueAt === null ? [] : [i18n.t('due {when} ##in a list', { when: later(dueAt) })]),
    ...(closesAt === null
      ? []
      : [
          hasClosed
            ? i18n.t('closed {when} ##in a list', { when: later(closesAt) })
            : i18n.t('closes {when} ##in a list', { when: later(closesAt) }),
        ]),
  ].reduce((words, phrase) => i18n.t('{words}, {phrase}', { words, phrase }))
}

/** "07:30", or "Nov 24, 07:30" unless it is the day of `now` (milliseconds). */
export function momentOnDay(iso: string, now: number, reader: Reader) {
  const time = formatTime(iso, reader)
  const isToday = dateOf(Date.parse(iso), reader.timeZone) === dateOf(now, reader.timeZone)
  return isToday ? time : reader.i18n.t('{date}, {time}', { date: formatDay(iso, reader), time })
}
