import { formatDateTime, formatTime, formatWeekdayName } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { WorkRules } from '../../shared/work-rules.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'

/** Each work rule in a sentence, with an example. */

export interface Sentence {
  sentence: string
  example?: string
}

const MINUTE = 60_000
const HOUR = 60

/** Sentences show these times on any clock. */
const inUtc = ({ i18n }: Reader): Reader => ({ i18n, timeZone: 'UTC' })
/** "09:00", of minutes after midnight. */
const timeOf = (minutes: number, reader: Reader) => formatTime(new Date(minutes * MINUTE).toISOString(), inUtc(reader))
/** "Monday 01:00", of minutes after the beginning of a Sunday. */
const weekTimeOf = (minutes: number, reader: Reader) =>
  reader.i18n.t('{weekday} {time}', {
    weekday: formatWeekdayName(Math.floor(minutes / (24 * HOUR)) % 7, reader, 'long'),
    time: timeOf(minutes, reader),
  })

const [SATURDAY_14, BEGIN, END] = [6 * 24 * HOUR + 14 * HOUR, 8 * HOUR, 22 * HOUR]
/** The shift of an example: a Friday at 08:00. */
const SHIFT = Date.parse('2027-03-19T08:00:00.000Z')

/** The sentences of the rules, by the field that sets each. Null for a rule that is off; overtime is never. */
export function sentencesOf(rules: WorkRules, reader: Reader) {
  const { i18n } = reader
  const length = (minutes: number) => formatMinutes(minutes, i18n)
  const time = (minutes: number) => timeOf(minutes, reader)
  const { restMinutes, weekRestMinutes, dayMinutes, weekMinutes, averageMinutes, averageWeeks, daysInRow } = rules
  const { noticeHours, overtimeWeekMinutes, breakPiece } = rules
  const all: Record<string, Sentence | null> = {
    restMinutes: restMinutes
      ? {
          sentence: i18n.t('Between two days of work people rest for at least {duration}.', {
            duration: length(restMinutes),
          }),
          example: i18n.t('Example: after work until {end}, work begins again at {start} or later.', {
            end: time(END),
            start: time(END + restMinutes),
          }),
        }
      : null,
    weekRestMinutes: weekRestMinutes
      ? {
          sentence: i18n.t('Each week has at least {duration} free in one piece, with 24 hours of it in the week.', {
            duration: length(weekRestMinutes),
          }),
          example: i18n.t('Example: free from {start} to {end}.', {
            start: weekTimeOf(SATURDAY_14, reader),
            end: weekTimeOf(SATURDAY_14 + weekRestMinutes, reader),
          }),
        }
      : null,
    dayMinutes: dayMinutes
      ? {
          sentence: i18n.t('Between two daily rests people work for at most {duration}.', {
            duration: length(dayMinutes),
          }),
          example: i18n.t('Example: work from {start} to {end} with an unpaid break of one hour is allowed.', {
            start: time(BEGIN),
            end: time(BEGIN + dayMinutes + HOUR),
          }),
        }
      : null,
    weekMinutes: weekMinutes
      ? {
          sentence: i18n.t('From Monday to Sunday people work for at most {duration}.', {
            duration: length(weekMinutes),
          }),
          example: i18n.t('Example: five days of {duration} are allowed.', {
            duration: length(Math.floor(weekMinutes / 5)),
          }),
        }
      : null,
    averageMinutes: averageMinutes
      ? {
          sentence: i18n.t(
            '{weeks, plural, one {Over # week people work for at most {duration} a week on average.} other {Over # weeks people work for at most {duration} a week on average.}}',
            { weeks: averageWeeks, duration: length(averageMinutes) },
          ),
          example: i18n.t('Example: a week of {long} is allowed beside a week of {short}.', {
            long: length(averageMinutes + Math.min(8 * HOUR, averageMinutes)),
            short: length(Math.max(0, averageMinutes - 8 * HOUR)),
          }),
        }
      : null,
    daysInRow: daysInRow
      ? {
          sentence: i18n.t(
            '{days, plural, one {People begin work on at most # day in a row.} other {People begin work on at most # days in a row.}}',
            { days: daysInRow },
          ),
          example: i18n.t(
            '{days, plural, one {Example: after # day of work there is a day without work.} other {Example: after # days of work there is a day without work.}}',
            { days: daysInRow },
          ),
        }
      : null,
    noticeHours: noticeHours
      ? {
          sentence: i18n.t('A change of the plan is late if the shift begins within {duration}.', {
            duration: length(noticeHours * HOUR),
          }),
          example: i18n.t('Example: for a shift on {shift}, changes are late from {start} on.', {
            shift: formatDateTime(new Date(SHIFT).toISOString(), inUtc(reader)),
            start: formatDateTime(new Date(SHIFT - noticeHours * HOUR * MINUTE).toISOString(), inUtc(reader)),
          }),
        }
      : null,
    overtimeWeekMinutes: overtimeWeekMinutes
      ? {
          sentence: i18n.t('Work of more than {duration} in a week is overtime.', {
            duration: length(overtimeWeekMinutes),
          }),
          example: i18n.t('Example: a week of {duration} has {overtime} of overtime.', {
            duration: length(overtimeWeekMinutes + 2 * HOUR),
            overtime: length(2 * HOUR),
          }),
        }
      : { sentence: i18n.t("Work of more than a person's contract in a week is overtime.") },
    breakPiece: breakPiece
      ? { sentence: i18n.t('A break of less than {duration} does not count.', { duration: length(breakPiece) }) }
      : null,
  }
  const breaks: Sentence[] = rules.breaks.map(({ afterMinutes, breakMinutes }) => ({
    sentence: i18n.t('Work of more than {work} needs breaks of {pause} in all.', {
      work: length(afterMinutes),
      pause: length(breakMinutes),
    }),
    example: i18n.t('Example: work that begins at {start} needs a break by {end}.', {
      start: time(BEGIN),
      end: time(BEGIN + afterMinutes),
    }),
  }))
  return { all, breaks }
}

