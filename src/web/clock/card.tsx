import { type ReactNode, useId } from 'react'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'

/** A titled card. `aside` stands at the end of the title's line. */
export function Card({
  title,
  aside,
  className,
  children,
}: {
  title: string
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card, 'flex min-w-0 flex-col', className)}>
      <div className="flex min-h-11 items-center gap-3 px-4 pt-3 pb-1.5">
        <h2 id={id} className="min-w-0 flex-1 text-balance font-semibold text-md">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
