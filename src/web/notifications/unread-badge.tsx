import { cx } from '../ui/class-names.ts'

/** A larger count is shown as this with a plus. */
const MAX_SHOWN = 99

/** The number of unread notifications, on a corner of an icon. The name of its button says it in words. */
export const UnreadBadge = ({ count, className }: { count: number; className: string }) =>
  count > 0 && (
    <span
      aria-hidden="true"
      className={cx(
        'tabular absolute grid h-4 min-w-4 place-items-center rounded-full bg-bad px-1 font-semibold text-[10px] text-on-strong leading-none ring-2 ring-surface',
        className,
      )}
    >
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  )
