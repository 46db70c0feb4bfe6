import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { PROVIDER_PROOF_PATH } from '../../shared/provider.ts'
import { reauthenticationApi } from '../../shared/reauthentication.ts'
import { signInName } from '../../shared/sign-in-name.ts'
import { faultOf } from '../api/call-endpoint.ts'
import { deployment } from '../api/deployment.ts'
import { describePasskeyFault, usePasskeyReauthentication } from '../api/passkeys.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toastError } from '../ui/toast.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Asks who sits at the keyboard before a sensitive change, which is then made. Its answer counts for a while. */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const i18n = useI18n()
  const query = useReply(reauthenticationApi.ways, {})
  const { data } = query
  const close = () => onAnswer(false)
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('Confirm that it is you')}
      description={i18n.t('This change is important for your account or for others.')}
      onClose={close}
      closesOnBack
    >
      {data?.ways.includes('provider') && <ByProvider isProved={data.isRecent} onProved={() => onAnswer(true)} />}
      {data ? (
        data.ways.includes('passkey') ? (
          <PasskeyReauthentication hasApp={data.ways.includes('code')} onProved={() => onAnswer(true)} />
        ) : data.ways.includes('code') ? (
          <Reauthentication field="code" onProved={() => onAnswer(true)} />
        ) : data.ways.includes('password') ? (
          <Reauthentication field="currentPassword" onProved={() => onAnswer(true)} />
        ) : (
          !data.ways.includes('provider') && (
            <p>{i18n.t('Sign out and sign in again. Then you are not asked for a while.')}</p>
          )
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('Network error. Please try again.')}>
          <Spinner className="mx-auto my-8" />
        </NotLoaded>
      )}
    </Dialog>
  )
}

/** A new sign-in at the provider, in its own window: typed text here stays. The page hears of the change. */
function ByProvider({ isProved, onProved }: { isProved: boolean; onProved: () => void }) {
  const i18n = useI18n()
  const name = deployment.provider?.name ?? ''
  const answer = useEffectEvent(onProved)
  useEffect(() => {
    if (isProved) answer()
  }, [isProved])
  return (
    <a
      href={PROVIDER_PROOF_PATH}
      target="_blank"
      rel="noopener"
      className={`${buttonClass('primary', 'lg')} mb-4 h-auto! min-h-11 w-full whitespace-normal! py-2 text-center wrap-anywhere`}
    >
      {i18n.t('Sign in with {name} again', { name })}
    </a>
  )
}

/** By a passkey; by a code for a person who has an app too, or has lost their passkey. */
function PasskeyReauthentication({ hasApp, onProved }: { hasApp: boolean; onProved: () => void }) {
  const i18n = useI18n()
  const [hasCode, setHasCode] = useState(hasApp)
  const passkey = usePasskeyReauthentication({
    onSuccess: onProved,
    onError: (error) => toastError(describePasskeyFault(error)),
  })
  return (
    <div className="flex flex-col gap-4">
      <PasskeyButton variant="primary" autoFocus onClick={() => passkey.mutate()} pending={passkey.isPending}>
        {i18n.t('Confirm with a passkey')}
      </PasskeyButton>
      {hasCode ? (
        <Reauthentication field="code" isSecond onProved={onProved} />
      ) : (
        <Button variant="ghost" onClick={() => setHasCode(true)} className="self-center text-accent!">
          {i18n.t('Use a recovery code')}
        </Button>
      )}
    </div>
  )
}

function Reauthentication({
  field,
  isSecond = false,
  onProved,
}: {
  field: 'code' | 'currentPassword'
  /** Below another way to prove it. */
  isSecond?: boolean
  onProved: () => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const [value, setValue] = useState('')
  const prove = useCall(reauthenticationApi.prove, { onSuccess: onProved })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!prove.isPending) prove.mutate({ body: { [field]: value } })
  }
  const fault = prove.error && faultOf(prove.error, i18n.t('Network error. Please try again.'))
  const isCode = field === 'code'
  const common = {
    autoFocus: !isSecond,
    required: true,
    className: 'h-11',
    value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValue(target.value),
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {!isCode && (
        <input type="text" name="username" autoComplete="username" value={signInName(viewer)} readOnly hidden />
      )}
      <Field
        label={isCode ? i18n.t('Code from your app, or a recovery code') : i18n.t('Current password')}
        {...(fault && { error: fault })}
        required
      >
        {isCode ? (
          <Input
            {...common}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            dir="ltr"
          />
        ) : (
          <SecretInput {...common} autoComplete="current-password" />
        )}
      </Field>
      <Button
        type="submit"
        variant={isSecond ? 'secondary' : 'primary'}
        size="lg"
        pending={prove.isPending}
        className="w-full"
      >
        {i18n.t('Confirm')}
      </Button>
    </form>
  )
}
