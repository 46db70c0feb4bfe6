import { useCallback, useSyncExternalStore } from 'react'

/** A screen that is not small: Tailwind's `md` or wider. */
export const NOT_SMALL = '(width >= 48rem)'

/** A screen with the sidebar beside it: Tailwind's `lg` or wider. */
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
