import { type RefObject, useEffect } from 'react'

/** Focuses a part that appears after its dialog, so that arrow keys scroll it. A moved focus stays. */
export function useOwnFocus(part: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.getAttribute('role') === 'dialog')
      part.current?.focus({ preventScroll: true })
  }, [part])
}
