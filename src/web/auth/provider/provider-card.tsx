import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import type { Viewer } from '../../../shared/auth.ts'
import { PROVIDER_PATH, type ProviderNotice, providerApi } from '../../../shared/provider.ts'
import type { SecondStep } from '../../../shared/second-step.ts'
import { CallError, faultOf } from '../../api/call-endpoint.ts'
import { deployment } from '../../api/deployment.ts'
import { pushPerson } from '../../api/push-person.ts'
import { useCall } from '../../api/queries.ts'
import { providerNotice, providerSentences } from '../../components/labels/provider-notice.ts'
import { useI18n } from '../../language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { beginsWithToday } from '../begins-with-today.ts'
import { AuthCard } from '../card.tsx'

const SecondStepForm = lazyPart(() => import('../second-step-form.tsx'), 'SecondStepForm')

/** The way in by single sign-on, above the password form (`children`). `OIDC_ONLY` hides that behind a button. */
export function ProviderCard({
  onSignedIn,
  children,
}: {
  onSignedIn: (viewer: Viewer) => unknown
  children: ReactNode
}) {
  const i18n = useI18n()
  const notice = providerNotice.use()
  const [isFormShown, setFormShown] = useState(false)
  const [secondSteps, setSecondSteps] = useState<readonly SecondStep[]>()
  const { name, only } = deployment.provider ?? { name: '', only: false }
  const leave = () => {
    setSecondSteps(undefined)
    providerNotice.set(undefined)
  }
  const steps = secondSteps ?? stepsIn(notice)
  if (steps)
    return (
      <AuthCard title={i18n.t('Welcome back')} subtitle={i18n.t('Confirm your sign-in with your second step')} live>
        <Suspense fallback={<Spinner className="mx-auto my-8" />}>
          <SecondStepForm steps={steps} onSignedIn={onSignedIn} onBack={leave} />
        </Suspense>
      </AuthCard>
    )
  if (notice === 'password')
    return (
      <AuthCard
        title={i18n.t('Confirm with your Muster password once')}
        subtitle={i18n.t(
          'Next time {name} is enough. If you have no account or no password here, ask an administrator for an invitation.',
          { name },
        )}
        live
      >
        <ConfirmForm onSignedIn={onSignedIn} onSecondStep={setSecondSteps} onBack={leave} />
      </AuthCard>
    )
  const said = notice && providerSentences[notice]
  const isOpen = !only || isFormShown
  return (
    <AuthCard title={i18n.t('Welcome back')} subtitle={i18n.t('Sign in to access your account')}>
      {said && (
        <p role="alert" className="mb-4 text-pretty font-medium text-overdue">
          {i18n.t({ ...said, values: { name } })}
        </p>
      )}
      <ProviderLink />
      {isOpen ? (
        <>
          <p className="my-5 flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {i18n.t('or with your password')}
          </p>
          {children}
        </>
      ) : (
        <Button variant="ghost" size="lg" onClick={() => setFormShown(true)} className="mt-2 w-full">
          {i18n.t('Sign in with a password')}
        </Button>
      )}
    </AuthCard>
  )
}

/** Leads to the provider, and back to this page. */
export function ProviderLink({ target }: { target?: '_blank' }) {
  const i18n = useI18n()
  const name = deployment.provider?.name ?? ''
  // The address of Today that leads to the chosen start screen.
  const to = target ? '/' : beginsWithToday() ? '/today?start=true' : location.pathname + location.search
  return (
    <a
      href={`${PROVIDER_PATH}?to=${encodeURIComponent(to)}`}
      target={target}
      className={`${buttonClass('primary', 'lg')} h-auto! min-h-11 w-full whitespace-normal! py-2 text-center wrap-anywhere`}
    >
      {i18n.t('Sign in with {name}', { name })}
    </a>
  )
}

const stepsIn = (notice: ProviderNotice | undefined): readonly SecondStep[] | undefined =>
  notice && /^(code|passkey)/.test(notice) ? (notice.split('-') as SecondStep[]) : undefined

/** Asks for the password of the account that has the e-mail address which the provider named. */
function ConfirmForm({
  onSignedIn,
  onSecondStep,
  onBack,
}: {
  onSignedIn: (viewer: Viewer) => unknown
  onSecondStep: (steps: readonly SecondStep[]) => void
  onBack: () => void
}) {
  const i18n = useI18n()
  const [password, setPassword] = useState('')
  const confirm = useCall(providerApi.confirm, {
    onSuccess: (viewer) => {
      pushPerson.noteSignIn()
      providerNotice.set(undefined)
      return onSignedIn(viewer)
    },
    onError: (error) => {
      const steps = error instanceof CallError && error.reply?.secondSteps
      if (steps) onSecondStep(steps)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!confirm.isPending) confirm.mutate({ body: { password } })
  }
  const fault = confirm.error && faultOf(confirm.error, i18n.t('Network error. Please try again.'))
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={i18n.t('Password')} {...(fault && { error: fault })} required>
        <SecretInput
          autoComplete="current-password"
          autoFocus
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          className="h-11"
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={confirm.isPending} className="w-full">
        {confirm.isPending ? i18n.t('Signing in...') : i18n.t('Confirm')}
      </Button>
      <Button variant="ghost" size="lg" onClick={onBack} className="-mt-1.5 w-full">
        {i18n.t('Back to sign in')}
      </Button>
    </form>
  )
}
