import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import type { SecondStep } from '../../shared/second-step.ts'
import { describePasskeyFault, usePasskeySignIn, useSuggestedPasskeys } from '../api/passkeys.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { SecretInput } from '../ui/secret-input.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { type NameField, signInFailed, useSignIn } from './sign-in.ts'

const SecondStepForm = lazyPart(() => import('./second-step-form.tsx'), 'SecondStepForm')

/** The sign-in form. The browser checks its fields. A person with a second step is asked for it in the same place. */
export function SignInForm({
  email: initialEmail = '',
  username: initialUsername = '',
  password: initialPassword = '',
  field: initialField = initialEmail || !initialUsername ? 'email' : 'username',
  onSignedIn,
  onFieldChange,
  autoFocus,
  children,
}: {
  email?: string
  /** For a person without an e-mail address. */
  username?: string
  password?: string
  /** The name that the form asks for at first. */
  field?: NameField
  onSignedIn: (viewer: Viewer) => unknown
  /** The person has chosen to sign in by the other name. */
  onFieldChange?: (field: NameField) => void
  autoFocus?: 'email' | 'password' | 'button'
  /** Shown between the fields and the button. */
  children?: ReactNode
}) {
  const i18n = useI18n()
  const [field, setField] = useState(initialField)
  const [names, setNames] = useState({ email: initialEmail, username: initialUsername })
  const [password, setPassword] = useState(initialPassword)
  const [secondSteps, setSecondSteps] = useState<readonly SecondStep[]>()
  const signIn = useSignIn(onSignedIn, setSecondSteps)
  const ends = { onSuccess: onSignedIn, onError: (error: Error) => signInFailed(describePasskeyFault(error)) }
  const passkey = usePasskeySignIn(ends)
  useSuggestedPasskeys({ ...ends, rests: passkey.isPending || secondSteps !== undefined })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { [field]: names[field], password } })
  }
  if (secondSteps)
    return (
      <Suspense fallback={<Spinner className="mx-auto my-8" />}>
        <SecondStepForm steps={secondSteps} onSignedIn={onSignedIn} onBack={() => setSecondSteps(undefined)} />
      </Suspense>
    )
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <NameInput
        field={field}
        value={names[field]}
        autoFocus={autoFocus === 'email'}
        onChange={(value) => setNames({ ...names, [field]: value })}
        onFieldChange={(next) => {
          setField(next)
          onFieldChange?.(next)
        }}
      />
      <PasswordField value={password} onChange={setPassword} autoFocus={autoFocus === 'password'} />
      {children}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={signIn.isPending}
        autoFocus={autoFocus === 'button'}
        className="w-full"
      >
        {signIn.isPending ? i18n.t('Signing in...') : i18n.t('Sign In')}
      </Button>
      <PasskeyButton isOptional onClick={() => passkey.mutate()} pending={passkey.isPending}>
        {i18n.t('Sign in with a passkey')}
      </PasskeyButton>
    </form>
  )
}

/** The e-mail address, or the user name of a person who has none, with the way to the other one beside its label. */
function NameInput({
  field,
  value,
  autoFocus,
  onChange,
  onFieldChange,
}: {
  field: NameField
  value: string
  autoFocus: boolean
  onChange: (value: string) => void
  onFieldChange: (field: NameField) => void
}) {
  const i18n = useI18n()
  const isEmail = field === 'email'
  // The person who changes the field goes on typing in it.
  const [isChanged, setChanged] = useState(false)
  return (
    <div className="relative">
      <Field label={isEmail ? i18n.t('Email') : i18n.t('User name')}>
        <Input
          key={field}
          type={isEmail ? 'email' : 'text'}
          name={field}
          dir="ltr"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={autoFocus || isChanged}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-11"
        />
      </Field>
      <button
        type="button"
        onClick={() => {
          setChanged(true)
          onFieldChange(isEmail ? 'username' : 'email')
        }}
        className="-top-1 absolute inset-e-0 rounded-sm py-1 font-medium text-accent text-sm hover:underline touch:-top-3.25 touch:py-3.25"
      >
        {isEmail ? i18n.t('Use a user name') : i18n.t('Use an e-mail address')}
      </button>
    </div>
  )
}

function PasswordField({
  value,
  onChange,
  autoFocus,
}: {
  value: string
  onChange: (password: string) => void
  autoFocus: boolean
}) {
  const i18n = useI18n()
  return (
    <Field label={i18n.t('Password')}>
      <SecretInput
        name="password"
        autoComplete="current-password"
        required
        autoFocus={autoFocus}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-11"
      />
    </Field>
  )
}
