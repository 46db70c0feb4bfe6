import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** All in pixels. */
const GAP = 4
const EDGE = 8
const MAX_HEIGHT = 320

/**
 * A list that opens below a control, or above it if there is more room. It lies over everything, also over the dialog
 * around it. It takes no focus. Escape closes it and nothing else. Returns the ref of the list's element, which must be
 * a popover.
 */
export function usePopup(open: boolean, anchor: RefObject<HTMLElement | null>, onClose: () => void) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const element = popup.current
    if (!open || !element) return
    const place = () => anchor.current && placeAt(element, anchor.current.getBoundingClientRect())
    // Without it the list lies over its dialog only.
    element.showPopover?.()
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      element.hidePopover?.()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [open, anchor])

  useEffect(() => {
    if (!open) return
    // In the capture phase on the window, before a dialog around it receives the key.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close.current()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [open])

  return popup
}

function placeAt({ style }: HTMLElement, { left, top, bottom, width }: DOMRect) {
  const below = innerHeight - bottom - GAP - EDGE
  const above = top - GAP - EDGE
  const opensBelow = below >= Math.min(MAX_HEIGHT, above)
  style.position = 'fixed'
  style.inset = 'auto'
  style.left = `${left}px`
  style.width = `${width}px`
  style.maxHeight = `${Math.min(MAX_HEIGHT, opensBelow ? below : above)}px`
  if (opensBelow) style.top = `${bottom + GAP}px`
  else style.bottom = `${innerHeight - top + GAP}px`
}
