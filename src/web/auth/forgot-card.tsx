import { type FormEvent, useState } from 'react'
import { authApi } from '../../shared/auth.ts'
import { CallError, messageOf } from '../../shared/call.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toastError } from '../ui/toast.tsx'
import { Card } from './card.tsx'

const TITLE = 'Forgot password?'

/** The way to a new password: a link by e-mail, or an administrator when the server sends no e-mails. */
export function ForgotCard({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const request = useCall(authApi.forgot, { onSuccess: () => setSent(true), onError: showFailure })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate({ body: { email } })
  }
  if (!deployment.mail || sent) {
    const answer = sent
      ? 'If that address has an account, a link is on its way'
      : 'Ask an administrator to set a new password for you'
    return (
      <Card title={TITLE} subtitle={answer} live={sent}>
        <Button size="lg" autoFocus className="w-full" onClick={onBack}>
          Back to sign in
        </Button>
      </Card>
    )
  }
  return (
    <Card title={TITLE} subtitle="Enter your e-mail address to get a link to a new one">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Email">
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
          {request.isPending ? 'Sending...' : 'Send the link'}
        </Button>
        <Button variant="ghost" size="lg" onClick={onBack} className="-mt-1.5 w-full">
          Back to sign in
        </Button>
      </form>
    </Card>
  )
}

/** Shows the error of a call in a toast. */
export const showFailure = (error: Error) =>
  toastError(error instanceof CallError ? messageOf(error, 'Something went wrong') : 'Network error. Please try again.')
