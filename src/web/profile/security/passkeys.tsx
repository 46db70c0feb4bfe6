import { Trans } from '@lingui/react'
import { Fingerprint, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { MAX_PASSKEYS, type Passkey, passkeysApi } from '../../../shared/passkeys.ts'
import { msg } from '../../../shared/words/message.ts'
import { passkeyObstacle } from '../../api/passkey-support.ts'
import { describePasskeyFault, useAddPasskey } from '../../api/passkeys.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { tell, tellFailure } from '../../components/forms/tell.ts'
import { When } from '../../components/time/when.tsx'
import { i18nNow, useI18n } from '../../language.ts'
import { ask } from '../../ui/ask.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CardSection, cardBody } from '../../ui/card-section.tsx'
import { Ellipsis } from '../../ui/dots.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

const RenameDialog = lazyPart(() => import('./rename-passkey.tsx'), 'RenamePasskey')
const SecondStepDialog = lazyPart(() => import('./second-step-dialog.tsx'), 'SecondStepDialog')

/** One's own passkeys: one adds, renames and removes them. The page shows it once they are read. */
export function PasskeysSection() {
  const i18n = useI18n()
  const { data, isFetching, refetch } = useReply(passkeysApi.list, {})
  const [renamed, setRenamed] = useState<Passkey>()
  const [codes, setCodes] = useState<string[]>()
  const obstacle = passkeyObstacle()
  const add = useAddPasskey({
    onSuccess({ passkey, recoveryCodes }) {
      if (recoveryCodes) return setCodes(recoveryCodes)
      const i18n = i18nNow()
      toast({ title: i18n.t('Passkey added'), description: passkey.name })
    },
    onError: (error) => toastError(describePasskeyFault(error)),
  })
  return (
    <CardSection
      title={i18n.t('Passkeys')}
      action={
        data && !obstacle && data.length < MAX_PASSKEYS ? (
          <Button onClick={() => add.mutate()} pending={add.isPending}>
            <Plus aria-hidden="true" className="size-4" />
            {i18n.t('Add a passkey')}
          </Button>
        ) : null
      }
    >
      {!data ? (
        <FailedState message={i18n.t('Your passkeys could not be loaded.')} onRetry={refetch} pending={isFetching} />
      ) : data.length > 0 ? (
        <ul className={`divide-y divide-line ${cardBody}`}>
          {data.map((passkey) => (
            <Entry key={passkey.id} passkey={passkey} onRename={() => setRenamed(passkey)} />
          ))}
        </ul>
      ) : (
        <p className={`text-pretty ${cardBody} py-4 text-muted`}>
          {i18n.t(
            'Sign in with your finger, your face or the PIN of this device, without e-mail and password. If you sign in with your password, you need the passkey too.',
          )}
        </p>
      )}
      {obstacle && <p className={`text-pretty ${cardBody} py-4 text-muted`}>{i18n.t(obstacle)}</p>}
      <Suspense fallback={null}>
        {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
        {codes && <SecondStepDialog start={codes} onClose={() => setCodes(undefined)} />}
      </Suspense>
    </CardSection>
  )
}

function Entry({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const i18n = useI18n()
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey
  const remove = useCall(passkeysApi.remove, {
    onSuccess: tell(msg('Passkey removed')),
    onError: tellFailure(msg('The passkey could not be removed')),
  })
  return (
    <li className="flex min-h-16 items-center gap-3.5 py-2.5">
      <Fingerprint aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <Badge tone="neutral">{isSynced ? i18n.t('Synced ##passkey') : i18n.t('Only on its device ##passkey')}</Badge>
        </p>
        <p className="text-muted text-sm tabular">
          <Trans id="made {time}" values={{ time: <When iso={createdAt} /> }} />
          {' · '}
          {lastUsedAt ? (
            <Trans id="last used {time}" values={{ time: <When iso={lastUsedAt} as="moment" /> }} />
          ) : (
            i18n.t('not used yet')
          )}
        </p>
      </div>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            pending={remove.isPending}
            aria-label={i18n.t('Actions for passkey {name}', { name })}
          >
            <Ellipsis aria-hidden="true" className="size-4.5" />
          </Button>
        }
      >
        <MenuEntry onSelect={onRename}>{i18n.t('Rename')}</MenuEntry>
        <MenuEntry
          onSelect={async () => {
            const text = i18n.t('Remove passkey "{name}"? Nobody can sign in with it any more.', { name })
            const isSure = await ask({ text, stay: i18n.t('Keep it'), leave: i18n.t('Remove') })
            if (isSure) remove.mutate({ params: { id } })
          }}
        >
          {i18n.t('Remove')}
        </MenuEntry>
      </Menu>
    </li>
  )
}
