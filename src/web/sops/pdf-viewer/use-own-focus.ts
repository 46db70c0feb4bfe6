import { type RefObject, useEffect } from 'react'

/** Focuses a part that appears after its dialog, so that the arrow keys scroll it. A focus that somebody has moved stays. */
export function useOwnFocus(part: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.getAttribute('role') === 'dialog')
      part.current?.focus({ preventScroll: true })
  }, [part])
}
