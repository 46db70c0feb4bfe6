import { type RefObject, useEffect } from 'react'

const NEARLY_ALL = 0.98

/** Marks an element with `data-whole` while all of it is in view. */
export function useWholeInView(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => element.toggleAttribute('data-whole', (entry?.intersectionRatio ?? 0) >= NEARLY_ALL),
      { threshold: [NEARLY_ALL] },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
}
