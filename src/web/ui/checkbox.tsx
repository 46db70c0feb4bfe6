import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** For screen readers; shown only with `showLabel`. */
  label: string
  showLabel?: boolean
  /** Some, but not all, of the items it stands for are selected. */
  mixed?: boolean
}

/** A checkbox. `className` may add space around it, which takes clicks as well. */
export const Checkbox = ({ label, showLabel = false, mixed = false, className, ...rest }: CheckboxProps) => (
  <label
    className={cx(
      'relative inline-grid shrink-0 cursor-pointer items-center',
      // The column of the box is as wide as the box, so that the mark stands in its middle.
      showLabel ? 'grid-cols-[1rem_auto] gap-x-2 [&>svg]:start-0.5' : 'place-items-center',
      className,
    )}
  >
    <span className={showLabel ? 'order-last' : 'sr-only'}>{label}</span>
    <input
      {...rest}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      className="peer size-4 cursor-pointer appearance-none rounded-[4.5px] border-[1.5px] border-control bg-surface transition-colors duration-120 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-accent"
    />
    {mixed ? (
      <Minus
        aria-hidden="true"
        className="pointer-events-none absolute size-3 stroke-3! text-on-accent forced-colors:text-[CanvasText]"
      />
    ) : (
      <Check
        aria-hidden="true"
        className="pointer-events-none absolute size-3 stroke-3! text-on-accent forced-colors:text-[CanvasText] opacity-0 peer-checked:opacity-100"
      />
    )}
  </label>
)
