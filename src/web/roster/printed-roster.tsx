import type { Roster } from '../../shared/roster/shapes.ts'
import type { Day } from '../../shared/time/time.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { shiftsOn } from './grid-cells.ts'
import type { Paper } from './papers.ts'
import { type RosterLine, rosterLines } from './roster-list.ts'
import { shortTimes } from './shift-words.ts'

/** Of this sheet alone. */
const pages: Record<Paper, string> = {
  A4: '@page { size: A4 landscape; margin: 1cm }',
  A3: '@page { size: A3 landscape; margin: 1cm }',
}
/** Pixels of a sheet on its side within its margins, at 96 to the inch. */
const areas: Record<Paper, { width: number; height: number }> = {
  A4: { width: 1_040, height: 710 },
  A3: { width: 1_500, height: 1_040 },
}
/** Pixels of the title above the table. */
const TITLE = 90
/** Font sizes in pixels. A smaller one nobody reads on a wall: then there is a second sheet. */
const [SMALLEST, LARGEST] = [6, 14]
/** Heights of a line and a row's padding, and the width of a letter, in parts of the font's size. */
const [LINE, PADDING, LETTER] = [1.3, 0.6, 0.56]

/** The largest font with which the table has room on one sheet. */
export function fontSizeFor(lines: readonly RosterLine[], days: readonly Day[], paper: Paper) {
  const { width, height } = areas[paper]
  const most = (counts: number[]) => Math.max(1, ...counts)
  const rows = lines.map(({ cells }) => most([...cells.values()].map((shifts) => shifts.length)))
  const tall = rows.reduce((sum, count) => sum + count * LINE + PADDING, 2 * LINE)
  const letters = days.map(({ date }) =>
    most(lines.flatMap(({ cells }) => shiftsOn(cells, date).map((shift) => shortTimes(shift).length))),
  )
  const wide = LETTER * letters.reduce((sum, count) => sum + Math.max(count, 6) + 1.5, 18)
  return Math.max(SMALLEST, Math.min(LARGEST, (height - TITLE) / tall, width / wide))
}

/** The roster on one sheet on its side, as it hangs on walls: a row a person with shifts, a column a day. */
export function PrintedRoster({
  roster,
  days,
  title,
  paper,
  onDone,
}: {
  roster: Roster
  days: readonly Day[]
  /** "Dec 7 – 13, 2026". */
  title: string
  paper: Paper
  onDone: () => void
}) {
  const reader = useReader()
  const { i18n } = reader
  const { label } = useDepartmentFilter()
  const lines = rosterLines(roster, reader)
  const heads = days.map(
    ({ date }) => `${formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} ${Number(date.slice(8))}`,
  )
  return (
    <PrintSheet title={i18n.t('Roster {days}', { days: title })} facts={[label]} ready onDone={onDone}>
      <style>{pages[paper]}</style>
      <div
        style={{ fontSize: fontSizeFor(lines, days, paper), lineHeight: LINE }}
        className="[&_td]:py-[0.25em]! [&_td]:pe-[0.6em]! [&_th]:py-[0.25em]! [&_th]:pe-[0.6em]!"
      >
        <PrintTable heads={[i18n.t('Person'), ...heads]} dense>
          {lines.map(({ id, name, cells }) => (
            <tr key={id ?? 'open'}>
              <td dir="auto">{name}</td>
              {days.map(({ date }) => (
                <td key={date} className="tabular">
                  {shiftsOn(cells, date).map((shift) => (
                    <span key={shift.id} className="block">
                      <span className="whitespace-nowrap">{shortTimes(shift)}</span> <bdi>{shift.title}</bdi>
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </PrintTable>
      </div>
    </PrintSheet>
  )
}
