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

/** The element that opens the item takes all of its surface, save its other actions. */
export const opens = 'outline-none after:absolute after:inset-0 after:rounded-card'
