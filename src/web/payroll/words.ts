import type { PayrollFault } from '../../shared/payroll.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'

/** The days of a pay period: "1–30 Nov 2026". */
export const periodText = ({ period, periodEnd }: { period: string; periodEnd: string }, reader: Reader) =>
  formatDays(period, periodEnd, reader)

/** "6 h 12 min", with a minus sign below zero. */
export const signedMinutes = (minutes: number, i18n: Reader['i18n']) =>
  `${minutes < 0 ? '\u2212' : ''}${formatMinutes(Math.abs(minutes), i18n)}`

/** The faults for which a run is not made. */
export const faultWords: Record<PayrollFault, (count: number) => Message> = {
  not_approved: (count) =>
    msg(
      '{count, plural, one {The hours of # person are not approved} other {The hours of # people are not approved}}',
      {
        count,
      },
    ),
  personnel_number_missing: (count) =>
    msg('{count, plural, one {# person has no personnel number} other {# people have no personnel number}}', { count }),
  wage_type_missing: (count) =>
    msg(
      '{count, plural, one {No wage type without a condition counts the work of # person} other {No wage type without a condition counts the work of # people}}',
      { count },
    ),
}
