import { KeyRound, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { passkeysApi } from '../../../shared/passkeys.ts'
import { secondStepApi } from '../../../shared/second-step.ts'
import { msg } from '../../../shared/words/message.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { tellFailure } from '../../components/forms/tell.ts'
import { When } from '../../components/time/when.tsx'
import { i18nNow, useI18n } from '../../language.ts'
import { ask } from '../../ui/ask.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardSection, cardBody } from '../../ui/card-section.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { toast } from '../../ui/toast.tsx'

const SecondStepDialog = lazyPart(() => import('./second-step-dialog.tsx'), 'SecondStepDialog')

const failed = tellFailure(msg('It could not be changed'))

/** The second step of one's own sign-in: an app for one-time codes, and recovery codes. */
export function SecondStepSection() {
  const i18n = useI18n()
  const { data, isFetching, refetch } = useReply(secondStepApi.get, {})
  // The open dialog: the way to set it up, or codes that were just made.
  const [open, setOpen] = useState<'app' | string[]>()
  const remove = useCall(secondStepApi.remove, {
    onSuccess: () => {
      const i18n = i18nNow()
      toast({ title: hasPasskey ? i18n.t('The app is removed') : i18n.t('The second step is removed') })
    },
    onError: failed,
  })
  const renew = useCall(secondStepApi.renewCodes, {
    onSuccess: ({ recoveryCodes }) => setOpen(recoveryCodes),
    onError: failed,
  })
  const hasPasskey = (useReply(passkeysApi.list, {}).data ?? []).length > 0
  const isOn = data !== undefined && (data.appSince !== null || hasPasskey)
  const few = isOn && data.recoveryCodes <= 2
  return (
    <CardSection
      title={i18n.t('Second step at sign-in')}
      badge={isOn && <Badge tone="done">{i18n.t('On ##second step')}</Badge>}
    >
      <div className={`${cardBody} py-4`}>
        {data ? (
          isOn ? (
            <>
              <p className="flex items-center gap-3">
                <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-done" />
                <span className="min-w-0 flex-1 text-pretty">
                  {data.appSince ? (
                    <>
                      {i18n.t('An app shows your codes.')}{' '}
                      <span className="text-muted">
                        <When iso={data.appSince} as="moment" />
                      </span>
                    </>
                  ) : (
                    i18n.t('After the password, you need a passkey.')
                  )}
                </span>
              </p>
              <p className={`mt-2 ${few ? 'font-medium text-overdue' : 'text-muted'}`}>
                {i18n.t(
                  '{count, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}}',
                  { count: data.recoveryCodes },
                )}
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button
                  onClick={async () => {
                    const text = i18n.t('Make new recovery codes? The old ones stop working immediately.')
                    const isSure = await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('New recovery codes') })
                    if (isSure) renew.mutate({})
                  }}
                  pending={renew.isPending}
                >
                  {i18n.t('New recovery codes')}
                </Button>
                {!data.appSince && (
                  <Button onClick={() => setOpen('app')}>
                    <KeyRound aria-hidden="true" className="size-4" />
                    {i18n.t('Set up an app')}
                  </Button>
                )}
                {data.appSince && (hasPasskey || !data.isRequired) && (
                  <Button
                    onClick={async () => {
                      const text = hasPasskey
                        ? i18n.t('Remove the app? After the password, you then need a passkey.')
                        : i18n.t('Sign in with the password alone from now on?')
                      if (await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Remove') })) remove.mutate({})
                    }}
                    pending={remove.isPending}
                  >
                    {i18n.t('Remove')}
                  </Button>
                )}
              </div>
            </>
          ) : (
            <>
              <p className="text-pretty text-muted">
                {i18n.t(
                  'After the password, a code from your phone. Nobody can sign in as you with your password alone.',
                )}
              </p>
              <Button onClick={() => setOpen('app')} className="mt-3">
                <KeyRound aria-hidden="true" className="size-4" />
                {i18n.t('Set up an app')}
              </Button>
            </>
          )
        ) : (
          <FailedState
            message={i18n.t('The second step could not be loaded.')}
            onRetry={refetch}
            pending={isFetching}
            className="py-2!"
          />
        )}
      </div>
      <Suspense fallback={null}>
        {open && <SecondStepDialog start={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </CardSection>
  )
}
