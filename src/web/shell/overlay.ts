import { createStore } from '../store.ts'

/** The dialog that is open over any screen: command palette, list of shortcuts, feedback form, or none. */
export const overlay = createStore<'palette' | 'shortcuts' | 'feedback' | null>(null)

export const openPalette = () => overlay.set('palette')
export const openShortcuts = () => overlay.set('shortcuts')
export const openFeedback = () => overlay.set('feedback')
export const closeOverlay = () => overlay.set(null)
