import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { FailedState } from '../ui/failed-state.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** While it is not known yet who is there. */
export const FullPageSpinner = () => (
  <div className="grid h-dvh place-items-center text-muted">
    <Spinner label="Loading" className="size-6" />
  </div>
)

/** While a screen's code is on its way. */
export const ScreenPending = () => (
  <div className="grid flex-1 place-items-center text-muted">
    <Spinner label="Loading" className="size-5" />
  </div>
)

/** In place of a screen that broke. */
export function ScreenFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    // Loads the screen's code again too, if that was what failed.
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

/** In place of everything, when the frame around the screens broke. */
export const PageFailed = () => (
  <main className="grid min-h-dvh place-items-center">
    <FailedState
      message="Muster could not be shown. Nothing that was saved is lost."
      onRetry={() => location.reload()}
    />
  </main>
)
