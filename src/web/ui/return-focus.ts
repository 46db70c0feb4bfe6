import { useLayoutEffect, useRef } from 'react'
import { useFrontFocus } from './front-focus.ts'

/**
 * Keeps the focus in a dialog that the program opened, and returns it when the dialog is closed: to the element that
 * had it, unless it has moved on. Spread the result on the dialog's content. `onClosed` is called afterwards, so that a
 * dialog which it opens returns the focus there, too.
 */
export function useReturnFocus(open: boolean, onClosed?: () => void) {
  const before = useRef<Element>(null)
  // In a layout effect: the content stands in a portal, is mounted later, and then takes the focus.
  useLayoutEffect(() => {
    if (open) before.current = openerOf(document.activeElement)
  }, [open])
  return {
    ...useFrontFocus(open),
    onCloseAutoFocus: (event: Event) => {
      returnFocus(event, before.current)
      onClosed?.()
    },
  }
}

/** For `onCloseAutoFocus`: returns the focus to the opener, unless an action has moved it elsewhere. */
export function returnFocus(event: Event, opener: Element | null) {
  event.preventDefault()
  if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
}

/** The element; for an entry of a menu, which is removed once it is chosen, the button of that menu. */
function openerOf(element: Element | null) {
  const menu = element?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}
