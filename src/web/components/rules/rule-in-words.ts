import { type CronRule, listsAll, readCronRule } from '../../../shared/time/cron-rule.ts'
import { formatList, formatListWithComma, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { everyWeekdayAt, monthList, monthRange, weekdayList, weekdayRange } from './calendar-words.ts'
import { type Form, formOf, formOfValues, type Run } from './rule-form.ts'

type I18n = Reader['i18n']

/**
 * A good rule in words, as "Every Monday at 09:00", or "At 09:00, only in March" for those that no plain sentence says.
 * Throws for any other. Each phrase between commas is a message of its own, so that a language can inflect it as it
 * needs.
 */
export function describeRule(text: string, i18n: I18n): string {
  const { rule } = readCronRule(text)
  if (!rule) throw new Error(`Not a rule: ${text}`)
  const [minute = '', hour = '', day = '', month = ''] = text.trim().split(/\s+/)
  // Sunday is the last day of the week, as in the words for a weekend.
  const weekdays = formOfValues(rule.weekday.map((weekday) => weekday || 7).sort((a, b) => a - b))
  const days = rule.needsBothDays && !rule.isLastDay ? formOf('day', day) : formOfValues(rule.day)
  const sentence = plainSentence(text, i18n)
  if (sentence) return sentence
  const phrases = [
    ...timePhrases(formOf('minute', minute), formOf('hour', hour), i18n),
    ...dayPhrases(
      listsAll('day', rule.day) ? { kind: 'all' } : days,
      listsAll('weekday', rule.weekday) ? { kind: 'all' } : weekdays,
      rule,
      i18n,
    ),
    ...monthPhrases(formOf('month', month), i18n),
  ]
  return phrases.reduce((words, phrase) => i18n.t('{words}, {phrase}', { words, phrase }))
}

/** The rules that most people make, each as one sentence; undefined for any other. */
function plainSentence(text: string, i18n: I18n): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.trim().split(/\s+/)
  const ofDay = formOf('hour', hour)
  const at = onlyOf(formOf('minute', minute))
  if (at === undefined || month !== '*') return undefined
  if (hour === '*') return at === 0 && day === '*' && weekday === '*' ? i18n.t('Every hour') : undefined
  if (ofDay.kind !== 'list' || !ofDay.runs.every(isSingle)) return undefined
  const times = formatList(
    ofDay.runs.map(({ first }) => timeAt(first, at, i18n)),
    { i18n },
  )
  const onDay = /^\d+$/.test(day) ? Number(day) : undefined
  if (weekday === '*') {
    if (/^l$/i.test(day)) return i18n.t('On the last day of every month at {times}', { times })
    if (day === '*') return i18n.t('Every day at {times}', { times })
    return onDay === undefined ? undefined : i18n.t('On day {day} of every month at {times}', { day: onDay, times })
  }
  if (day !== '*') return undefined
  if (weekday === '1-5') return i18n.t('Monday to Friday at {times}', { times })
  return /^[0-7]$/.test(weekday) ? everyWeekdayAt(Number(weekday), times, i18n) : undefined
}

const isSingle = ({ first, last }: Run) => first === last
/** The only value of a field; undefined if it has several. */
const onlyOf = (form: Form) =>
  form.kind === 'list' && form.runs.length === 1 && form.runs.every(isSingle) ? form.runs[0]?.first : undefined

const timeAt = (hour: number, minute: number, i18n: I18n) =>
  formatTime(new Date(Date.UTC(2026, 0, 1, hour, minute)).toISOString(), { i18n, timeZone: 'UTC' })

function timePhrases(minutes: Form, hours: Form, i18n: I18n): string[] {
  const [minute, hour] = [onlyOf(minutes), onlyOf(hours)]
  if (minute !== undefined && hours.kind === 'list' && hours.runs.every(isSingle)) {
    const times = hours.runs.map(({ first }) => timeAt(first, minute, i18n))
    return [i18n.t('At {times}', { times: formatList(times, { i18n }) })]
  }
  if (minutes.kind === 'range' && minutes.step === 1 && hour !== undefined) {
    const [start, end] = [timeAt(hour, minutes.first, i18n), timeAt(hour, minutes.last, i18n)]
    return [i18n.t('Every minute between {start} and {end}', { start, end })]
  }
  if (minute !== 0) return [...minutePhrases(minutes, i18n), ...hourPhrases(hours, minutes, i18n)]
  if (hours.kind === 'all') return [i18n.t('Every hour')]
  const isStepped = hours.kind === 'every' || (hours.kind === 'range' && hours.step > 1)
  return [isStepped ? i18n.t('On the hour') : i18n.t('Every hour'), ...hourPhrases(hours, minutes, i18n)]
}

/** A step's values, if it does not divide the whole, so that its new beginning is clear; otherwise undefined. */
function unevenRuns(step: number, whole: number): Run[] | undefined {
  if (whole % step === 0) return undefined
  return Array.from({ length: Math.ceil(whole / step) }, (_, at) => ({ first: at * step, last: at * step }))
}

function minutePhrases(minutes: Form, i18n: I18n): string[] {
  if (minutes.kind === 'all') return [i18n.t('Every minute')]
  const every = (count: number) => i18n.t('{count, plural, one {Every # minute} other {Every # minutes}}', { count })
  if (minutes.kind === 'every') {
    const uneven = unevenRuns(minutes.step, 60)
    if (!uneven) return [every(minutes.step)]
    return [every(minutes.step), i18n.t('at {list} minutes past the hour', { list: numberList(uneven, i18n) })]
  }
  if (minutes.kind === 'range') {
    const { first, last, step } = minutes
    return step > 1
      ? [every(step), i18n.t('minutes {first} through {last} past the hour', { first, last })]
      : [i18n.t('Minutes {first} through {last} past the hour', { first, last })]
  }
  const minute = onlyOf(minutes)
  if (minute === undefined) return [i18n.t('At {list} minutes past the hour', { list: numberList(minutes.runs, i18n) })]
  return [i18n.t('{minute, plural, one {At # minute past the hour} other {At # minutes past the hour}}', { minute })]
}

