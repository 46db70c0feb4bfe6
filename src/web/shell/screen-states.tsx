import type { ErrorComponentProps } from '@tanstack/react-router'
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
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  console.error(error)
  return (
    <div className="grid flex-1 place-items-center">
      <FailedState message="Something went wrong on this page. Nothing that was saved is lost." onRetry={reset} />
    </div>
  )
}
