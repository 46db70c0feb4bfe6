import { Pin } from 'lucide-react'
import type { DragEvent } from 'react'
import type { RosterShift } from '../../shared/roster/shapes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { hatched, hueStyle, isDraft, shiftSurface, shortTimes, timesInWords } from './shift-words.ts'

/** A shift in a cell. Drafts are hatched, removed ones struck through, and questions say what came of them. */
export function ShiftBlock({
  shift,
  onOpen,
  onDragStart,
}: {
  shift: RosterShift
  onOpen?: (() => void) | undefined
  onDragStart?: ((event: DragEvent) => void) | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  const { title, plan, colour, userId } = shift
  const isChanged = isDraft(shift)
  const note = plan?.isRemoved
    ? i18n.t('Removed ##planned shift')
    : plan?.asked
      ? plan.asked.refusedAt
        ? i18n.t('Refused ##planned shift')
        : i18n.t('Asked ##planned shift')
      : shift.actual?.state === 'absent'
        ? i18n.t('Absent ##planned shift')
        : shift.actual?.state === 'away'
          ? i18n.t('Away ##planned shift')
          : shift.isOffered
            ? i18n.t('Offered ##planned shift')
            : undefined
  const words = [timesInWords(shift, reader), title, isChanged && i18n.t('Draft'), note].filter(Boolean).join(', ')
  const content = (
    <>
      <span
        aria-hidden="true"
        className={cx('tabular block truncate font-semibold', plan?.isRemoved && 'line-through')}
      >
        {shortTimes(shift)}
        {plan?.isPinned && <Pin className="ms-1 inline size-3" />}
      </span>
      {title && (
        <span aria-hidden="true" dir="auto" className="block truncate text-xs">
          {title}
        </span>
      )}
      {note && (
        <span
          aria-hidden="true"
          className={cx(
            'block truncate text-xs',
            (plan?.asked?.refusedAt || shift.actual?.state === 'absent') && 'font-semibold',
          )}
        >
          {note}
        </span>
      )}
      <span className="sr-only">{words}</span>
    </>
  )
  const look = cx(
    'mb-1 block w-full min-w-0 rounded-control px-1.5 py-1 text-start text-sm leading-tight last:mb-0 touch:min-h-11',
    shiftSurface,
    (userId === null || shift.isOffered) && 'border-[1.5px] border-current border-dashed',
    isChanged && hatched,
  )
  if (!onOpen)
    return (
      <span style={hueStyle(colour)} className={look}>
        {content}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      draggable={onDragStart !== undefined && !plan?.isRemoved}
      onDragStart={onDragStart}
      onClick={onOpen}
      onDoubleClick={(event) => event.stopPropagation()}
      title={words}
      style={hueStyle(colour)}
      className={look}
    >
      {content}
    </button>
  )
}
