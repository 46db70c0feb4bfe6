import { useEffect } from 'react'
import { useOnDemand } from '../ui/on-demand.ts'
import { closeOverlay, overlay } from './overlay.ts'

const loadPalette = () => import('./palette.tsx').then((module) => module.Palette)
const loadShortcuts = () => import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog)
const loadFeedback = () => import('../feedback/send-dialog.tsx').then((module) => module.SendFeedbackDialog)

/** Ahead of time, for where somebody is about to open it. */
export const preparePalette = () => void loadPalette().catch(() => undefined)

/** The place of what lies over the screens. */
export function Overlays() {
  const asked = overlay.use()
  const palette = useOnDemand(loadPalette)
  const shortcuts = useOnDemand(loadShortcuts)
  const feedback = useOnDemand(loadFeedback)
  const ready = asked && { palette, shortcuts, feedback }[asked].ready

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that something is asked for
  useEffect(() => {
    void ready?.().then((there) => there || closeOverlay())
  }, [asked])

  // What one person has open is not the next one's.
  useEffect(() => closeOverlay, [])

  return (
    <>
      {palette.Component && <palette.Component open={asked === 'palette'} onClose={closeOverlay} />}
      {shortcuts.Component && <shortcuts.Component open={asked === 'shortcuts'} onClose={closeOverlay} />}
      {feedback.Component && <feedback.Component open={asked === 'feedback'} onClose={closeOverlay} />}
    </>
  )
}
