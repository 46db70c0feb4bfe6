import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type ClockSession, STATED_BREAK_DAYS } from '../../shared/clock.ts'
import { useCan } from '../api/viewer.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { AHEAD } from './ahead.ts'

const loadDialog = () => import('./break-dialog.tsx')
const BreakDialog = lazy(() => loadDialog().then((module) => ({ default: module.BreakDialog })))

/** Opens the form for a break that the viewer did not record, if they may still enter one. */
export function BreakButton({
  session,
  label,
  className,
  children,
}: {
  session: ClockSession
  /** The name for screen readers, where the words alone do not name the session. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const mayBreak = useCan('clock:break')
  const [isOpen, setOpen] = useState(false)
  const isSettled =
    session.endTime !== null && Date.parse(session.endTime) < serverNow() - STATED_BREAK_DAYS * 24 * 3_600_000
  // A session that only this device knows has no id yet.
  if (!mayBreak || isSettled || session.id === AHEAD) return null
  return (
    <>
      <Button variant="ghost" aria-label={label} onClick={() => setOpen(true)} className={className}>
        {children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <BreakDialog session={session} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
