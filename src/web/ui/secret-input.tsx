import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useI18n } from '../language.ts'
import { cx } from './class-names.ts'
import { Input } from './field.tsx'

/** A field for a password or a PIN, with a button that shows what is typed. `isPin` names that button so. */
export function SecretInput({
  isPin = false,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'dir'> & { isPin?: boolean; autoComplete: string }) {
  const i18n = useI18n()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        // The text runs from left to right, the button stands where lines end.
        className={cx('pe-12 rtl:ps-12', className)}
      />
      <button
        type="button"
        aria-label={isPin ? i18n.t('Show PIN') : i18n.t('Show password')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute inset-e-0 inset-y-0 grid w-11 place-items-center rounded-control text-muted hover:text-text focus-visible:-outline-offset-4"
      >
        <Icon aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  )
}
