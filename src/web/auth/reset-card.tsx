import { type FormEvent, lazy, Suspense, useState } from 'react'
import { authApi } from '../../shared/auth.ts'
import { CallError } from '../../shared/call.ts'
import { passwordTooShort } from '../../shared/fields.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Card } from './card.tsx'
import { showFailure } from './forgot-card.tsx'

const PasswordStrength = lazy(() =>
  import('../components/password-strength.tsx').then((module) => ({ default: module.PasswordStrength })),
)
const MAX_LENGTH = 256

/** Sets a new password with the token of a password link. */
export function ResetCard({
  token,
  onDone,
  onAskAgain,
}: {
  token: string
  onDone: () => void
  onAskAgain: () => void
}) {
  const i18n = useI18n()
  const reset = useCall(authApi.reset, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: i18n.t('Password changed successfully') })
      onDone()
    },
    onError: showFailure,
  })
  const hasExpired = reset.error instanceof CallError && reset.error.status === 404
  if (hasExpired) {
    return (
      <Card
        title={i18n.t('Choose a new password')}
        subtitle={i18n.t('This link has expired or was used already.')}
        live
      >
        <Button size="lg" autoFocus className="w-full" onClick={onAskAgain}>
          {i18n.t('Ask for a new link')}
        </Button>
      </Card>
    )
  }
  return (
    <Card
      title={i18n.t('Choose a new password')}
      subtitle={i18n.t('You are signed out everywhere, and sign in with it from then on')}
    >
      <NewPasswordForm
        pending={reset.isPending}
        onSubmit={(newPassword) => reset.mutate({ body: { token, newPassword } })}
      />
    </Card>
  )
}

/** Asks for the new password twice. Faults show from the first attempt to save. */
function NewPasswordForm({ pending, onSubmit }: { pending: boolean; onSubmit: (password: string) => void }) {
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
      <Field
        label={i18n.t('New password')}
        {...(submitted && tooShort && { error: i18n.t(passwordTooShort(deployment.passwordMin)) })}
        required
      >
        <Input
          type="password"
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
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={MAX_LENGTH}
          value={confirmed}
          onChange={({ target }) => setConfirmed(target.value)}
          className="h-11"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending} className="w-full">
        {pending ? i18n.t('Saving...') : i18n.t('Set Password')}
      </Button>
    </form>
  )
}
