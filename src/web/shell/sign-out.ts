import { useNavigate } from '@tanstack/react-router'
import { clearDepartment } from '../api/department-filter.ts'
import { clearOfflineQueue, queuedWrites } from '../api/offline-queue.ts'
import { endSession, resetViewer, setViewer } from '../api/viewer.ts'
import { toast, toastError } from '../ui/toast.tsx'

/**
 * Signs out and goes to the root page, there too when the call failed (specification, section 8). What was kept on this device
 * goes in any case; for what has not been sent yet it asks first.
 */
export function useSignOut() {
  const navigate = useNavigate()
  return async () => {
    if (!mayDrop(queuedWrites().length)) return
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

const mayDrop = (count: number) =>
  count === 0 ||
  confirm(`${count} ${count === 1 ? 'change has' : 'changes have'} not been sent yet. Sign out and lose them?`)
