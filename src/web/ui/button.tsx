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
  md: 'h-8.5 gap-1.5 px-3 touch:h-11 touch:px-4 touch:text-md',
  icon: 'size-8.5 touch:size-11',
  lg: 'h-11 gap-2 px-5 text-md',
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** A call is under way: shows a spinner and lets nobody press again, yet keeps the focus where it is. */
  pending?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (pending ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={cx(
        'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control font-[550] transition-colors duration-120 [&_svg]:shrink-0',
        'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-75',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

/** A button that shows only an icon; its label is read out and shown as a tooltip. */
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
