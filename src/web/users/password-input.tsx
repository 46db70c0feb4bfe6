import { Eye, EyeOff, WandSparkles } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { deployment } from '../api/deployment.ts'
import { PasswordStrength } from '../components/password-strength.tsx'
import { IconButton } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'

/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const made = () =>
  Array.from({ length: 3 }, () =>
    // Of 256 values the last few would prefer the first letters.
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
  /** The e-mail and the names of the person whose it will be. */
  own?: readonly string[] | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => unknown
  onBlur: (event: ChangeEvent<HTMLInputElement>) => unknown
  ref: React.Ref<HTMLInputElement>
}

/** A password that one person chooses for another, to be handed over: it can be seen, and made up. */
export function PasswordInput({ label, error, own = [], ref, ...field }: Props) {
  const password: string = useWatch({ name: field.name })
  const [shown, setShown] = useState(false)
  const id = useId()
  const makeUp = () => {
    const input = document.getElementById(id)?.querySelector('input')
    if (!input) return
    // As if it had been typed, so that the form hears of it.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, made())
    input.dispatchEvent(new Event('input', { bubbles: true }))
    setShown(true)
  }
  return (
    <div id={id} className="relative">
      <Field
        label={label}
        error={error}
        hint={`At least ${deployment.passwordMin} characters. Hand it over in person.`}
        required
      >
        <Input
          {...field}
          ref={ref}
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          spellCheck={false}
          className="pr-19 touch:pr-24"
        />
        <PasswordStrength password={password} own={own} />
      </Field>
      <span className="absolute top-6.5 right-0.5 flex touch:top-6">
        <IconButton label="Make one up" onClick={makeUp}>
          <WandSparkles aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={shown ? 'Hide password' : 'Show password'} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
        </IconButton>
      </span>
    </div>
  )
}
