import { createStore } from '../store.ts'

/** What lies over the screens: the command palette, the list of shortcuts, the feedback form, or nothing. */
export const overlay = createStore<'palette' | 'shortcuts' | 'feedback' | null>(null)

export const openPalette = () => overlay.set('palette')
export const openShortcuts = () => overlay.set('shortcuts')
export const openFeedback = () => overlay.set('feedback')
export const closeOverlay = () => overlay.set(null)
