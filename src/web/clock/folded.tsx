import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ClockSession } from '../../shared/clock-session.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'

/** A day shows this many sessions at first. One more is shown too: a button would take as much room. */
const FIRST_SHOWN = 4

/** Folds many sessions to the newest few and those that need attention. They keep their order. */
export function useFolded(sessions: ClockSession[], { newest }: { newest: 'first' | 'last' }) {
  const [open, setOpen] = useState(false)
  const isNew = (at: number) => (newest === 'first' ? at < FIRST_SHOWN : at >= sessions.length - FIRST_SHOWN)
  const few =
    sessions.length > FIRST_SHOWN + 1
      ? sessions.filter((session, at) => isNew(at) || needsAttention(session))
      : sessions
  const hidden = sessions.length - few.length
  return { shown: open ? sessions : few, hidden, open, toggle: () => setOpen(!open) }
}

/** The session is running, or has a note. */
const needsAttention = ({ endTime, needsReview, correction, startedOffline, endedOffline }: ClockSession) =>
  endTime === null || needsReview || correction !== null || startedOffline || endedOffline

/** Shows and hides the folded sessions. */
export function FoldButton({
  hidden,
  open,
  toggle,
  day,
  className,
}: {
  hidden: number
  open: boolean
  toggle: () => void
  /** The day as text, for screen readers. */
  day: string
  className?: string
}) {
  const i18n = useI18n()
  return (
    <Button
      variant="ghost"
      aria-expanded={open}
      aria-label={
        open
          ? i18n.t('Show fewer, {day}', { day })
          : i18n.t('{count, plural, one {Show # earlier} other {Show # earlier}}, {day}', { count: hidden, day })
      }
      onClick={toggle}
      className={cx('-ms-2 h-7! gap-1! px-2! text-sm touch:h-11!', className)}
    >
      {open
        ? i18n.t('Show fewer')
        : i18n.t('{count, plural, one {Show # earlier} other {Show # earlier}}', { count: hidden })}
      <ChevronDown aria-hidden="true" className={cx('size-3.5', open && 'rotate-180')} />
    </Button>
  )
}
