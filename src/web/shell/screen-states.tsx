import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useI18n } from '../language.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { keepFrameInFront } from '../ui/frame-in-front.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Shown until it is known who is signed in. When the page has just been opened, `frame.html` stays in front of it. */
export function FullPageSpinner() {
  const i18n = useI18n()
  useLayoutEffect(keepFrameInFront, [])
  return (
    <div className="grid h-dvh place-items-center text-muted">
      <Spinner label={i18n.t('Loading')} className="size-6" />
    </div>
  )
}

/** Shown while a screen's code is loading. */
export function ScreenPending() {
  const i18n = useI18n()
  return (
    <div className="grid flex-1 place-items-center text-muted">
      <Spinner label={i18n.t('Loading')} className="size-5" />
    </div>
  )
}

/** Replaces a screen that threw an error. */
export function ScreenFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const i18n = useI18n()
  const retry = async () => {
    // This also loads the screen's code again, if that has failed.
    await router.invalidate()
    reset()
  }
  return (
    <div className="grid flex-1 place-items-center">
      <FailedState
        message={i18n.t('This page could not be shown. Nothing that was saved is lost.')}
        onRetry={() => void retry()}
      />
    </div>
  )
}

/** Replaces the whole page when the shell threw an error. */
export function PageFailed() {
  const i18n = useI18n()
  return (
    <main className="grid min-h-dvh place-items-center">
      <FailedState
        message={i18n.t('Muster could not be shown. Nothing that was saved is lost.')}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
