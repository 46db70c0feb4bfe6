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
import { signInFailed, useSignIn } from './sign-in.ts'

const SecondStepForm = lazyPart(() => import('./second-step-form.tsx'), 'SecondStepForm')

/** The sign-in form. The browser checks its fields. A person with a second step is asked for it in the same place. */
export function SignInForm({
  email: initialEmail = '',
  password: initialPassword = '',
  onSignedIn,
  autoFocus,
  children,
}: {
  email?: string
  password?: string
  onSignedIn: (viewer: Viewer) => unknown
  autoFocus?: 'email' | 'password' | 'button'
  /** Shown between the fields and the button. */
  children?: ReactNode
}) {
  const i18n = useI18n()
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState(initialPassword)
  const [secondSteps, setSecondSteps] = useState<readonly SecondStep[]>()
  const signIn = useSignIn(onSignedIn, setSecondSteps)
  const ends = { onSuccess: onSignedIn, onError: (error: Error) => signInFailed(describePasskeyFault(error)) }
  const passkey = usePasskeySignIn(ends)
  useSuggestedPasskeys({ ...ends, rests: passkey.isPending || secondSteps !== undefined })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ body: { email, password } })
  }
  if (secondSteps)
    return (
      <Suspense fallback={<Spinner className="mx-auto my-8" />}>
        <SecondStepForm steps={secondSteps} onSignedIn={onSignedIn} onBack={() => setSecondSteps(undefined)} />
      </Suspense>
    )
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={i18n.t('Email')}>
        <Input
          type="email"
          name="email"
          autoComplete="username webauthn"
          required
          autoFocus={autoFocus === 'email'}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          className="h-11"
        />
      </Field>
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
