import { type DragEvent, memo, type ReactNode } from 'react'
import type { AwayTime } from '../../shared/absences/shapes.ts'
import type { RosterPerson, RosterShift } from '../../shared/roster/shapes.ts'
import type { PlannersWish } from '../../shared/roster/wish-shapes.ts'
import { isWishOn } from '../../shared/roster/wishes.ts'
import type { Day } from '../../shared/time/time.ts'
import { Avatar, fullName, NoAvatar } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { AwayMark, awayOn } from './absences/away-mark.tsx'
import { type RowCells, type RowOwner, shiftsOn } from './grid-cells.ts'
import { ShiftBlock } from './shift-block.tsx'
import { warningInWords } from './warning-words.ts'
import { WishMarks } from './wish-mark.tsx'
import { isAgainstWishOn } from './wish-words.ts'

/** Opens an absence of a person. */
export type OpenAway = (away: AwayTime, person: RosterPerson) => void

/** The columns of a row: the name, and the days. */
export const gridColumns = (days: number) =>
  `clamp(9.5rem, 19vw, 17rem) repeat(${days}, minmax(${days > 14 ? 4.25 : 5.5}rem, 1fr))`

/** The type of a dragged thing: the id of a shift. */
export const DRAGGED = 'application/x-muster-shift'
const startDrag = (event: DragEvent, { id }: RosterShift) => event.dataTransfer.setData(DRAGGED, String(id))

const NO_WISHES: readonly PlannersWish[] = []

const cellLook = 'scroll-mt-11 scroll-ms-[clamp(9.5rem,19vw,17rem)] outline-offset-[-2px]'

/** A row. It is drawn again only when something of it changes: rows come and go while somebody scrolls. */
export const GridRow = memo(function GridRow({
  index,
  top,
  measure,
  owner,
  person,
  cells,
  days,
  labels,
  today,
  focused,
  onOpen,
  onAway,
  stretched,
}: {
  index: number
  /** Pixels from the top of the rows. */
  top: number
  measure: (element: Element | null) => void
  owner: RowOwner
  person: RosterPerson | undefined
  cells: RowCells
  days: readonly Day[]
  /** The days in words. */
  labels: readonly string[]
  today: string
  /** The column with the focus; -1 if it is in another row. */
  focused: number
  onOpen: ((shift: RosterShift) => void) | undefined
  onAway: OpenAway | undefined
  stretched: RosterShift | undefined
}) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      style={{ top, gridTemplateColumns: gridColumns(days.length) }}
      className="group/row absolute inset-x-0 grid"
    >
      <th
        scope="row"
        data-cell={`${index}.0`}
        tabIndex={focused === 0 ? 0 : -1}
        className={cx(
          cellLook,
          'sticky inset-s-0 z-10 min-w-0 border-line border-b bg-bg py-1.5 pe-2 text-start font-normal',
        )}
      >
        {owner === null ? <OpenHead /> : <PersonHead person={person} />}
      </th>
      {days.map(({ date }, at) => (
        <Cell
          key={date}
          place={`${index}.${at + 1}`}
          isFocused={focused === at + 1}
          label={labels[at] ?? ''}
          isToday={date === today}
          shifts={shiftsOn(cells, date)}
          wishes={person?.wishes?.filter((wish) => isWishOn(wish, date)) ?? NO_WISHES}
          isAgainstWish={isAgainstWishOn(person, date)}
          away={awayOn(person?.away, date)}
          onAway={person && onAway && ((away) => onAway(away, person))}
          onOpen={onOpen}
          stretched={stretched?.date === date ? stretched : undefined}
        />
      ))}
    </tr>
  )
})

function Cell({
  place,
  isFocused,
  label,
  isToday,
  shifts,
  wishes,
  isAgainstWish,
  away,
  onAway,
  onOpen,
  stretched,
}: {
  /** Row and column, as "3.1". */
  place: string
  isFocused: boolean
  label: string
  isToday: boolean
  shifts: readonly RosterShift[]
  /** Of its person, about the day. */
  wishes: readonly PlannersWish[]
  isAgainstWish: boolean
  away: readonly AwayTime[]
  onAway: ((away: AwayTime) => void) | undefined
  onOpen: ((shift: RosterShift) => void) | undefined
  stretched: RosterShift | undefined
}) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
      role="gridcell"
      data-cell={place}
      tabIndex={isFocused ? 0 : -1}
      className={cx(
        cellLook,
        'min-h-12 min-w-0 border-line border-s border-b p-1 data-[over]:bg-accent-soft',
        isToday && 'bg-accent-soft/40',
      )}
    >
      <span className="sr-only">{label}</span>
      <WishMarks wishes={wishes} isBroken={isAgainstWish} />
      {away.map((each) => (
        <AwayMark key={each.id} away={each} onOpen={onAway && (() => onAway(each))} />
      ))}
      {shifts.map((shift) => (
        <ShiftBlock
          key={shift.id}
          shift={shift.id === stretched?.id ? stretched : shift}
          onOpen={onOpen && (() => onOpen(shift))}
          onDragStart={onOpen && ((event) => startDrag(event, shift))}
        />
      ))}
    </td>
  )
}

function OpenHead() {
  const i18n = useI18n()
  return (
    <Head picture={<NoAvatar size="md" />} name={i18n.t('Open shifts')}>
      {null}
    </Head>
  )
}

function PersonHead({ person }: { person: RosterPerson | undefined }) {
  const reader = useReader()
  const { i18n } = reader
  if (!person) return null
  const { user, hasLeft, plannedMinutes, contractMinutes = null, warnings = [] } = person
  const planned = plannedMinutes === undefined ? undefined : formatMinutes(plannedMinutes, i18n)
  return (
    <Head picture={<Avatar person={user} size="md" />} name={fullName(user)}>
      {hasLeft && <span className="block">{i18n.t('No longer in this department')}</span>}
      {planned !== undefined && (
        <span className="tabular block">
          {contractMinutes === null
            ? planned
            : i18n.t('{planned} of {contract}', { planned, contract: formatMinutes(contractMinutes, i18n) })}
        </span>
      )}
      {warnings.map((warning) => (
        <span key={`${warning.rule} ${warning.at}`} className="block text-overdue">
          {warningInWords(warning, reader)}
        </span>
      ))}
    </Head>
  )
}

const Head = ({ picture, name, children }: { picture: ReactNode; name: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-start gap-2">
    {picture}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate font-medium leading-snug" title={name}>
        {name}
      </span>
      <span className="block text-muted text-xs leading-snug">{children}</span>
    </span>
  </span>
)
