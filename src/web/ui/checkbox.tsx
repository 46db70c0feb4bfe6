import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** For screen readers, not shown. */
  label: string
  /** Some, but not all, of the items it stands for are selected. */
  mixed?: boolean
}

/** A checkbox. `className` may add space around it, which takes clicks as well. */
export const Checkbox = ({ label, mixed = false, className, ...rest }: CheckboxProps) => (
  <label className={cx('relative inline-grid shrink-0 cursor-pointer place-items-center', className)}>
    <span className="sr-only">{label}</span>
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      className="peer size-4 cursor-pointer appearance-none rounded-[4.5px] border-[1.5px] border-control bg-surface transition-colors duration-120 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-accent"
    />
    {mixed ? (
      <Minus aria-hidden="true" className="pointer-events-none absolute size-3 stroke-3! text-on-accent" />
    ) : (
      <Check
        aria-hidden="true"
        className="pointer-events-none absolute size-3 stroke-3! text-on-accent opacity-0 peer-checked:opacity-100"
      />
    )}
  </label>
)
