import { CalendarOff } from 'lucide-react'
import type { AwayTime } from '../../../shared/absences/shapes.ts'
import { absenceInWords } from '../../components/labels/absence-labels.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'

/** The absences of a person on a day. */
export const awayOn = (away: readonly AwayTime[] | undefined, date: string) =>
  (away ?? []).filter(({ from, to }) => from <= date && to >= date)

/** An absence in a cell of the roster, for planners. One that waits for a decision has a dashed border. */
export function AwayMark({ away, onOpen }: { away: AwayTime; onOpen?: (() => void) | undefined }) {
  const i18n = useI18n()
  const isWaiting = away.state === 'requested'
  const words = [absenceInWords(away, i18n), isWaiting && i18n.t('Requested ##an absence')].filter(Boolean).join(', ')
  const content = (
    <>
      <CalendarOff aria-hidden="true" className="me-1 mb-0.5 inline size-3" />
      {words}
    </>
  )
  const look = cx(
    'mb-1 block w-full min-w-0 rounded-control bg-sunken px-1.5 py-1 text-start text-muted text-sm leading-tight wrap-anywhere last:mb-0 touch:min-h-11',
    isWaiting && 'border border-current border-dashed',
  )
  if (!onOpen) return <span className={look}>{content}</span>
  return (
    <button type="button" tabIndex={-1} onClick={onOpen} title={words} className={look}>
      {content}
    </button>
  )
}
