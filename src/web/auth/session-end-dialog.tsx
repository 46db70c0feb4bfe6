import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { deployment } from '../api/deployment.ts'
import { markStale } from '../api/queries.ts'
import { setViewer, useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { SignInForm } from './sign-in-form.tsx'

const ProviderLink = lazyPart(() => import('./provider/provider-card.tsx'), 'ProviderLink')

/** Asks the person to sign in again after the session's end. The page keeps typed text and reads again. */
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
      description={i18n.t('Sign in again to continue. What you have typed is still there.')}
    >
      {deployment.provider && (
        // In a window of its own: this page hears of the sign-in there, and keeps typed text.
        <Suspense fallback={<div className="mb-4 h-11" />}>
          <div className="mb-4">
            <ProviderLink target="_blank" />
          </div>
        </Suspense>
      )}
      <SignInForm
        email={viewer.email ?? ''}
        username={viewer.username ?? ''}
        autoFocus="password"
        onSignedIn={resume}
      />
    </Dialog>
  )
}
