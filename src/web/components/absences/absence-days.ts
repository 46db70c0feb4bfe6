import type { Absence } from '../../../shared/absences/shapes.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** The days of an absence: "Nov 16 – 22, 2026", or "Nov 16, 2026, 08:00 – 12:00". */
export function absenceDays(
  { from, to, start, end }: Pick<Absence, 'from' | 'to' | 'start' | 'end'>,
  { i18n }: Reader,
) {
  const date = formatDays(from, to, { i18n })
  return start && end ? i18n.t('{date}, {time}', { date, time: `${start}\u00a0–\u00a0${end}` }) : date
}
