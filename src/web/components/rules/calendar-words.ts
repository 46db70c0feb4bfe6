import { formatListWithComma } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import type { Run } from './rule-form.ts'

/**
 * Weekdays and months within the words of a rule. They are messages, because `Intl` has only their names, and many
 * languages inflect them: "from Monday", "on Monday".
 */

type I18n = Reader['i18n']

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const months = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** "Monday through Friday". 0 and 7 are Sunday. */
export const weekdayRange = ({ first, last }: Run, i18n: I18n) =>
  i18n.t(
    '{first, select, mon {Monday} tue {Tuesday} wed {Wednesday} thu {Thursday} fri {Friday} sat {Saturday} other {Sunday}} through {last, select, mon {Monday} tue {Tuesday} wed {Wednesday} thu {Thursday} fri {Friday} sat {Saturday} other {Sunday}}',
    { first: weekdays[first], last: weekdays[last] },
  )

const weekday = (day: number, i18n: I18n) =>
  i18n.t(
    '{day, select, mon {Monday} tue {Tuesday} wed {Wednesday} thu {Thursday} fri {Friday} sat {Saturday} other {Sunday}} ##as in "only on Monday"',
    { day: weekdays[day] },
  )

/** "Every Monday at 09:00". */
export const everyWeekdayAt = (day: number, times: string, i18n: I18n) =>
  i18n.t(
    'Every {day, select, mon {Monday} tue {Tuesday} wed {Wednesday} thu {Thursday} fri {Friday} sat {Saturday} other {Sunday}} at {times}',
    { day: weekdays[day], times },
  )

/** "Monday, Wednesday, and Friday". */
export const weekdayList = (runs: Run[], i18n: I18n) =>
  formatListWithComma(
    runs.map((run) => (run.first < run.last ? weekdayRange(run, i18n) : weekday(run.first, i18n))),
    { i18n },
  )

/** "January through March", of months from 1. */
export const monthRange = ({ first, last }: Run, i18n: I18n) =>
  i18n.t(
    '{first, select, jan {January} feb {February} mar {March} apr {April} may {May} jun {June} jul {July} aug {August} sep {September} oct {October} nov {November} other {December}} through {last, select, jan {January} feb {February} mar {March} apr {April} may {May} jun {June} jul {July} aug {August} sep {September} oct {October} nov {November} other {December}}',
    { first: months[first], last: months[last] },
  )

const monthOf = (month: number, i18n: I18n) =>
  i18n.t(
    '{month, select, jan {January} feb {February} mar {March} apr {April} may {May} jun {June} jul {July} aug {August} sep {September} oct {October} nov {November} other {December}} ##as in "only in January"',
    { month: months[month] },
  )

/** "January, April, and July". */
export const monthList = (runs: Run[], i18n: I18n) =>
  formatListWithComma(
    runs.map((run) => (run.first < run.last ? monthRange(run, i18n) : monthOf(run.first, i18n))),
    { i18n },
  )
