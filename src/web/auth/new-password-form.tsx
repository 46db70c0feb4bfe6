import { type FormEvent, Suspense, useState } from 'react'
import { passwordTooShort } from '../../shared/fields.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { deployment } from '../api/deployment.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { SecretInput } from '../ui/secret-input.tsx'

const PasswordStrength = lazyPart(() => import('../components/forms/password-strength.tsx'), 'PasswordStrength')
const MAX_LENGTH = 256

/** Asks for the new password twice. Faults show from the first attempt to save. */
export function NewPasswordForm({
  pending,
  names,
  submitLabel,
  onSubmit,
}: {
  pending: boolean
  /** With these the person signs in. The browser's password manager keeps the one that is shown. */
  names?: { email: string | null; username?: string | null | undefined }
  submitLabel?: string
  onSubmit: (password: string) => void
}) {
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const i18n = useI18n()
  const tooShort = password.length < deployment.passwordMin
  const differs = password !== confirmed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!tooShort && !differs) onSubmit(password)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {names && (
        <Field label={names.email === null ? i18n.t('User name') : i18n.t('Email')}>
          <Input
            type={names.email === null ? 'text' : 'email'}
            name={names.email === null ? 'username' : 'email'}
            dir="ltr"
            autoComplete="username"
            value={signInName(names)}
            readOnly
            className="h-11 bg-sunken!"
          />
        </Field>
      )}
      <Field
        label={i18n.t('New password')}
        {...(submitted && tooShort && { error: i18n.t(passwordTooShort(deployment.passwordMin)) })}
        required
      >
        <SecretInput
          autoComplete="new-password"
          autoFocus
          maxLength={MAX_LENGTH}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          className="h-11"
        />
        <Suspense fallback={<span className="h-5" />}>
          <PasswordStrength password={password} />
        </Suspense>
      </Field>
      <Field
        label={i18n.t('Confirm new password')}
        {...(submitted && !tooShort && differs && { error: i18n.t("New passwords don't match") })}
        required
      >
        <SecretInput
          autoComplete="new-password"
          maxLength={MAX_LENGTH}
          value={confirmed}
          onChange={({ target }) => setConfirmed(target.value)}
          className="h-11"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending} className="w-full">
        {pending ? i18n.t('Saving...') : (submitLabel ?? i18n.t('Set Password'))}
      </Button>
    </form>
  )
}
