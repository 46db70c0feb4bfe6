import type { Roster } from '../../shared/roster/shapes.ts'
import type { Day } from '../../shared/time/time.ts'
import type { Reader } from '../../shared/words/reader.ts'
import type { ShownList } from '../components/files/save-file.ts'
import { fullName } from '../components/people/avatar.tsx'
import { gridCellsOf, type RowCells, rowsOf, shiftsByRow, shiftsOn } from './grid-cells.ts'

/** A row of the roster as it hangs on walls: who, and their times. */
export interface RosterLine {
  id: string | null
  name: string
  cells: RowCells
}

/** The people with shifts, after the open shifts, without those that are removed. */
export function rosterLines(roster: Roster, { i18n }: Pick<Reader, 'i18n'>): RosterLine[] {
  const cells = shiftsByRow(roster.shifts.filter(({ plan }) => !plan?.isRemoved))
  const names = new Map(roster.people.map(({ user }) => [user.id, fullName(user)]))
  return rowsOf(roster)
    .filter((owner) => cells.has(owner))
    .map((id) => ({
      id,
      name: id === null ? i18n.t('Open shifts') : (names.get(id) ?? ''),
      cells: gridCellsOf(cells, id),
    }))
}

/** The roster as a file: names by days. It has no rows before it is read. The file can be pasted again as a plan. */
export const rosterList = (
  roster: Roster | undefined,
  days: readonly Day[],
  { i18n }: Reader,
): ShownList<RosterLine> => ({
  name: `roster-${days[0]?.date ?? ''}`,
  columns: [
    { heading: i18n.t('Person'), kind: 'text', value: ({ name }) => name },
    ...days.map(
      ({ date }) =>
        ({
          heading: { date },
          kind: 'text',
          value: ({ cells }: RosterLine) =>
            shiftsOn(cells, date)
              .map(({ start, end, title }) => [`${start}-${end}`, title].filter(Boolean).join(' '))
              .join('\n') || null,
        }) as const,
    ),
  ],
  rows: roster ? rosterLines(roster, { i18n }) : [],
})
