import type { ReactNode } from 'react'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'

/** One thing to do: its action at the start or the end, its words between, in lines of at least 44 px to touch. */
export const Item = ({ children, className }: { children: ReactNode; className?: string }) => (
  <li
    className={cx(
      card,
      'relative flex min-h-15 items-center transition-colors duration-120 hover:border-control/60 hover:bg-hover has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-accent has-[[data-opens]:focus-visible]:outline-offset-2',
      className,
    )}
  >
    {children}
  </li>
)

/** An item whose action stands at the end, and below the words if large letters leave these no room. */
export const withAction = 'flex-wrap gap-x-3 gap-y-1.5 ps-4 pe-2'
/** The words of such an item. */
export const besideAction = 'min-w-0 flex-1 basis-40'

/** The element that opens the item takes all of its surface, save its other actions. */
export const opens = 'outline-none after:absolute after:inset-0 after:rounded-card'
