import { Suspense, useEffect, useState } from 'react'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { providerApi } from '../../shared/provider.ts'
import type { SecondStep } from '../../shared/second-step.ts'
import { CallError, messageOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AuthCard } from './card.tsx'
import { showFailure } from './forgot-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const SecondStepForm = lazyPart(() => import('./second-step-form.tsx'), 'SecondStepForm')

/** Lets an invited person choose a password, and signs them in with it. A person with a second step is asked for it. */
export function InvitationCard({
  token,
  onSignedIn,
  onLeave,
}: {
  token: string
  onSignedIn: (viewer: Viewer) => unknown
  /** The link does not work: to the sign-in form. */
  onLeave: () => void
}) {
  const i18n = useI18n()
  const { mutate: read, data: person, error } = useCall(authApi.invitation)
  const [secondSteps, setSecondSteps] = useState<readonly SecondStep[]>()
  const accept = useCall(authApi.accept, {
    onSuccess: onSignedIn,
    onError(error) {
      const steps = error instanceof CallError && error.reply?.secondSteps
      if (steps) setSecondSteps(steps)
      else showFailure(error)
    },
  })
  useEffect(() => read({ body: { token } }), [read, token])
  if (secondSteps)
    return (
      <AuthCard
        title={i18n.t('Second step at sign-in')}
        subtitle={accept.error ? messageOf(accept.error, '') : ''}
        live
      >
        <Suspense fallback={<Spinner className="mx-auto my-8" />}>
          <SecondStepForm steps={secondSteps} onSignedIn={onSignedIn} onBack={onLeave} />
        </Suspense>
      </AuthCard>
    )
  const isDead = [error, accept.error].some((each) => each instanceof CallError && each.status === 404)
  if (isDead) {
    return (
      <AuthCard
        title={i18n.t('Choose a password')}
        subtitle={i18n.t('This link has expired or was used already. Ask for a new one.')}
        live
      >
        <Button size="lg" autoFocus className="w-full" onClick={onLeave}>
          {i18n.t('Back to sign in')}
        </Button>
      </AuthCard>
    )
  }
  if (error) {
    return (
      <AuthCard title={i18n.t('Choose a password')} subtitle={error.message} live>
        <Button size="lg" autoFocus className="w-full" onClick={() => read({ body: { token } })}>
          {i18n.t('Try again')}
        </Button>
      </AuthCard>
    )
  }
  const name = deployment.provider?.name
  const isByProviderAlone = person?.mayChoosePassword === false
  return (
    <AuthCard
      title={person ? i18n.t('Welcome, {name}', { name: person.firstName }) : i18n.t('Welcome')}
      subtitle={
        name === undefined
          ? person?.email === null
            ? i18n.t('Choose a password. From now on, sign in with this user name and the password.')
            : i18n.t('Choose a password. From now on, sign in with this e-mail address and the password.')
          : isByProviderAlone
            ? i18n.t('You sign in to Muster with {name}.', { name })
            : i18n.t('Continue with {name}, or choose a password for Muster.', { name })
      }
    >
      {person ? (
        <>
          {name !== undefined && <ByProvider name={name} token={token} />}
          {!isByProviderAlone && (
            <NewPasswordForm
              pending={accept.isPending}
              names={person}
              submitLabel={i18n.t('Set the password and sign in')}
              onSubmit={(newPassword) => accept.mutate({ body: { token, newPassword } })}
            />
          )}
        </>
      ) : (
        <Skeleton className="h-64" />
      )}
    </AuthCard>
  )
}

/** Accepts the invitation with an account at the provider, which is linked by it. */
function ByProvider({ name, token }: { name: string; token: string }) {
  const i18n = useI18n()
  const { mutate, isPending } = useCall(providerApi.accept, {
    onSuccess: ({ address }) => location.assign(address),
    onError: showFailure,
  })
  return (
    <Button
      variant="primary"
      size="lg"
      pending={isPending}
      onClick={() => mutate({ body: { token } })}
      className="mb-5 h-auto! min-h-11 w-full whitespace-normal! py-2 text-center wrap-anywhere"
    >
      {i18n.t('Sign in with {name}', { name })}
    </Button>
  )
}
