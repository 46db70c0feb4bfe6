import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { webhooksApi } from '../../shared/webhooks.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { WebhookRow } from './row.tsx'
import { closedWebhookDialogs, readWebhooksSearch } from './search-params.ts'

const WebhookDialog = lazyPart(() => import('./form-dialog.tsx'), 'WebhookDialog')
const LogDialog = lazyPart(() => import('./log-dialog.tsx'), 'LogDialog')
const WebhookSecret = lazyPart(() => import('./webhook-secret.tsx'), 'WebhookSecret')

/** The programs that are told of changes, for administrators. */
export function WebhooksPage() {
  const i18n = useI18n()
  const { edit, log } = useAddress(readWebhooksSearch)
  const { open, close } = useAddressDialog(closedWebhookDialogs)
  const query = useReply(webhooksApi.list, {})
  const { data } = query
  const [secret, setSecret] = useState<string>()
  const webhooks = data?.webhooks
  const onNew = () => open({ edit: 0 })
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-3 px-3.5 pt-3 thumb:pb-24 pb-6 md:px-6 md:pt-4">
      {webhooks && webhooks.length > 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 text-pretty text-muted">
              {i18n.t(
                'Each webhook gets the events that you choose, as they happen. Messages that do not arrive are sent again for three days.',
              )}
            </p>
            <NextAction icon={Plus} onClick={onNew}>
              {i18n.t('New webhook')}
            </NextAction>
          </div>
          <ul aria-label={i18n.t('Webhooks')} className="grid gap-2.5">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onEdit={() => open({ edit: webhook.id })}
                onLog={() => open({ log: webhook.id })}
                onSecret={setSecret}
              />
            ))}
          </ul>
        </>
      ) : webhooks ? (
        <EmptyState
          icon={WebhookIcon}
          title={i18n.t('No webhooks yet')}
          action={
            <Button size="lg" variant="primary" onClick={onNew}>
              <Plus aria-hidden="true" className="size-4.5" />
              {i18n.t('New webhook')}
            </Button>
          }
        >
          {i18n.t('A webhook tells another program what happens in Muster: tasks, problems, handovers and hours.')}
        </EmptyState>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The webhooks could not be loaded.')}>
          <LoadingBars
            words={i18n.t('Loading the webhooks...')}
            count={3}
            bars="h-24 rounded-card!"
            className="grid gap-2.5"
          />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {edit !== undefined && (
          <WebhookDialog key={edit} id={edit} webhooks={webhooks} onClose={close} onSecret={setSecret} />
        )}
        {log !== undefined && <LogDialog key={`log ${log}`} id={log} webhooks={webhooks} onClose={close} />}
        {secret !== undefined && <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />}
      </Suspense>
    </div>
  )
}
