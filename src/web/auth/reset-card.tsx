import { type FormEvent, lazy, Suspense, useState } from 'react'
import { authApi } from '../../shared/auth.ts'
import { CallError } from '../../shared/call.ts'
import { passwordTooShort } from '../../shared/fields.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { Card } from './card.tsx'
import { showFailure } from './forgot-card.tsx'

const PasswordStrength = lazy(() =>
  import('../components/password-strength.tsx').then((module) => ({ default: module.PasswordStrength })),
)
const LONGEST = 256

/** A new password, chosen by the link that was sent. */
export function ResetCard({
  token,
  onDone,
  onAskAgain,
}: {
  token: string
  onDone: () => void
  onAskAgain: () => void
}) {
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [tried, setTried] = useState(false)
  const reset = useCall(authApi.reset, {
    onSuccess: () => {
      toast({ title: 'Password changed successfully' })
      onDone()
    },
    onError: showFailure,
  })
  const tooShort = password.length < deployment.passwordMin
  const differs = password !== confirmed
  const dead = reset.error instanceof CallError && reset.error.status === 404
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!tooShort && !differs) reset.mutate({ body: { token, newPassword: password } })
  }
  if (dead) {
    return (
      <Card title="Choose a new password" subtitle="This link has expired or was used already." live>
        <Button size="lg" autoFocus className="w-full" onClick={onAskAgain}>
          Ask for a new link
        </Button>
      </Card>
    )
  }
  return (
    <Card title="Choose a new password" subtitle="You are signed out everywhere, and sign in with it from then on">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="New password"
          {...(tried && tooShort && { error: passwordTooShort(deployment.passwordMin) })}
          required
        >
          <Input
            type="password"
            autoComplete="new-password"
            autoFocus
            maxLength={LONGEST}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            className="h-11"
          />
          <Suspense fallback={<span className="h-5" />}>
            <PasswordStrength password={password} />
          </Suspense>
        </Field>
        <Field
          label="Confirm new password"
          {...(tried && !tooShort && differs && { error: "New passwords don't match" })}
          required
        >
          <Input
            type="password"
            autoComplete="new-password"
            maxLength={LONGEST}
            value={confirmed}
            onChange={({ target }) => setConfirmed(target.value)}
            className="h-11"
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" pending={reset.isPending} className="w-full">
          {reset.isPending ? 'Saving...' : 'Set Password'}
        </Button>
      </form>
    </Card>
  )
}