export const lateWords: Record<WorkRules['late'], { choice: Message; sentence: Message }> = {
  ask: { choice: msg('Ask the person'), sentence: msg('A late change needs the consent of its person.') },
  tell: { choice: msg('Tell the person'), sentence: msg('The person is told of a late change at once.') },
  allow: { choice: msg('Allow'), sentence: msg('A late change is like any other.') },
}

/** How often a rule was broken: "3 rests under 11 h". */
export const breachWords = {
  restMinutes: (count: number, limit: string) =>
    msg('{count, plural, one {# rest under {limit}} other {# rests under {limit}}}', { count, limit }),
  weekRestMinutes: (count: number, limit: string) =>
    msg(
      '{count, plural, one {# week without {limit} free in one piece} other {# weeks without {limit} free in one piece}}',
      {
        count,
        limit,
      },
    ),
  dayMinutes: (count: number, limit: string) =>
    msg('{count, plural, one {# day over {limit}} other {# days over {limit}}}', { count, limit }),
  weekMinutes: (count: number, limit: string) =>
    msg('{count, plural, one {# week over {limit}} other {# weeks over {limit}}}', { count, limit }),
  averageMinutes: (count: number, limit: string) =>
    msg('{count, plural, one {# week with an average over {limit}} other {# weeks with an average over {limit}}}', {
      count,
      limit,
    }),
  daysInRow: (count: number) =>
    msg('{count, plural, one {# day too many in a row} other {# days too many in a row}}', { count }),
  breaks: (count: number) =>
    msg('{count, plural, one {# shift with too little break} other {# shifts with too little break}}', { count }),
  overtimeWeekMinutes: (count: number) =>
    msg('{count, plural, one {# week with overtime} other {# weeks with overtime}}', { count }),
} as const
