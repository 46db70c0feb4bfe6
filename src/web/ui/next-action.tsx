import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './class-names.ts'

/** The main button of a screen. It stands at the end of the tools; on phones it floats within reach of the thumb. */
export const NextAction = ({ icon: Icon, children, className, ...rest }: ButtonProps & { icon: LucideIcon }) => (
  <Button
    {...rest}
    variant="primary"
    className={cx(
      'max-md:fixed max-md:inset-e-4 max-md:bottom-[max(1rem,env(safe-area-inset-bottom))] max-md:z-20 max-md:h-14! max-md:rounded-full! max-md:px-5! max-md:shadow-float!',
      className,
    )}
  >
    <Icon aria-hidden="true" className="size-4 max-md:size-5" />
    {children}
  </Button>
)
