import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailedState } from '../ui/failed-state.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** Shown until it is known who is signed in. */
export const FullPageSpinner = () => (
  <div className="grid h-dvh place-items-center text-muted">
    <Spinner label="Loading" className="size-6" />
  </div>
)

/** Shown while a screen's code is loading. */
export const ScreenPending = () => (
  <div className="grid flex-1 place-items-center text-muted">
    <Spinner label="Loading" className="size-5" />
  </div>
)

/** Replaces a screen that threw an error. */
export function ScreenFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    // This also loads the screen's code again, if that has failed.
    await router.invalidate()
    reset()
  }
  return (
    <div className="grid flex-1 place-items-center">
      <FailedState
        message="This page could not be shown. Nothing that was saved is lost."
        onRetry={() => void retry()}
      />
    </div>
  )
}

/** Replaces the whole page when the shell threw an error. */
export const PageFailed = () => (
  <main className="grid min-h-dvh place-items-center">
    <FailedState
      message="Muster could not be shown. Nothing that was saved is lost."
      onRetry={() => location.reload()}
    />
  </main>
)
