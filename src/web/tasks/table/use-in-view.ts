import { type RefObject, useCallback, useEffect, useState } from 'react'

/** The index of the first row in view, and the one after the last. */
export type InView = readonly [number, number]

/** Pixels. Stands for the scroller's height until that can be measured. */
const ASSUMED_HEIGHT = 1200

/**
 * The rows that a scroller shows, and the rows within `margin` pixels of them. All rows have the same `height` in
 * pixels, so that this needs no library and costs the same for any number of rows. The component renders again only
 * when the result changes.
 */
export function useInView(scroller: RefObject<HTMLElement | null>, height: number, margin: number) {
  const rangeAt = useCallback(
    (scrollTop: number, clientHeight: number): InView => [
      Math.max(0, Math.floor((scrollTop - margin) / height)),
      Math.ceil((scrollTop + clientHeight + margin) / height),
    ],
    [height, margin],
  )
  const [inView, setInView] = useState(() => rangeAt(0, ASSUMED_HEIGHT))
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const now = rangeAt(element.scrollTop, element.clientHeight)
    setInView((known) => (known[0] === now[0] && known[1] === now[1] ? known : now))
  }, [scroller, rangeAt])

  // Not a layout effect: the scroller is a parent of the component that calls this, and is mounted after it.
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
