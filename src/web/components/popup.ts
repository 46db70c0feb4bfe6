import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const GAP = 4
const EDGE = 8
const HIGHEST = 320

/**
 * A list that opens below a control, or above where there is more room, over everything else, also over the dialog it stands
 * in. It takes no focus. Escape closes it, and nothing else.
 */
export function usePopup(open: boolean, anchor: RefObject<HTMLElement | null>, onClose: () => void) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    const element = popup.current
    if (!open || !element) return
    const place = () => anchor.current && placeAt(element, anchor.current.getBoundingClientRect())
    element.showPopover()
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      element.hidePopover()
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [open, anchor])

  useEffect(() => {
    if (!open) return
    // On the window, before a dialog around it hears of the key.
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
  const under = below >= Math.min(HIGHEST, above)
  style.position = 'fixed'
  style.inset = 'auto'
  style.left = `${left}px`
  style.width = `${width}px`
  style.maxHeight = `${Math.min(HIGHEST, under ? below : above)}px`
  if (under) style.top = `${bottom + GAP}px`
  else style.bottom = `${innerHeight - top + GAP}px`
}
