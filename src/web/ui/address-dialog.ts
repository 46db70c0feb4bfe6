import { type ParsedLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

const OPENED_HERE = 'dialogOpenedHere'

/** A step back takes a moment: whoever closes a dialog twice, by a double click, means it once. */
const STEP = 500
let left: { location: ParsedLocation; at: number } | undefined

/**
 * Opens and closes dialogs that live in the address, so that a link opens them and the back button closes them. `closed` names
 * all their parameters, each undefined; it must stay the same object.
 */
export function useAddressDialog<S extends object>(closed: S) {
  const navigate = useNavigate()
  const router = useRouter()
  return useMemo(
    () => ({
      open: (dialog: Partial<{ [K in keyof S]: unknown }>) =>
        void navigate({
          to: '.',
          search: ((before: object) => ({ ...before, ...closed, ...dialog })) as never,
          state: { [OPENED_HERE]: true } as never,
          resetScroll: false,
        }),
      /** Back to the entry of the history from which it was opened; one opened by a link is replaced. */
      close() {
        const { location } = router.state
        if (OPENED_HERE in location.state) {
          if (left?.location === location && performance.now() - left.at < STEP) return
          left = { location, at: performance.now() }
          return router.history.back()
        }
        void navigate({
          to: '.',
          search: ((before: object) => ({ ...before, ...closed })) as never,
          replace: true,
          resetScroll: false,
        })
      },
    }),
    [navigate, router, closed],
  )
}
