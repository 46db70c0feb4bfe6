import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cx } from './class-names.ts'

interface Choice<T extends string> {
  value: T
  label: string
  icon?: LucideIcon
}

/** Chooses one of a few values: radio buttons side by side that look like a switch. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  choices,
  compact = false,
  className,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
  /** Only the icons are visible on narrow screens. */
  compact?: boolean
  className?: string
}) {
  const name = useId()
  return (
    <fieldset
      aria-label={label}
      className={cx('inline-flex min-w-0 max-w-full rounded-control bg-sunken p-0.5 max-md:flex-wrap', className)}
    >
      {choices.map(({ value: choice, label: text, icon: Icon }) => (
        <label
          key={choice}
          className={cx(
            'relative flex min-h-7.5 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-md px-2.5 whitespace-nowrap text-sm font-medium text-muted touch:min-h-10.5 md:touch:px-3.5',
            // Without room for long words in a row, each choice has two lines, or the last ones stand below.
            'max-md:min-w-0 max-md:flex-auto max-md:px-2 max-md:whitespace-normal max-md:text-center max-md:leading-tight',
            'has-checked:bg-surface has-checked:text-text has-checked:shadow-card forced-colors:has-checked:outline',
            'has-focus-visible:outline-2 has-focus-visible:outline-accent [&:not(:has(:checked))]:hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          {Icon && <Icon aria-hidden="true" className="size-4" />}
          {compact ? <span className="max-xl:sr-only">{text}</span> : text}
        </label>
      ))}
    </fieldset>
  )
}
