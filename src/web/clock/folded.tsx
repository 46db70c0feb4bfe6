import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ClockSession } from '../../shared/clock.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

/** So many of a day's sessions are seen at once; one more than that is no longer to show than a button is. */
const FEW = 4

/** Of many sessions the newest few, and those that want to be seen however old; they come and stay in their order. */
export function useFolded(sessions: ClockSession[], { newest }: { newest: 'first' | 'last' }) {
  const [open, setOpen] = useState(false)
  const isNew = (at: number) => (newest === 'first' ? at < FEW : at >= sessions.length - FEW)
  const few =
    sessions.length > FEW + 1 ? sessions.filter((session, at) => isNew(at) || wantsToBeSeen(session)) : sessions
  const hidden = sessions.length - few.length
  return { shown: open ? sessions : few, hidden, open, toggle: () => setOpen(!open) }
}

/** It runs, or there is something to say of it. */
const wantsToBeSeen = ({ endTime, needsReview, correction, startedOffline, endedOffline }: ClockSession) =>
  endTime === null || needsReview || correction !== null || startedOffline || endedOffline

/** Shows the hidden sessions, and hides them again. */
export function FoldButton({
  hidden,
  open,
  toggle,
  of,
  className,
}: {
  hidden: number
  open: boolean
  toggle: () => void
  /** The day in words. */
  of: string
  className?: string
}) {
  const words = open ? 'Show fewer' : `Show ${hidden} earlier`
  return (
    <Button
      variant="ghost"
      aria-expanded={open}
      aria-label={`${words}, ${of}`}
      onClick={toggle}
      className={cx('-ml-2 h-7! gap-1! px-2! text-sm touch:h-11!', className)}
    >
      {words}
      <ChevronDown aria-hidden="true" className={cx('size-3.5', open && 'rotate-180')} />
    </Button>
  )
}
