import { type ReactNode, Suspense, useState } from 'react'
import { type ClockSession, isSettled } from '../../shared/clock-session.ts'
import { useCan } from '../api/viewer.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { AHEAD } from './ahead.ts'

const BreakDialog = lazyPart(() => import('./break-dialog.tsx'), 'BreakDialog')

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
  // A session that only this device knows has no id yet.
  if (!mayBreak || isSettled(session, serverNow()) || session.id === AHEAD) return null
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
