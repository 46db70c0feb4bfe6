import { useCallback, useSyncExternalStore } from 'react'

/** The width from which a screen is not small; Tailwind's `md`. */
export const NOT_SMALL = '(width >= 48rem)'

/** The width from which the sidebar stands beside the screen; Tailwind's `lg`. */
export const WIDE = '(width >= 64rem)'

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
