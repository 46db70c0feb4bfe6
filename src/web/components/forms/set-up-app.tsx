import { useEffect, useId, useState } from 'react'
import { secondStepApi } from '../../../shared/second-step.ts'
import { faultOf, messageOf } from '../../api/call-endpoint.ts'
import { useCall } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QrCode } from './qr-code.tsx'

/**
 * Sets up an app for one-time codes: a picture to scan, the secret to type, and the first code. Gives the recovery
 * codes, which the caller shows. Load it on demand.
 */
export function SetUpApp({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const i18n = useI18n()
  const formId = useId()
  const [code, setCode] = useState('')
  const { mutate: begin, data: app, error: failure, isPending: isBeginning } = useCall(secondStepApi.begin)
  const confirm = useCall(secondStepApi.confirm, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
  useEffect(() => begin({}), [begin])
  if (failure)
    return (
      <FailedState
        message={messageOf(failure, i18n.t('It could not be started.'))}
        onRetry={() => begin({})}
        pending={isBeginning}
      />
    )
  const fault = confirm.error && faultOf(confirm.error, i18n.t('Network error. Please try again.'))
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate({ body: { code } })
      }}
      className="flex flex-col gap-5"
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {app ? (
          <QrCode text={app.address} ecc="M" className="size-44 shrink-0 rounded-card bg-white p-1.5" />
        ) : (
          <Skeleton className="size-44 rounded-card!" />
        )}
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-pretty">
            {i18n.t('Scan this with an app for one-time codes, for example your password app.')}
          </p>
          <p className="mt-3 text-muted text-sm">{i18n.t('On this phone? Copy this into the app:')}</p>
          <p dir="ltr" className="mt-1 select-all font-mono text-sm wrap-anywhere">
            {app ? (app.secret.match(/.{1,4}/g) ?? []).join(' ') : ' '}
          </p>
          {app && (
            <a
              href={app.address}
              className="mt-1 inline-flex min-h-11 items-center font-medium text-accent text-sm hover:underline"
            >
              {i18n.t('Open the app')}
            </a>
          )}
        </div>
      </div>
      <Field label={i18n.t('The six digits that the app shows')} {...(fault && { error: fault })} required>
        <Input
          value={code}
          onChange={({ target }) => setCode(target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          dir="ltr"
          className="h-11 max-w-48 font-mono text-lg! tracking-[0.15em]"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        pending={confirm.isPending}
        disabled={!app}
        className="self-start max-md:w-full"
      >
        {i18n.t('Confirm')}
      </Button>
    </form>
  )
}
