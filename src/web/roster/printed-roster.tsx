import type { Roster } from '../../shared/roster/shapes.ts'
import type { Day } from '../../shared/time/time.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { rowsOf, shiftsByCell } from './grid-cells.ts'
import { shortTimes } from './shift-words.ts'

/** Of this sheet alone. */
const LANDSCAPE = '@page { size: A4 landscape }'

/** The week on a sheet of A4 on its side: a row a person with shifts, a column a day. */
export function PrintedRoster({
  roster,
  days,
  title,
  onDone,
}: {
  roster: Roster
  days: readonly Day[]
  /** "Dec 7 – 13, 2026". */
  title: string
  onDone: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { label } = useDepartmentFilter()
  const cellOf = shiftsByCell(roster.shifts.filter(({ plan }) => !plan?.isRemoved))
  const names = new Map(roster.people.map(({ user }) => [user.id, fullName(user)]))
  const rows = rowsOf(roster).filter((owner) => days.some(({ date }) => cellOf(owner, date).length > 0))
  const heads = days.map(
    ({ date }) => `${formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} ${Number(date.slice(8))}`,
  )
  return (
    <PrintSheet title={i18n.t('Roster {days}', { days: title })} facts={[label]} ready onDone={onDone}>
      <style>{LANDSCAPE}</style>
      <PrintTable heads={[i18n.t('Person'), ...heads]} dense>
        {rows.map((owner) => (
          <tr key={owner ?? 'open'}>
            <td dir="auto">{owner === null ? i18n.t('Open shifts') : names.get(owner)}</td>
            {days.map(({ date }) => (
              <td key={date} className="tabular">
                {cellOf(owner, date).map((shift) => (
                  <span key={shift.id} className="block">
                    {shortTimes(shift)} <bdi>{shift.title}</bdi>
                  </span>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </PrintTable>
    </PrintSheet>
  )
}
