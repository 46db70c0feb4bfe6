import { useLayoutEffect, useRef } from 'react'

/**
 * For a dialog that is opened by the program: its closing gives the focus back to what had it, unless it has gone on. Spread
 * the result on the dialog's content.
 */
export function useReturnFocus(open: boolean) {
  const before = useRef<Element>(null)
  // The content stands in a portal and is mounted after this.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement === document.body && before.current instanceof HTMLElement) before.current.focus()
    },
  }
}
