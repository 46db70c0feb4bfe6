import { Eye, EyeOff, WandSparkles } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { deployment } from '../api/deployment.ts'
import { PasswordStrength } from '../components/forms/password-strength.tsx'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'

/** Leaves out letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const randomPassword = () =>
  Array.from({ length: 3 }, () =>
    // Skips the last of the 256 values, which would make the first letters more likely.
    Array.from({ length: 4 }, () => {
      for (;;) {
        const [value = 255] = crypto.getRandomValues(new Uint8Array(1))
        if (value < 256 - (256 % LETTERS.length)) return LETTERS[value % LETTERS.length]
      }
    }).join(''),
  ).join('-')

interface Props {
  label: string
  name: string
  error: string | undefined
  /** E-mail and names of the person who gets the password; they make it weak. */
  own?: readonly string[] | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown
  onBlur: (event: ChangeEvent<HTMLInputElement>) => unknown
  ref: React.Ref<HTMLInputElement>
}

/** A password that one person sets for another. It can be shown, and a button generates one. */
export function PasswordInput({ label, error, own = [], ref, ...field }: Props) {
  const i18n = useI18n()
  const password: string = useWatch({ name: field.name })
  const [shown, setShown] = useState(false)
  const id = useId()
  const generate = () => {
    const input = document.getElementById(id)?.querySelector('input')
    if (!input) return
    // Sets the value as typing does, so that the form receives the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, randomPassword())
    input.dispatchEvent(new Event('input', { bubbles: true }))
    setShown(true)
  }
  return (
    <div id={id} className="relative">
      <Field
        label={label}
        error={error}
        hint={i18n.t(
          '{count, plural, one {At least # character.} other {At least # characters.}} Tell it only to this person.',
          { count: deployment.passwordMin },
        )}
        required
      >
        <Input
          {...field}
          ref={ref}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          // The password runs from left to right, the buttons stand where lines end.
          className="pe-19 rtl:ps-19 touch:pe-24 touch:rtl:ps-24"
        />
        <PasswordStrength password={password} own={own} />
      </Field>
      <span className="absolute top-6.5 inset-e-0.5 flex touch:top-6">
        <IconButton label={i18n.t('Suggest a password')} onClick={generate}>
          <WandSparkles aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={shown ? i18n.t('Hide password') : i18n.t('Show password')} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
        </IconButton>
      </span>
    </div>
  )
}
