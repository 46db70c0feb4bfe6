import { useNavigate } from '@tanstack/react-router'
import { resetViewer, setViewer, signOutHere } from '../api/viewer.ts'
import { i18nNow } from '../language.ts'
import { clearOfflineQueue, queuedWrites } from '../offline/queued-writes.ts'
import { ask } from '../ui/ask.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/**
 * Returns a function that signs out and goes to the root page, also when the call fails, so that no data stays on the
 * screen. It always removes the data stored on this device. If changes wait to be sent, it asks first.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    if (!(await mayDiscard(queuedWrites().length))) return
    let failed = false
    try {
      await signOutHere()
    } catch (error) {
      console.error('Signing out failed', error)
      failed = true
    }
    clearOfflineQueue()
    await navigate({ to: '/' })
    const i18n = i18nNow()
    if (failed) {
      const reset = resetViewer()
      toastError(i18n.t('Failed to sign out'))
      await reset
    } else {
      // It removes the toasts of the person who was signed in.
      const gone = setViewer(null)
      toast({ title: i18n.t('Signed Out'), description: i18n.t('You have been successfully signed out') })
      await gone
    }
  }
}

function mayDiscard(count: number) {
  if (count === 0) return true
  const i18n = i18nNow()
  return ask({
    text: i18n.t(
      '{count, plural, one {# change has not been sent yet. Sign out and lose them?} other {# changes have not been sent yet. Sign out and lose them?}}',
      { count },
    ),
    stay: i18n.t('Cancel'),
    leave: i18n.t('Sign Out'),
  })
}
