import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** The open dialogs, each with its element that had the focus last. The last dialog is in front. */
const dialogs: { current: HTMLElement | null }[] = []

/** Gives the focus back to the dialog in front. */
const refocus = () => dialogs.at(-1)?.current?.focus({ preventScroll: true })

/** Whether an element is on the screen below the dialogs. Toasts are read and pressed over a dialog, too. */
const isBelow = (target: EventTarget | null) =>
  target instanceof Element && target.closest('#root') !== null && !target.closest('[aria-live]')

// A heading that gets the focus when its screen arrives, or a dialog that closes at that moment.
addEventListener('focusin', ({ target }) => {
  if (isBelow(target)) refocus()
})

// The element that had the focus is gone. The key is for the dialog all the same.
addEventListener(
  'keydown',
  () => {
    if (document.activeElement === document.body) refocus()
  },
  true,
)

/**
 * Keeps the focus in a dialog as long as it is in front, so that no typed key is lost. Radix does so only from the
 * second focus within a dialog on: it does not see the first, which a field takes by itself. Spread the result on the
 * dialog's content.
 */
export function useFrontFocus(open: boolean) {
  const last = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!open) return
    dialogs.push(last)
    return () => {
      dialogs.splice(dialogs.indexOf(last), 1)
      last.current = null
    }
  }, [open])
  return {
    onFocus({ currentTarget, target }: FocusEvent<HTMLElement>) {
      // A dialog that this one has opened bubbles to it as well.
      if (currentTarget.contains(target)) last.current = target
    },
  }
}
