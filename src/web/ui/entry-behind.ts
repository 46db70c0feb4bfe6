import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

type Router = ReturnType<typeof useRouter>

const indexOf = ({ history }: Router) => history.location.state.__TSR_index

let isKept = false

/**
 * Hook: while something is open that the back button closes, there is an entry of the history to go back to. At the first entry of a page,
 * as when a notification has opened it, the step back leaves the page, and no script hears of it.
 */
export function useEntryBehind(isNeeded: boolean) {
  const router = useRouter()
  useEffect(() => {
    if (isNeeded && !isKept && indexOf(router) === 0) keepEntryBehind(router)
  }, [isNeeded, router])
}

/** Adds an entry with the same address. Whoever goes back from it, with nothing open, means the step before both. */
function keepEntryBehind(router: Router) {
  isKept = true
  void router.navigate({
    ...{ to: '.', search: true, hash: true, state: true, resetScroll: false, ignoreBlocker: true },
  } as never)
  const stop = router.history.subscribe(({ action: { type } }) => {
    if (type === 'PUSH' || type === 'REPLACE' || indexOf(router) > 0) return
    stop()
    isKept = false
    router.history.back({ ignoreBlocker: true })
  })
}
