import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './class-names.ts'
import { currentToast } from './toast.tsx'

/**
 * The main button of a screen. It stands at the end of the tools; on a phone held upright it floats within reach of the
 * thumb, above the bar and above short words about a change. The lists of such a screen end with room for it
 * (`thumb:pb-20`). It makes room while somebody types, because a keyboard leaves little.
 */
export function NextAction({ icon: Icon, children, className, ...rest }: ButtonProps & { icon: LucideIcon }) {
  const isRaised = currentToast.useSelected((toast) => toast?.open === true && toast.short !== undefined)
  return (
    <Button
      {...rest}
      variant="primary"
      className={cx(
        isRaised && 'thumb:-translate-y-11',
        'thumb:fixed thumb:inset-e-4 thumb:bottom-[calc(var(--bar)+1rem)] thumb:z-20 thumb:h-auto! thumb:min-h-14 thumb:max-w-[calc(100%-2rem)] thumb:whitespace-normal! thumb:rounded-full! thumb:px-5! thumb:py-1.5 thumb:leading-tight typing:hidden thumb:shadow-float! max-[17rem]:w-14 max-[17rem]:px-0!',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 thumb:size-5" />
      <span className="max-[17rem]:sr-only">{children}</span>
    </Button>
  )
}
