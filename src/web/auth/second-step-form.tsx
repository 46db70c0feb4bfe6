import { type FormEvent, useState } from 'react'
import type { Viewer } from '../../shared/auth.ts'
import { type SecondStep, secondStepApi } from '../../shared/second-step.ts'
import { CallError, faultOf } from '../api/call-endpoint.ts'
import { describePasskeyFault, usePasskeySecondStep } from '../api/passkeys.ts'
import { pushPerson } from '../api/push-person.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signInFailed } from './sign-in.ts'

/** Asks for the second step after a right password. */
export function SecondStepForm({
  steps,
  onSignedIn,
  onBack,
}: {
  /** Those that the person has set up. */
  steps: readonly SecondStep[]
  onSignedIn: (viewer: Viewer) => unknown
  onBack: () => void
}) {
  const i18n = useI18n()
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const signIn = useCall(secondStepApi.signIn, {
    onSuccess: (viewer) => {
      pushPerson.noteSignIn()
      return onSignedIn(viewer)
    },
  })
  const passkey = usePasskeySecondStep({
    onSuccess: onSignedIn,
    onError: (error) => signInFailed(describePasskeyFault(error)),
  })
  const hasApp = steps.includes('code')
  const hasPasskey = steps.includes('passkey')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!signIn.isPending) signIn.mutate({ body: { code } })
  }
  const isOver = signIn.error instanceof CallError && signIn.error.reply?.code === 'step_over'
  const fault = signIn.error && faultOf(signIn.error, i18n.t('Network error. Please try again.'))
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey && (
        <PasskeyButton
          variant={hasApp ? 'secondary' : 'primary'}
          autoFocus={!hasApp}
          onClick={() => passkey.mutate()}
          pending={passkey.isPending}
        >
          {i18n.t('Continue with a passkey')}
        </PasskeyButton>
      )}
      {(hasApp || isRecovery) && (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field
            label={isRecovery ? i18n.t('Recovery code') : i18n.t('Code from your app')}
            {...(fault && { error: fault })}
            required
          >
            <Input
              key={String(isRecovery)}
              autoFocus
              required
              value={code}
              onChange={({ target }) => setCode(target.value)}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              dir="ltr"
              className={isRecovery ? 'h-11 font-mono' : 'h-11 font-mono text-lg! tracking-[0.15em]'}
            />
          </Field>
          {!isOver && (
            <Button type="submit" variant="primary" size="lg" pending={signIn.isPending} className="w-full">
              {signIn.isPending ? i18n.t('Signing in...') : i18n.t('Sign In')}
            </Button>
          )}
        </form>
      )}
      {(hasApp || !isRecovery) && (
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            signIn.reset()
          }}
          className="min-h-9 self-center rounded-sm px-1 font-medium text-accent text-sm hover:underline touch:min-h-11"
        >
          {isRecovery ? i18n.t('Use a code from my app') : i18n.t('Use a recovery code')}
        </button>
      )}
      <Button variant="ghost" onClick={onBack} className="self-center text-accent!">
        {i18n.t('Back')}
      </Button>
    </div>
  )
}
