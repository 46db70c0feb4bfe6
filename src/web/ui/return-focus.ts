import { useLayoutEffect, useRef } from 'react'

/**
 * For a dialog that is opened by the program: its closing gives the focus back to what had it, unless it has gone on. Spread
 * the result on the dialog's content. `onClosed` is called afterwards: what it opens then returns the focus there as well.
 */
export function useReturnFocus(open: boolean, onClosed?: () => void) {
  const before = useRef<Element>(null)
  // The content stands in a portal and is mounted after this.
  useLayoutEffect(() => {
    if (open) before.current = lasting(document.activeElement)
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      returnFocus(event, before.current)
      onClosed?.()
    },
  }
}

/** As something closes: the focus goes to what it was opened from, unless what was chosen has moved it on. */
export function returnFocus(event: Event, opener: Element | null) {
  event.preventDefault()
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}

/** For an entry of a menu, which goes when it is chosen, what the menu was opened from. */
function lasting(element: Element | null) {
  const menu = element?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}
