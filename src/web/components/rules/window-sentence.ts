import { dateOf } from '../../../shared/time/time.ts'
import { formatDay, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** When a window opens, is due and closes. It may have no due time any more, and never close. */
interface Window {
  opensAt: string
  dueAt: string | null
  closesAt: string | null
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
