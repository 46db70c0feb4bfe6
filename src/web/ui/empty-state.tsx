import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Stands where a list is empty: the reason, and the next step, in one button or several. */
export const EmptyState = ({
  icon: Icon,
  title,
  children,
  action,
  className,
}: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
}) => (
  <div className={cx('m-auto flex max-w-sm flex-col items-center px-4 py-10 text-center', className)}>
    {Icon && (
      <span className="mb-4 grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden="true" className="size-5" />
      </span>
    )}
    <p className="text-balance text-md font-semibold">{title}</p>
    {children && <div className="mt-1.5 text-balance text-muted">{children}</div>}
    {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
