import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its words beside it. Both take clicks. */
export const CheckOption = ({ children, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) => (
  <label className="relative flex min-h-8.5 cursor-pointer items-center gap-3 has-disabled:cursor-default has-disabled:text-muted touch:min-h-11">
    <input
      {...rest}
      type="checkbox"
      className="peer size-4.5 shrink-0 cursor-pointer appearance-none rounded-[4.5px] border-[1.5px] border-control bg-surface transition-colors duration-120 checked:border-accent checked:bg-accent hover:border-accent disabled:opacity-50"
    />
    <Check
      aria-hidden="true"
      className="pointer-events-none absolute inset-s-0.5 size-3.5 stroke-3! text-on-accent forced-colors:text-[CanvasText] opacity-0 peer-checked:opacity-100"
    />
    <span className="min-w-0">{children}</span>
  </label>
)
