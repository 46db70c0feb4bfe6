import { useNavigate } from '@tanstack/react-router'
import { clearDepartment } from '../api/department-filter.ts'
import { clearOfflineQueue, queuedWrites } from '../api/queued-writes.ts'
import { endSession, resetViewer, setViewer } from '../api/viewer.ts'
import { toast, toastError } from '../ui/toast.tsx'

/**
 * Returns a function that signs out and goes to the root page, also when the call fails, so that no data stays on the screen. It
 * always removes what is stored on this device. If changes wait to be sent, it asks first.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    if (!mayDiscard(queuedWrites().length)) return
    let failed = false
    try {
      await endSession()
    } catch (error) {
      console.error('Signing out failed', error)
      failed = true
    }
    clearDepartment()
    clearOfflineQueue()
    await navigate({ to: '/' })
    if (failed) {
      toastError('Failed to sign out')
      await resetViewer()
    } else {
      toast({ title: 'Signed Out', description: 'You have been successfully signed out' })
      setViewer(null)
    }
  }
}

const mayDiscard = (count: number) =>
  count === 0 ||
  confirm(`${count} ${count === 1 ? 'change has' : 'changes have'} not been sent yet. Sign out and lose them?`)
