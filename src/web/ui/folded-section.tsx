import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './class-names.ts'

/** A part of a form or a page that is folded until somebody opens it. Its contents are drawn, and read, only then. */
export function FoldedSection({
  title,
  icon: Icon,
  className,
  children,
}: {
  title: string
  icon: LucideIcon
  className?: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <section aria-label={title} className={cx('border-line border-t pt-2', className)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={({ currentTarget }) => {
          // Not every browser focuses a button that is clicked.
          currentTarget.focus({ preventScroll: true })
          setOpen(!open)
        }}
        className="-mx-2 flex h-9 w-[calc(100%+1rem)] items-center gap-2 rounded-control px-2 font-medium text-sm hover:bg-hover touch:h-11"
      >
        <Icon aria-hidden="true" className="size-4 text-muted" />
        {title}
        <ChevronDown
          aria-hidden="true"
          className={cx('ms-auto size-4 text-muted transition-transform duration-150', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div id={panel} className="pt-2">
          {children}
        </div>
      )}
    </section>
  )
}
