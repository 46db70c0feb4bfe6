import type { PlanWarning } from '../../shared/roster/shapes.ts'
import { formatDecimal, formatWeekdayName } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'

/** A rule that a person's plan breaks, in words: "Only 8 h of rest from Thu 10 on, 11 h needed". */
export function warningInWords({ rule, date, value, limit }: PlanWarning, reader: Reader): string {
  const { i18n } = reader
  const weekday = formatWeekdayName(new Date(`${date}T00:00:00.000Z`).getUTCDay(), reader, 'short')
  const day = `${weekday} ${Number(date.slice(8))}`
  const [has, needs] = [formatMinutes(value, i18n), formatMinutes(limit, i18n)]
  const over = formatMinutes(Math.max(0, value - limit), i18n)
  switch (rule) {
    case 'restMinutes':
      return i18n.t('{day}: {has} of rest follow, {needs} needed', { day, has, needs })
    case 'weekRestMinutes':
      return i18n.t('Only {has} free in one piece this week, {needs} needed', { has, needs })
    case 'dayMinutes':
      return i18n.t('{day}: {has} of work, at most {needs}', { day, has, needs })
    case 'weekMinutes':
      return i18n.t('{has} of work this week, at most {needs}', { has, needs })
    case 'averageMinutes':
      return i18n.t('{has} of work a week on average, at most {needs}', { has, needs })
    case 'daysInRow':
      return i18n.t('{day}: work for {count, plural, one {# day} other {# days}} in a row, at most {limit}', {
        ...{ day, count: value, limit: formatDecimal(limit, { i18n }) },
      })
    case 'breaks':
      return i18n.t('{day}: {has} of break, {needs} needed', { day, has, needs })
    case 'unavailable':
      return i18n.t('{day}: cannot work then', { day })
    case 'away':
      return i18n.t('{day}: away at that time', { day })
    case 'overtimeWeekMinutes':
      return i18n.t('{over} over {limit} this week', { over, limit: needs })
  }
}
