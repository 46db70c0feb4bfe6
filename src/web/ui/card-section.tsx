import { type ReactNode, useId } from 'react'
import { card } from './card.ts'
import { cx } from './class-names.ts'

/** The part of a card below its heading. */
export const cardBody = 'border-line border-t px-5 md:px-7'

/** A card with a heading. A badge stands beside the heading, an action at the end of its line. */
export function CardSection({
  title,
  badge,
  action,
  children,
}: {
  title: string
  badge?: ReactNode
  /** Null for one that comes later, so that its line has the room. */
  action?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={card}>
      <div
        className={cx(
          'flex min-h-15 flex-wrap items-center gap-y-2 px-5 py-3 md:px-7',
          action === undefined ? 'gap-x-3' : 'touch:min-h-17 justify-between gap-x-4',
        )}
      >
        <h2 id={heading} className="font-semibold text-md">
          {title}
        </h2>
        {badge}
        {action}
      </div>
      {children}
    </section>
  )
}
