import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { OpeningLink } from '../../ui/opening-link.tsx'
import { opens } from '../item.tsx'

/** One kind of things that a department has: a heading with their count, the first of them, and where the rest is. */
export function DepartmentGroup({
  title,
  total,
  isAlarming = false,
  more,
  children,
}: {
  title: string
  total: number
  isAlarming?: boolean
  /** Below the items. */
  more?: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  const id = useId()
  if (total === 0) return null
  return (
    <div className="min-w-0 px-4 py-2.5">
      <h3
        id={id}
        className={cx('flex items-baseline gap-2 font-semibold text-sm', isAlarming ? 'text-overdue' : 'text-muted')}
      >
        {title}
        <span className="tabular font-medium">{formatCount(total, { i18n })}</span>
      </h3>
      <ul aria-labelledby={id}>{children}</ul>
      {more && <p className="flex flex-wrap gap-x-4">{more}</p>}
    </div>
  )
}

/** A thing with its words and, at the end, its action. */
export const Line = ({ words, details, action }: { words: ReactNode; details?: ReactNode; action?: ReactNode }) => (
  <li className="relative flex min-h-12 items-center gap-x-3 gap-y-1 rounded-control py-1.5 has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-accent">
    <div className="min-w-0 flex-1">
      {words}
      {details && <p className="tabular flex min-w-0 flex-wrap gap-x-2 text-muted text-sm">{details}</p>}
    </div>
    {action && <span className="relative z-10 flex shrink-0 gap-1.5">{action}</span>}
  </li>
)

/** The words of a thing that opens when its line is pressed. */
export const DepartmentOpening = ({
  href,
  onOpen,
  children,
}: {
  href: string
  onOpen: () => void
  children: ReactNode
}) => (
  <OpeningLink
    data-opens
    dir="auto"
    href={href}
    onOpen={onOpen}
    className={cx(opens, 'line-clamp-2 w-full text-start font-medium leading-snug wrap-anywhere')}
  >
    {children}
  </OpeningLink>
)

/** A way to the rest, or to an answer that needs a screen of its own. */
export const Way = ({ onClick, children, ...to }: LinkOptions & { onClick?: () => void; children: ReactNode }) => (
  <Link
    {...to}
    {...(onClick && { onClick })}
    className="inline-flex min-h-9 items-center rounded-control font-semibold text-accent text-sm hover:underline touch:min-h-11"
  >
    {children}
  </Link>
)
