import { useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { briefingApi } from '../../shared/briefing.ts'
import { clockApi } from '../../shared/clock.ts'
import { whenIdle } from '../api/first-screen.ts'
import { queryClient, replyOf, useReply } from '../api/queries.ts'
import { clockedIn } from '../components/shift/clocked-in.ts'
import { askingEnd, endPutAside } from '../components/shift/forgotten-end.ts'
import { handingOver } from '../components/shift/handing-over.ts'
import { forgottenPatches } from '../live/clock-changes.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { lazyAhead } from '../ui/on-demand.ts'

registerPatches('clock', forgottenPatches)

const ForgottenEndDialog = lazyPart(() => import('./forgotten/dialog.tsx'), 'ForgottenEndDialog')
const { Component: HandoverSheet, load: loadSheet } = lazyAhead(() =>
  import('./handovers/sheet/sheet.tsx').then((module) => module.HandoverSheet),
)

/** A shift's parts on any screen: the way to the briefing, the handover sheet, the forgotten clock-out. */
export function ShiftOverlays() {
  const isHandingOver = handingOver.use()
  useBriefingAfterClockIn()
  // It may be needed without a network.
  useEffect(() => whenIdle(loadSheet), [])
  return (
    <Suspense fallback={null}>
      {isHandingOver && <HandoverSheet />}
      <ForgottenEnd />
    </Suspense>
  )
}

/** Milliseconds. A person who has done something else meanwhile is not led away. */
const MAX_WAIT = 4000
const SOMETHING_OPEN = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-state=closed])'

/** Leads to the briefing after a clock-in, if there is something to read. */
function useBriefingAfterClockIn() {
  const session = clockedIn.use()
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    if (!session) return
    clockedIn.set(null)
    const [began, address] = [performance.now(), router.state.location.href]
    const isHere = () =>
      performance.now() - began < MAX_WAIT &&
      router.state.location.href === address &&
      document.querySelector(SOMETHING_OPEN) === null
    void queryClient
      .fetchQuery({ ...replyOf(briefingApi.get, { query: {} }), staleTime: 0 })
      .then(({ notes, sections }) => {
        if (notes.length + sections.length > 0 && isHere()) void navigate({ to: '/briefing' })
      })
      // It is under Briefing on the clock screen.
      .catch(() => undefined)
  }, [session, navigate, router])
}

/** Asks on the next visit about a forgotten clock-out: once in each tab, and when the person wants it. */
function ForgottenEnd() {
  const { data: session } = useReply(clockApi.forgotten, {})
  const putAside = endPutAside.use()
  const isWanted = askingEnd.use()
  // A shift that ends later interrupts nobody: it stands on the clock screen.
  const [atOpening, setAtOpening] = useState<number | null>()
  if (atOpening === undefined && session !== undefined) setAtOpening(session?.id ?? null)
  const isShown = session && (isWanted || (session.id === atOpening && session.id !== putAside))
  if (!isShown) return null
  const close = () => {
    askingEnd.set(false)
    endPutAside.set(session.id)
  }
  return <ForgottenEndDialog key={session.id} session={session} onClose={close} />
}
