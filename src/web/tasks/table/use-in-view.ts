import { type RefObject, useCallback, useEffect, useState } from 'react'

/** The first place in view, and the one behind the last. */
export type InView = readonly [number, number]

/** Before anything can be measured. */
const TALL = 1200

/**
 * Which places of one height a scroller shows, with those so many pixels beyond; renders again only when that changes. Places
 * of one height need no library: a hundred thousand cost no more than thirty.
 */
export function useInView(scroller: RefObject<HTMLElement | null>, height: number, beyond: number) {
  const placesAt = useCallback(
    (top: number, tall: number): InView => [
      Math.max(0, Math.floor((top - beyond) / height)),
      Math.ceil((top + tall + beyond) / height),
    ],
    [height, beyond],
  )
  const [inView, setInView] = useState(() => placesAt(0, TALL))
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const now = placesAt(element.scrollTop, element.clientHeight)
    setInView((known) => (known[0] === now[0] && known[1] === now[1] ? known : now))
  }, [scroller, placesAt])

  // Not in the layout effect: the scroller stands around the one who asks, and is there after it.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, measure])

  return { inView, measure }
}
