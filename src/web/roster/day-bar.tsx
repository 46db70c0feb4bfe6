import { type PointerEvent, useRef } from 'react'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { formatWeekday } from '../../shared/words/formats.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { minutesOfDistance, placeOnScale, type ScaleSpan } from './day-scale.ts'
import { hatched, hueStyle, isDraft, shiftSurface, shortTimes, timesInWords } from './shift-words.ts'
import { type Edge, lengthOf, minuteOf, movedTimes, stretchedTimes } from './stretch.ts'
import type { Stretching } from './use-stretching.ts'

/** Where a shift lies on the scale of its day, in minutes. */
export const spanOf = (shift: RosterShift): ScaleSpan => {
  const from = minuteOf(shift.start)
  return { from, to: from + lengthOf(shift) }
}

const place = 'absolute flex h-7.5 min-w-0 items-center overflow-hidden rounded-control px-2 text-start text-sm'

/** The rest of a shift that began on the day before, at the beginning of the scale. It leads to its own day. */
export function NightBar({
  shift,
  span,
  top,
  onDay,
}: {
  shift: RosterShift
  span: ScaleSpan
  top: number
  onDay: (date: string) => void
}) {
  const reader = useReader()
  const day = formatWeekday(Date.parse(shift.startTime), reader)
  const words = [timesInWords(shift, reader), shift.title, reader.i18n.t('Begins on {day}', { day })]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      tabIndex={-1}
      title={words}
      style={{ ...hueStyle(shift.colour), ...placeOnScale(span), top }}
      className={cx(place, shiftSurface, 'rounded-s-none opacity-75', isDraft(shift) && hatched)}
      onDoubleClick={(event) => event.stopPropagation()}
      // Of the keys of the grid, Enter would open a shift of this day.
      onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      onClick={() => onDay(shift.date)}
    >
      <BarWords shift={shift} words={words} />
    </button>
  )
}

/** The times and the title of a shift on its bar, and all of it for screen readers. */
const BarWords = ({ shift, words }: { shift: RosterShift; words: string }) => (
  <>
    <span aria-hidden="true" className={cx('tabular truncate font-semibold', shift.plan?.isRemoved && 'line-through')}>
      {shortTimes(shift)} <bdi className="font-normal">{shift.title}</bdi>
    </span>
    <span className="sr-only">{words}</span>
  </>
)

/** Pixels of movement from which on a press is no click. */
const CLICK = 4

/** A shift on the scale. Its edges stretch it, and its middle moves it, also to another person. */
export function DayBar({
  shift,
  top,
  stretching,
  onDrop,
  onOpen,
}: {
  shift: RosterShift
  top: number
  stretching: Stretching
  onDrop: (event: PointerEvent, isMoved: boolean) => void
  onOpen: (() => void) | undefined
}) {
  const reader = useReader()
  /** The press: the shift as it was, and where. */
  const press = useRef<{ before: RosterShift; x: number; edge: Edge | null; isDragged: boolean }>(undefined)
  const mayDrag = onOpen !== undefined && !shift.plan?.isRemoved
  const words = [timesInWords(shift, reader), shift.title, isDraft(shift) && reader.i18n.t('Draft')]
    .filter(Boolean)
    .join(', ')
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!mayDrag || event.button !== 0) return
    const edge = (event.target as HTMLElement).dataset.edge as Edge | undefined
    event.currentTarget.setPointerCapture(event.pointerId)
    press.current = { before: shift, x: event.clientX, edge: edge ?? null, isDragged: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const track = event.currentTarget.parentElement
    if (!press.current || !track) return
    const { before, x, edge } = press.current
    const distance = event.clientX - x
    if (Math.abs(distance) > CLICK) press.current.isDragged = true
    if (!press.current.isDragged) return
    const forward = getComputedStyle(track).direction === 'rtl' ? -distance : distance
    const minutes = minutesOfDistance(forward, track.offsetWidth)
    const times = edge ? stretchedTimes(before, edge, minutes) : movedTimes(before, minutes)
    if (times) stretching.drag(before, times)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const done = press.current
    press.current = undefined
    if (!done) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    const bar = event.currentTarget
    const row = bar.closest('tr')?.getBoundingClientRect()
    const isElsewhere = row && (event.clientY < row.top || event.clientY > row.bottom)
    if (!done.isDragged && !isElsewhere) return onOpen?.()
    if (!done.isDragged) stretching.drag(done.before, done.before)
    onDrop(event, done.edge === null)
  }
  const look = cx(
    place,
    'group/bar touch-none',
    shiftSurface,
    shift.userId === null && 'border-[1.5px] border-current border-dashed',
    isDraft(shift) && hatched,
    mayDrag && 'cursor-grab active:cursor-grabbing',
  )
  const style = { ...hueStyle(shift.colour), ...placeOnScale(spanOf(shift)), top }
  const content = <BarWords shift={shift} words={words} />
  if (!onOpen)
    return (
      <span style={style} className={look}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      data-shift={shift.id}
      title={words}
      style={style}
      className={look}
      onDoubleClick={(event) => event.stopPropagation()}
      // A press of the mouse is a click where it ends (`onPointerUp`); this is the keyboard's and the screen reader's.
      onClick={(event) => event.detail === 0 && onOpen()}
      {...{ onPointerDown, onPointerMove, onPointerUp }}
      onPointerCancel={() => {
        press.current = undefined
        stretching.cancel()
      }}
    >
      {content}
      {mayDrag &&
        (['start', 'end'] as const).map((edge) => (
          <span
            key={edge}
            data-edge={edge}
            aria-hidden="true"
            className={cx(
              'absolute inset-y-0 w-2.5 cursor-ew-resize opacity-0 bg-current/30 group-hover/bar:opacity-100',
              edge === 'start' ? 'inset-s-0' : 'inset-e-0',
            )}
          />
        ))}
    </button>
  )
}
