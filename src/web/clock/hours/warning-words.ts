import type { PersonsHours } from '../../../shared/hours.ts'
import { formatWeekdayName } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'

/** Broken work rules in words. */

type Warning = PersonsHours['warnings'][number]

/** "Mon 16", of a date. */
export const formatDayName = (date: string, { i18n }: Pick<Reader, 'i18n'>) =>
  i18n.t('{weekday} {day}', {
    weekday: formatWeekdayName(new Date(date).getUTCDay(), { i18n }, 'short'),
    day: Number(date.slice(8)),
  })

/** "Rest of 9 h 30 min instead of 11 h". */
export function warningWords({ rule, value, limit }: Warning, i18n: Reader['i18n']): string {
  const [is, needed] = [formatMinutes(value, i18n), formatMinutes(limit, i18n)]
  switch (rule) {
    case 'restMinutes':
      return i18n.t('Rest of {is} instead of {needed}', { is, needed })
    case 'weekRestMinutes':
      return i18n.t('Free in one piece in the week: {is} instead of {needed}', { is, needed })
    case 'dayMinutes':
      return i18n.t('Work of {is}, {most} at most', { is, most: needed })
    case 'weekMinutes':
      return i18n.t('Work of {is} in the week, {most} at most', { is, most: needed })
    case 'averageMinutes':
      return i18n.t('Work of {is} a week on the average, {most} at most', { is, most: needed })
    case 'daysInRow':
      return i18n.t(
        '{inRow, plural, one {# day} other {# days}} in a row, {allowed, plural, one {# day} other {# days}} at most',
        { inRow: value, allowed: limit },
      )
    case 'breaks':
      return value === 0
        ? i18n.t('Break missing: {needed}', { needed })
        : i18n.t('Break too short: {taken} of {needed}', { taken: is, needed })
    case 'overtimeWeekMinutes':
      return i18n.t('Overtime: {is} in the week, more than {most}', { is, most: needed })
  }
}
