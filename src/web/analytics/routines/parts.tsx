import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shareInTime } from '../../../shared/analytics-routines.ts'
import { formatCount } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { FigureLink, linked, target } from '../links.tsx'
import { type FigureList, useFigureList } from './list-address.ts'

/** Shown where there is nothing to measure. */
export const NONE = '–'

/** "94%". It is rounded down: only all of them are 100 %. */
export function formatShare(counts: Parameters<typeof shareInTime>[0], i18n: Reader['i18n']) {
  const share = shareInTime(counts)
  return share === null ? NONE : i18n.number(Math.floor(share * 100 + 1e-9) / 100, { style: 'percent' })
}

/** "12 min", or a dash where there is nothing to measure. */
export const formatMedian = (minutes: number | null, i18n: Reader['i18n']) =>
  minutes === null ? NONE : formatMinutes(minutes, i18n)

/** A figure that opens its list on this screen. */
export function ListButton({
  list,
  label,
  className,
  children,
}: {
  list: FigureList
  /** For screen readers, where the figure alone is not clear. */
  label: string
  className?: string
  children: ReactNode
}) {
  const { open } = useFigureList()
  return (
    <button type="button" aria-label={label} onClick={() => open(list)} className={cx(linked, className)}>
      {children}
    </button>
  )
}

/** Where a count leads: to tasks, or to a list on this screen; without either it is text. */
export type FigureWay = { to: LinkOptions; department?: number } | { list: FigureList } | undefined

/** A count that leads to the list of its items. Zero leads nowhere. */
export function Count({
  count,
  way,
  label,
  className,
}: {
  count: number
  way: FigureWay
  label: string
  className?: string
}) {
  const i18n = useI18n()
  const text = formatCount(count, { i18n })
  return (
    <Leading way={count > 0 ? way : undefined} label={label} className={className} text={text} quiet={count === 0} />
  )
}

/** A figure that leads to the list behind it. */
export function Leading({
  text,
  way,
  label,
  className,
  quiet = false,
}: {
  text: string
  way: FigureWay
  label: string
  className?: string | undefined
  quiet?: boolean
}) {
  if (!way) return <span className={quiet ? 'text-muted' : className}>{text}</span>
  if ('list' in way)
    return (
      <ListButton list={way.list} label={label} className={cx(target, className)}>
        {text}
      </ListButton>
    )
  return (
    <FigureLink {...way} label={label} className={cx(target, className)}>
      {text}
    </FigureLink>
  )
}

/** A large figure with its name above and a line below. */
export const Figure = ({
  name,
  sign,
  note,
  className,
  children,
}: {
  name: string
  sign?: ReactNode
  note?: string
  className?: string
  children: ReactNode
}) => (
  <div className={cx('min-w-0', className)}>
    <dt className="flex items-center gap-1.75 font-medium text-sm">
      {sign}
      {name}
    </dt>
    <dd className="tabular mt-0.5 font-semibold text-2xl tracking-[-0.02em] md:text-3xl">{children}</dd>
    {note && <dd className="text-muted text-xs">{note}</dd>}
  </div>
)

/** A row of figures: its name, and a cell for each head. */
export interface FigureRow {
  key: string | number
  head: ReactNode
  cells: ReactNode[]
}

/** Figures side by side. On phones each row has its name above, unless all names are `short`. */
export function FigureTable({
  caption,
  title = false,
  heads,
  rows,
  short = false,
  few = false,
  shown = rows.length,
}: {
  caption: string
  /** The caption is visible. */
  title?: boolean
  /** The first is the heading of the names. */
  heads: string[]
  rows: FigureRow[]
  short?: boolean
  /** There are so few figures that a name has room in its row on phones too. */
  few?: boolean
  /** So many rows are on the screen. On paper are all. */
  shown?: number
}) {
  const notSmall = useMedia(NOT_SMALL)
  const inLine = notSmall || short || few
  const [first, ...others] = heads
  return (
    <table className="w-full text-start">
      <caption className={title ? 'pb-1 text-start font-semibold' : 'sr-only'}>{caption}</caption>
      <thead>
        <tr className="border-line border-b text-muted text-xs md:text-sm">
          <th scope="col" className="h-9 pe-3 pb-2 print:h-6! print:pb-1! align-bottom font-medium leading-tight">
            {/* Above the names, where it would take the figures' room. */}
            <span className={cx(!inLine && 'sr-only')}>{first}</span>
          </th>
          {others.map((head) => (
            <th
              key={head}
              scope="col"
              className="h-9 ps-2 pb-2 print:h-6! print:pb-1! text-end align-bottom font-medium leading-tight md:ps-3"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ key, head, cells }, at) => (
        <tbody
          key={key}
          className={cx('border-line border-b last:border-0', at >= shown && 'hidden print:table-row-group')}
        >
          {!inLine && (
            <tr>
              <th scope="rowgroup" colSpan={heads.length} className="pt-2.5 font-medium wrap-anywhere">
                {head}
              </th>
            </tr>
          )}
          <tr>
            {inLine ? (
              <th
                scope="row"
                className={cx(
                  'h-10 py-1.5 pe-3 font-medium tabular touch:h-11 print:h-6.5! print:py-0!',
                  short ? 'whitespace-nowrap' : 'wrap-anywhere',
                )}
              >
                {head}
              </th>
            ) : (
              <td />
            )}
            {cells.map((cell, column) => (
              <td
                key={heads[column + 1]}
                className="h-10 whitespace-nowrap ps-2 text-end tabular max-md:text-sm md:ps-3 touch:h-11 print:h-6.5!"
              >
                {cell}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  )
}
