import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { passkeyObstacle } from '../api/passkey-support.ts'
import { describePasskeyFault, useAddPasskey } from '../api/passkeys.ts'
import { resetViewer } from '../api/viewer.ts'
import { RecoveryCodes } from '../components/forms/recovery-codes.tsx'
import { SetUpApp } from '../components/forms/set-up-app.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { useTitle } from '../ui/title.ts'
import { toastError } from '../ui/toast.tsx'
import { useSignOut } from './sign-out.ts'

/** Shown instead of Muster to a person who must set up a second step first. Nothing else is asked for. */
export function SecondStepGate() {
  const i18n = useI18n()
  const [codes, setCodes] = useState<string[]>()
  const signOut = useSignOut()
  const passkey = useAddPasskey({
    onSuccess: ({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : resetViewer()),
    onError: (error) => toastError(describePasskeyFault(error)),
  })
  useTitle(i18n.t('Set up a second step'))
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col px-4 py-8 sm:px-6 sm:py-14">
      <p className="mb-6 flex items-center gap-2.5 font-semibold text-lg">
        <Mark className="size-6 text-accent" />
        {/* untranslated: the product's name */}
        Muster
      </p>
      <h1 className="font-semibold text-2xl tracking-[-0.015em]">
        {codes ? i18n.t('Save your recovery codes') : i18n.t('Set up a second step')}
      </h1>
      {codes ? (
        <div className="mt-4">
          <RecoveryCodes codes={codes} />
          <Button
            variant="primary"
            size="lg"
            onClick={() => void resetViewer()}
            className="mt-6 max-md:w-full print:hidden"
          >
            {i18n.t('I have saved them. Continue')}
          </Button>
        </div>
      ) : (
        <>
          <p className="mt-1 mb-6 text-pretty text-muted">
            {i18n.t('Your role needs a second step: after the password, a code from your phone.')}
          </p>
          {!passkeyObstacle() && (
            <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-sunken px-4 py-3">
              <p className="min-w-0 flex-1 basis-60 text-pretty">
                {i18n.t('Or a passkey: you unlock this device as usual and type no code.')}
              </p>
              <Button onClick={() => passkey.mutate()} pending={passkey.isPending}>
                <Fingerprint aria-hidden="true" className="size-4" />
                {i18n.t('Use a passkey')}
              </Button>
            </div>
          )}
          <SetUpApp onDone={setCodes} />
          <Button variant="ghost" onClick={signOut} className="mt-6 self-start text-accent! max-md:self-center">
            {i18n.t('Sign out')}
          </Button>
        </>
      )}
    </main>
  )
}
