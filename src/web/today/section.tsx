import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../shared/words/formats.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'

/** A part of Today: its heading with a count, its first items, and the way to all of them. */
export function TodaySection({
  title,
  note,
  total,
  shown,
  all,
  isAlarming = false,
  children,
}: {
  title: string
  /** Beside the title, for example its department. */
  note?: string | undefined
  total: number
  /** How many of them are items here. */
  shown: number
  /** Where all of them are. */
  all: LinkOptions
  isAlarming?: boolean
  children: ReactNode
}) {
  const i18n = useI18n()
  const id = useId()
  const linkId = useId()
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className={cx(
          'mb-2 flex items-baseline gap-2 px-1 font-semibold text-sm',
          isAlarming ? 'text-overdue' : 'text-muted',
        )}
      >
        <span>{title}</span>
        <span className="tabular font-medium">{formatCount(total, { i18n })}</span>
        {note && (
          <span dir="auto" className="min-w-0 truncate font-normal">
            {note}
          </span>
        )}
      </h2>
      <ul className="flex flex-col gap-2">{children}</ul>
      {total > shown && (
        <Link
          {...all}
          id={linkId}
          aria-labelledby={`${linkId} ${id}`}
          className="mt-1 inline-flex min-h-11 items-center rounded-control px-1 font-semibold text-accent text-sm hover:underline"
        >
          {i18n.t('All {total, number}', { total })}
        </Link>
      )}
    </section>
  )
}
