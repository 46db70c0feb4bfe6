import { useEffect } from 'react'
import { whenIdle } from '../api/first-screen.ts'
import { useCan } from '../api/viewer.ts'
import { clockedIn } from '../components/shift/clocked-in.ts'
import { handingOver } from '../components/shift/handing-over.ts'
import { reporting } from '../components/shift/report.ts'
import { useOnDemand } from '../ui/on-demand.ts'
import { closeOverlay, overlay } from './overlay.ts'

const loadPalette = () => import('./palette.tsx').then((module) => module.Palette)
const loadShortcuts = () => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog)
const loadFeedback = () => import('../feedback/send-dialog.tsx').then((module) => module.SendFeedbackDialog)

const loadReport = () => import('../problems/report-dialog.tsx').then((module) => module.ReportDialog)

/** Loads the palette's code when the person is about to open it. */
export const preparePalette = () => void loadPalette().catch(() => undefined)

/** Shows the dialogs that open over any screen, and loads each when it is first opened. */
export function Overlays() {
  const wanted = overlay.use()
  const palette = useOnDemand(loadPalette)
  const shortcuts = useOnDemand(loadShortcuts)
  const feedback = useOnDemand(loadFeedback)
  const ready = wanted && { palette, shortcuts, feedback }[wanted].ready

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    void ready?.().then((isLoaded) => isLoaded || closeOverlay())
  }, [wanted])

  // Closes everything at sign-out, so that the next person does not see it.
  useEffect(() => closeOverlay, [])

  return (
    <>
      <ReportOverlay />
      <ShiftOverlay />
      {palette.Component && <palette.Component open={wanted === 'palette'} onClose={closeOverlay} />}
      {shortcuts.Component && <shortcuts.Component open={wanted === 'shortcuts'} onClose={closeOverlay} />}
      {feedback.Component && <feedback.Component open={wanted === 'feedback'} onClose={closeOverlay} />}
    </>
  )
}

const loadShift = () => import('../shift/overlays.tsx').then((module) => module.ShiftOverlays)

/** A shift's parts on any screen: their code comes after the first screen, or at a clock-in or clock-out. */
function ShiftOverlay() {
  const hasShifts = useCan('clock:use')
  const isWanted = handingOver.use()
  const session = clockedIn.use()
  const { Component: ShiftOverlays, load, ready } = useOnDemand(loadShift)
  useEffect(() => (hasShifts ? whenIdle(load) : undefined), [hasShifts, load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (isWanted || session) void ready().then((isLoaded) => isLoaded || handingOver.set(false))
  }, [isWanted, session])
  // Closes it at sign-out, so that the next person does not see it.
  useEffect(() => () => handingOver.set(false), [])
  return hasShifts && ShiftOverlays ? <ShiftOverlays /> : null
}

/** The form to report a problem. Its code comes when there is time, because somebody may need it without a network. */
function ReportOverlay() {
  const preset = reporting.use()
  const mayReport = useCan('task:report')
  const { Component: ReportDialog, load, ready } = useOnDemand(loadReport)
  useEffect(() => (mayReport ? whenIdle(load) : undefined), [mayReport, load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (preset) void ready().then((isLoaded) => isLoaded || reporting.set(null))
  }, [preset])
  // Closes it at sign-out, so that the next person does not see it.
  useEffect(() => () => reporting.set(null), [])
  return preset && mayReport && ReportDialog ? <ReportDialog preset={preset} /> : null
}
