import { type FormEvent, useState } from 'react'
import { authApi } from '../../shared/auth.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { i18nNow, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toastError } from '../ui/toast.tsx'
import { AuthCard } from './card.tsx'
import type { NameField } from './sign-in.ts'

/**
 * The way to a new password: a link by e-mail, or an administrator when the server sends no e-mails. People with a user
 * name ask their manager.
 */
export function ForgotCard({ field, onBack }: { field: NameField; onBack: () => void }) {
  const i18n = useI18n()
  const title = i18n.t('Forgot password?')
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const request = useCall(authApi.forgot, { onSuccess: () => setSent(true), onError: showFailure })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate({ body: { email } })
  }
  const asksPerson = field === 'username' || !deployment.mail
  if (asksPerson || sent) {
    const answer = sent
      ? i18n.t('If that address has an account, a link is on its way')
      : field === 'username'
        ? i18n.t('Ask your manager. They give you a link to choose a new password, or a new PIN for the kiosk.')
        : i18n.t('Ask an administrator to set a new password for you')
    return (
      <AuthCard title={title} subtitle={answer} live={sent}>
        <Button size="lg" autoFocus className="w-full" onClick={onBack}>
          {i18n.t('Back to sign in')}
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={title} subtitle={i18n.t('Enter your e-mail address. You get a link to choose a new password.')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={i18n.t('Email')}>
          <Input
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            className="h-11"
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={request.isPending} className="w-full">
          {request.isPending ? i18n.t('Sending...') : i18n.t('Send the link')}
        </Button>
        <Button variant="ghost" size="lg" onClick={onBack} className="-mt-1.5 w-full">
          {i18n.t('Back to sign in')}
        </Button>
      </form>
    </AuthCard>
  )
}

/** Shows the error of a call in a toast. */
export function showFailure(error: Error) {
  const i18n = i18nNow()
  const isAnswer = error instanceof CallError
  toastError(isAnswer ? messageOf(error, i18n.t('Something went wrong')) : i18n.t('Network error. Please try again.'))
}