function hourPhrases(hours: Form, minutes: Form, i18n: I18n): string[] {
  /** The last minute of an hour in which the rule fires. */
  const last = onlyOf(minutes) === 0 ? 0 : 59
  const start = (hour: number) => timeAt(hour, 0, i18n)
  const end = (hour: number) => timeAt(hour, last, i18n)
  const atTimes = (runs: Run[]) => {
    const times = runs.map((run) =>
      isSingle(run)
        ? start(run.first)
        : i18n.t('{first} through {last}', { first: start(run.first), last: end(run.last) }),
    )
    return i18n.t('at {times}', { times: formatListWithComma(times, { i18n }) })
  }
  if (hours.kind === 'all') return [i18n.t('every hour')]
  const every = (count: number) => i18n.t('{count, plural, one {every # hour} other {every # hours}}', { count })
  if (hours.kind === 'every') {
    const uneven = unevenRuns(hours.step, 24)
    return [every(hours.step), ...(uneven ? [atTimes(uneven)] : [])]
  }
  const between = (run: Run) => i18n.t('between {start} and {end}', { start: start(run.first), end: end(run.last) })
  if (hours.kind === 'range') return hours.step > 1 ? [every(hours.step), between(hours)] : [between(hours)]
  const hour = onlyOf(hours)
  if (hour !== undefined && minutes.kind !== 'list') return [between({ first: hour, last: hour })]
  return [atTimes(hours.runs)]
}

type DayRule = Pick<CronRule, 'needsBothDays' | 'isLastDay'>

function dayPhrases(days: Form, weekdays: Form, { needsBothDays, isLastDay }: DayRule, i18n: I18n): string[] {
  if (isLastDay) return lastDayPhrases(days, weekdays, needsBothDays, i18n)
  if (weekdays.kind === 'all') return days.kind === 'all' ? [i18n.t('every day')] : monthDayPhrases(days, i18n)
  if (days.kind === 'all' && weekdays.kind === 'range') return [weekdayRange(weekdays, i18n)]
  const names = weekdayList(runsIn(weekdays), i18n)
  if (needsBothDays) return [...monthDayPhrases(days, i18n), i18n.t('only on {weekdays}', { weekdays: names })]
  if (days.kind === 'range') {
    const { first, last } = days
    return [i18n.t('between day {first} and {last} of the month or on {weekdays}', { first, last, weekdays: names })]
  }
  return [
    i18n.t('on day {list} of the month or on {weekdays}', { list: numberList(runsIn(days), i18n), weekdays: names }),
  ]
}

const runsIn = (form: Form): Run[] => (form.kind === 'range' ? [form] : form.kind === 'list' ? form.runs : [])

/** The phrases of a rule that names the last day of the month, perhaps beside others. */
function lastDayPhrases(others: Form, ofWeek: Form, needsBothDays: boolean, i18n: I18n): string[] {
  const days = runsIn(others).length > 0 ? numberList(runsIn(others), i18n) : undefined
  if (ofWeek.kind === 'all' || needsBothDays) {
    const onDays =
      days === undefined
        ? i18n.t('on the last day of the month')
        : i18n.t('on day {list} and on the last day of the month', { list: days })
    const weekdays = weekdayList(runsIn(ofWeek), i18n)
    return ofWeek.kind === 'all' ? [onDays] : [onDays, i18n.t('only on {weekdays}', { weekdays })]
  }
  const weekdays = weekdayList(runsIn(ofWeek), i18n)
  return days === undefined
    ? [i18n.t('on the last day of the month or on {weekdays}', { weekdays })]
    : [i18n.t('on day {list}, on the last day of the month or on {weekdays}', { list: days, weekdays })]
}

function monthDayPhrases(days: Form, i18n: I18n): string[] {
  const every = (count: number) =>
    i18n.t('{count, plural, one {every # day in a month} other {every # days in a month}}', { count })
  if (days.kind === 'all') return []
  if (days.kind === 'every') return [every(days.step)]
  if (days.kind === 'range') {
    const { first, last, step } = days
    const between = i18n.t('between day {first} and {last} of the month', { first, last })
    return step > 1 ? [every(step), between] : [between]
  }
  const day = onlyOf(days)
  if (day !== undefined) return [i18n.t('on day {day} of the month', { day })]
  return [i18n.t('on day {list} of the month', { list: numberList(days.runs, i18n) })]
}

function monthPhrases(months: Form, i18n: I18n): string[] {
  const every = (count: number) => i18n.t('{count, plural, one {every # month} other {every # months}}', { count })
  if (months.kind === 'all') return []
  if (months.kind === 'every') return [every(months.step)]
  if (months.kind === 'range') return [...(months.step > 1 ? [every(months.step)] : []), monthRange(months, i18n)]
  return [i18n.t('only in {months}', { months: monthList(months.runs, i18n) })]
}

/** "1, 10, and 20", "1 through 3 and 10". */
const numberList = (runs: Run[], i18n: I18n) =>
  formatListWithComma(
    runs.map(({ first, last }) => (first === last ? String(first) : i18n.t('{first} through {last}', { first, last }))),
    { i18n },
  )
