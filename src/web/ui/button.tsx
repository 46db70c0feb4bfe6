import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

const variants = {
  primary: 'forced-colors:border bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  secondary: 'border border-line bg-surface shadow-card hover:border-control/50 hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text',
  destructive: 'forced-colors:border bg-bad text-on-strong shadow-card hover:brightness-110',
}
const sizes = {
  // On a phone that is enlarged, a label takes more than one line.
  md: 'h-8.5 gap-1.5 px-3 touch:h-11 touch:px-4 touch:text-md max-[17rem]:min-h-11 max-[17rem]:shrink max-[17rem]:whitespace-normal max-[17rem]:touch:h-auto',
  icon: 'size-8.5 touch:size-11',
  lg: 'h-11 gap-2 px-5 text-md',
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** A call is under way: the button shows a spinner and ignores clicks, but keeps the focus. */
  pending?: boolean
}

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (variant: keyof typeof variants = 'secondary', size: keyof typeof sizes = 'md') =>
  cx(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control font-medium transition-colors duration-120 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )

/** A button in one of the app's variants; not a submit button unless `type` says so. */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  type = 'button',
  className,
  children,
  onClick,
  'aria-disabled': isDisabled,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (pending ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={pending || isDisabled}
      aria-busy={pending || undefined}
      className={cx(
        buttonClass(variant, size),
        'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-75',
        className,
      )}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

/** A button with only an icon. Screen readers and a tooltip give its label. */
export const IconButton = ({
  label,
  variant = 'ghost',
  children,
  ...rest
}: Omit<ButtonProps, 'size' | 'aria-label'> & { label: string; children: ReactNode }) => (
  <Tooltip label={label}>
    <Button {...rest} variant={variant} size="icon" aria-label={label}>
      {children}
    </Button>
  </Tooltip>
)
