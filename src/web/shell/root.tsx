import { I18nProvider } from '@lingui/react'
import { Outlet } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { lazy, Suspense, useRef } from 'react'
import { useSession } from '../api/viewer.ts'
import { resetToken } from '../auth/reset-link.ts'
import { SampleNote } from '../components/sample-note.tsx'
import { useDirection } from '../direction.ts'
import { useI18n, useLanguageBegun } from '../language.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { Mark } from '../ui/mark.tsx'
import { Toaster } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useScreen, useUnknownAddress } from './screen.ts'
import { FullPageSpinner } from './screen-states.tsx'
import { Shell } from './shell.tsx'

const LoginPage = lazy(() => import('../auth/login-page.tsx').then((module) => ({ default: module.LoginPage })))

export const Root = () => (
  <I18nProvider i18n={useI18n()}>
    <Direction.Provider dir={useDirection()}>
      <TooltipProvider>
        <Suspense fallback={<FullPageSpinner />}>
          <Gate />
        </Suspense>
        <Toaster />
      </TooltipProvider>
    </Direction.Provider>
  </I18nProvider>
)

/** Visitors get the sign-in screen at every address, except that an unknown address is Page Not Found for everyone. */
function Gate() {
  const session = useSession()
  const screen = useScreen()
  const unknown = useUnknownAddress()
  const hasSignedIn = useRef(false)
  const i18n = useI18n()
  const hasWords = useLanguageBegun()
  const hasResetToken = resetToken.useSelected((token) => token !== undefined)

  if (!hasWords) return <FullPageSpinner />
  if (unknown) return <Outlet />
  if (session.data === undefined) {
    if (!session.isError) return <FullPageSpinner />
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center">
        <Mark className="size-9 text-accent" />
        <FailedState
          message={i18n.t('Muster cannot be reached at the moment.')}
          onRetry={() => void session.refetch()}
          pending={session.isFetching}
          className="pt-5"
        />
        <SampleNote />
      </main>
    )
  }
  // A password link opens even if another person is signed in here.
  if (!session.data || hasResetToken) {
    hasSignedIn.current = true
    return <LoginPage />
  }
  // The key gives each person a new shell, so that nobody sees what another person had open or typed.
  return screen ? <Shell key={session.data.id} screen={screen} focusHeading={hasSignedIn.current} /> : <Outlet />
}
