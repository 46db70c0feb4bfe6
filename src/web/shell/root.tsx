import { I18nProvider } from '@lingui/react'
import { Outlet } from '@tanstack/react-router'
import { Direction } from 'radix-ui'
import { Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { whenIdle } from '../api/first-screen.ts'
import { reauthenticationWanted } from '../api/reauthentication.ts'
import { useSession, ViewerContext } from '../api/viewer.ts'
import { passwordLink } from '../auth/password-link.ts'
import { SampleNote } from '../components/labels/sample-note.tsx'
import { useDirection } from '../direction.ts'
import { useI18n } from '../language.ts'
import { AskedQuestion } from '../ui/ask.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Mark } from '../ui/mark.tsx'
import { lazyAhead, useOnDemand } from '../ui/on-demand.ts'
import { currentToast } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useScreen, useUnknownAddress } from './screen.ts'
import { FullPageSpinner } from './screen-states.tsx'
import { Shell } from './shell.tsx'

const { Component: LoginPage, load } = lazyAhead(() =>
  import('../auth/login-page.tsx').then((module) => module.LoginPage),
)
/** Loads the screen of visitors, so that it can be drawn at once. */
export const loadLoginPage = load

const SecondStepGate = lazyPart(() => import('./second-step-gate.tsx'), 'SecondStepGate')

const loadToaster = () => import('../ui/toaster.tsx').then((module) => module.Toaster)

export const Root = () => (
  <I18nProvider i18n={useI18n()}>
    <Direction.Provider dir={useDirection()}>
      <TooltipProvider>
        <Suspense fallback={<FullPageSpinner />}>
          <Gate />
        </Suspense>
        <Reauthentication />
        <AskedQuestion />
        <Toasts />
      </TooltipProvider>
    </Direction.Provider>
  </I18nProvider>
)

/** The toasts. Their library loads when the browser is idle, or with the first one; if that fails, with the next. */
function Toasts() {
  const { Component: Toaster, load } = useOnDemand(loadToaster)
  const isShown = currentToast.use() !== null
  useEffect(() => whenIdle(load), [load])
  useEffect(() => {
    if (isShown) void load().catch(() => undefined)
  }, [isShown, load])
  // A dialog hides all else from screen readers, except live regions: toasts and their buttons can be reached over it.
  return <div aria-live="off">{Toaster && <Toaster />}</div>
}

const loadReauthentication = () =>
  import('../auth/reauthentication-dialog.tsx').then((module) => module.ReauthenticationDialog)

/** Asks for a proof of who the person is, over everything else, when a call needs one. */
function Reauthentication() {
  const answer = reauthenticationWanted.use()
  const viewer = useSession().data
  const { Component: ProofDialog, ready } = useOnDemand(loadReauthentication)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    if (answer) void ready().then((isLoaded) => isLoaded || answer(false))
  }, [answer])
  return answer && viewer && ProofDialog ? (
    <ViewerContext value={viewer}>
      <ProofDialog onAnswer={answer} />
    </ViewerContext>
  ) : null
}

/** Visitors get the sign-in screen at every address, except kiosks and unknown addresses. */
function Gate() {
  const session = useSession()
  const screen = useScreen()
  const unknown = useUnknownAddress()
  const hasSignedIn = useRef(false)
  const i18n = useI18n()
  const hasPasswordLink = passwordLink.useSelected((link) => link !== undefined)
  // The shell is drawn in short tasks. It goes at once when nobody is signed in any more.
  const shown = useDeferredValue(session.data)

  if (unknown || screen?.open) return <Outlet />
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
  if (!session.data || hasPasswordLink) {
    hasSignedIn.current = true
    return <LoginPage />
  }
  if (!screen) return <Outlet />
  if (shown?.id !== session.data.id) return <FullPageSpinner />
  if (session.data.needsSecondStep)
    return (
      <ViewerContext key={session.data.id} value={session.data}>
        <SecondStepGate />
      </ViewerContext>
    )
  // The key gives each person a new shell, so that nobody sees another person's open dialogs or typed text.
  return (
    <ViewerContext key={session.data.id} value={session.data}>
      <Shell screen={screen} focusHeading={hasSignedIn.current} />
    </ViewerContext>
  )
}
