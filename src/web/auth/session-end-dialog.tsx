import { useNavigate } from '@tanstack/react-router'
import type { Viewer } from '../../shared/auth.ts'
import { markStale } from '../api/queries.ts'
import { setViewer, useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/**
 * Asks the person to sign in again over a page whose session has ended. The page keeps what was typed; its data is read again.
 */
export function SessionEndDialog() {
  const viewer = useViewer()
  const navigate = useNavigate()
  const i18n = useI18n()
  const resume = async (next: Viewer) => {
    await setViewer(next)
    if (next.id === viewer.id) markStale('everything')
    else void navigate({ to: '/' })
  }
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('Your session has ended')}
      description={i18n.t('Sign in again to go on. What you have typed is still there.')}
    >
      <SignInForm email={viewer.email} autoFocus="password" onSignedIn={resume} />
    </Dialog>
  )
}
