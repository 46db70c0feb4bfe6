import { type ParsedLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

const OPENED_HERE = 'dialogOpenedHere'
/** The state of a link that opens a dialog of the same screen: to close it is to go back. */
export const dialogState = { [OPENED_HERE]: true } as never

/** A step back takes a moment. A second close within this time comes from a double click, and does nothing. */
const DOUBLE_CLICK_MS = 500
let lastClose: { location: ParsedLocation; at: number } | undefined

/**
 * Opens and closes dialogs that have their state in the address: a link opens them, and the back button closes them.
 * `closed` contains all their parameters, each undefined. It must stay the same object.
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
          state: dialogState,
          resetScroll: false,
        }),
      /** Goes back to the history entry that opened the dialog. If a link opened it, the entry is replaced. */
      close() {
        const { location } = router.state
        // A link within the dialog leads elsewhere: the dialog is closed already, and the new address stays whole.
        if (Object.keys(closed).every((name) => !(name in location.search))) return
        if (OPENED_HERE in location.state) {
          if (lastClose?.location === location && performance.now() - lastClose.at < DOUBLE_CLICK_MS) return
          lastClose = { location, at: performance.now() }
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
