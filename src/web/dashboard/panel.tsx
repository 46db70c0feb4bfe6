import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'

/**
 * A titled card beside the figures. On phones only the titles of the panels stand there, side by side, so that the
 * board stays near. Pressing a title shows the panel's content below them.
 */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const notSmall = useMedia(NOT_SMALL)
  const [open, setOpen] = useState(false)
  const id = useId()
  if (notSmall) {
    return (
      <section aria-labelledby={id} className={cx(card, 'flex min-w-0 flex-col px-4 pt-3 pb-3')}>
        <h2 id={id} className="mb-1.5 font-semibold text-sm">
          {title}
        </h2>
        {children}
      </section>
    )
  }
  return (
    <section aria-labelledby={id} className="contents">
      <h2 id={id} className="order-1 min-w-0">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? `${id}body` : undefined}
          onClick={() => setOpen(!open)}
          className={cx(
            card,
            'flex h-full min-h-11 w-full items-center justify-between gap-1 py-1 pe-2 ps-3 text-start font-medium text-sm leading-tight',
          )}
        >
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 shrink-0 text-muted transition-transform duration-150', open && 'rotate-180')}
          />
        </button>
      </h2>
      {open && (
        <div id={`${id}body`} className={cx(card, 'order-2 col-span-2 min-w-0 animate-fade-in p-3')}>
          {children}
        </div>
      )}
    </section>
  )
}
