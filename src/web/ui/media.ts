import { useCallback, useSyncExternalStore } from 'react'

// Safari 15 knows no `(width >= …)`.

/** A screen that is not small: Tailwind's `md` or wider. */
export const NOT_SMALL = '(min-width: 48rem)'

/** A phone held upright: the variant `thumb` of the styles. */
export const UPRIGHT_PHONE = '(max-width: 47.99rem) and (min-height: 30rem)'

/** A screen with the sidebar beside it: Tailwind's `lg` or wider. */
export const WIDE = '(min-width: 64rem)'

/** Whether the person has asked for less motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

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
