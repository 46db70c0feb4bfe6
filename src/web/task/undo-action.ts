import { RESTORE_DAYS } from '../../shared/tasks.ts'
import { msg } from '../../shared/words/message.ts'
import { viewerNow } from '../api/viewer.ts'
import { i18nNow } from '../language.ts'
import { isMac } from '../ui/shortcuts.ts'
import { type Toast, toastError } from '../ui/toast.tsx'
import type * as undo from './undo.ts'
import { type Undoable, undoNow } from './undo-stack.ts'

/** Says where deleted tasks are found once the toast has gone. */
export const WHERE_DELETED = msg(
  'Deleted tasks can be restored for {days, plural, one {# day} other {# days}}, from the menu beside the filters, or on phones from the filters',
  { days: RESTORE_DAYS },
)

/** The button of a toast that undoes a change. `altText` says how else that can be done. */
export function undoAction(change: Undoable, altText?: string): NonNullable<Toast['action']> {
  const i18n = i18nNow()
  return {
    label: i18n.t('Undo'),
    altText: altText ?? i18n.t('{keys} undoes it', { keys: isMac ? '⌘Z' : 'Ctrl+Z' }),
    // Somebody else may have signed in meanwhile.
    onSelect: () => void (viewerNow()?.id === change.by && undoNow(change)),
  }
}

/** Loads the code that undoes changes, and runs it. Returns false, and shows a toast, if it cannot be loaded. */
export const withUndo = (run: (code: typeof undo) => Promise<boolean>) =>
  import('./undo.ts').then(run, () => {
    const i18n = i18nNow()
    toastError(i18n.t('No connection. Please try again.'))
    return false
  })
