import { type ComponentProps, useEffect, useLayoutEffect } from 'react'
import { cx } from './class-names.ts'

/**
 * The layer between a dialog and the screen. Stands in a `Radix.Portal` in place of Radix's own, which keeps the page
 * from scrolling. No page scrolls under a dialog here (`shell/shell.tsx`), and each element of a full board got its
 * styles anew for it.
 */
export function Backdrop({ open, className, ...rest }: ComponentProps<'div'> & { open: boolean }) {
  useCovered()
  return (
    <div
      {...rest}
      data-state={open ? 'open' : 'closed'}
      className={cx('pointer-events-auto fixed inset-0 touch-pinch-zoom bg-shade', className)}
    />
  )
}

let covers = 0
const count = (change: 1 | -1) => {
  covers += change
  document.getElementById('root')?.toggleAttribute('data-covered', covers > 0)
}

/**
 * Radix takes the pointer from the body, which everything inherits. While a backdrop catches the pointer, the screen
 * keeps its own (`styles/app.css`), and none of its elements is styled anew.
 */
function useCovered() {
  useLayoutEffect(() => count(1), [])
  // Radix gives the pointer back in an effect, too.
  useEffect(() => () => count(-1), [])
}
