import { Check, Minus } from 'lucide-react'
import { cx } from './class-names.ts'

type CheckboxProps = Omit<React.ComponentProps<'input'>, 'type'> & { label: string; mixed?: boolean }

/** A box to tick; its label is read out. Mixed: some of what it stands for is ticked. */
export const Checkbox = ({ label, mixed = false, className, ...rest }: CheckboxProps) => (
  <span className={cx('relative inline-grid size-4 shrink-0 place-items-center', className)}>
    <input
      {...rest}
      type="checkbox"
      aria-label={label}
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
  </span>
)
