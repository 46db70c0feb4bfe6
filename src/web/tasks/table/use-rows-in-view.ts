import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Before anything can be measured. */
const GUESS: readonly [number, number] = [0, 30]

/**
 * Which rows of one height a scroller shows, from the first to behind the last; renders again only when that changes. Rows of
 * one height need no library: a hundred thousand cost no more than thirty.
 */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const [range, setRange] = useState(GUESS)
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const from = Math.floor(element.scrollTop / rowHeight)
    const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
    setRange((known) => (known[0] === from && known[1] === to ? known : [from, to]))
  }, [scroller, rowHeight])

  useLayoutEffect(() => {
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

  return { range, measure }
}
