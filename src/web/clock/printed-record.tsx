import type { Day } from '../../shared/time/time.ts'
import { formatMonth } from '../../shared/words/formats.ts'
import type { WorkRecord } from '../../shared/work-record.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { useMinute } from '../ui/now.ts'
import { DayParts, useDayNames } from './record-parts.tsx'

/** The record of a month on paper, one A4 page for a usual month, with a line for each of two signatures. */
export function PrintedRecord({
  record: { user, department, days: recorded, total },
  days,
  month,
  onDone,
}: {
  record: WorkRecord
  days: Day[]
  /** As 2026-11. */
  month: string
  onDone: () => void
}) {
  const i18n = useI18n()
  const now = useMinute()
  const nameOf = useDayNames()
  const name = fullName(user)
  return (
    <PrintSheet
      title={i18n.t('Record of hours of {name}', { name })}
      facts={[department?.name, formatMonth(month, { i18n })]}
      ready
      onDone={onDone}
    >
      <PrintTable dense heads={[i18n.t('Day'), i18n.t('Begin, end and breaks'), i18n.t('Hours')]}>
        {recorded.map((day, at) => (
          <tr key={day.date} className="tabular">
            <td className="whitespace-nowrap">{nameOf(day.date)}</td>
            <td className="w-full">
              <DayParts day={days[at]} parts={day.parts} now={now} />
            </td>
            <td className="whitespace-nowrap text-end">{day.minutes === 0 ? '–' : formatMinutes(day.minutes, i18n)}</td>
          </tr>
        ))}
        <tr className="tabular font-semibold">
          <td colSpan={2}>{i18n.t('Total of the month')}</td>
          <td className="whitespace-nowrap text-end">{formatMinutes(total, i18n)}</td>
        </tr>
      </PrintTable>
      <div className="mt-14 grid break-inside-avoid grid-cols-2 gap-12">
        {[i18n.t('Date, signature of {name}', { name }), i18n.t('Date, signature of the employer')].map((line) => (
          <p key={line} dir="auto" className="border-text border-t pt-1">
            {line}
          </p>
        ))}
      </div>
    </PrintSheet>
  )
}
