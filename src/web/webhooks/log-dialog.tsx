import { Trans } from '@lingui/react'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { WEBHOOK_MESSAGE_DAYS, type Webhook, type WebhookMessage, webhooksApi } from '../../shared/webhooks.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The messages of a webhook, newest first, with a way to send each again. */
export function LogDialog({
  id,
  webhooks,
  onClose,
}: {
  id: number
  webhooks: Webhook[] | undefined
  onClose: () => void
}) {
  const i18n = useI18n()
  const webhook = webhooks?.find((each) => each.id === id)
  return (
    <Dialog open size="lg" title={i18n.t('Messages')} description={webhook?.name} onClose={onClose}>
      {webhooks && !webhook ? (
        <p className="text-muted">{i18n.t('There is no such webhook any more.')}</p>
      ) : (
        <Messages id={id} isPaused={webhook?.pausedAt !== null} />
      )}
    </Dialog>
  )
}

/** A page of messages, and those before it once somebody wants them. */
function Messages({ id, isPaused, before }: { id: number; isPaused: boolean; before?: number }) {
  const i18n = useI18n()
  const [isMoreShown, setMoreShown] = useState(false)
  const reply = useReply(webhooksApi.messages, { params: { id }, query: { before } })
  const { data } = reply
  if (!data)
    return (
      <NotLoaded query={reply} failure={i18n.t('The messages could not be loaded.')}>
        <Spinner className="mx-auto my-8" />
      </NotLoaded>
    )
  if (data.messages.length === 0 && before === undefined)
    return (
      <p className="text-muted">
        {i18n.t('No message in {count, plural, one {# day} other {# days}}.', { count: WEBHOOK_MESSAGE_DAYS })}
      </p>
    )
  return (
    <>
      <ul
        aria-label={before === undefined ? i18n.t('Messages') : i18n.t('Earlier messages')}
        className="divide-y divide-line"
      >
        {data.messages.map((message) => (
          <MessageRow key={message.id} webhookId={id} message={message} isPaused={isPaused} />
        ))}
      </ul>
      {data.next !== null &&
        (isMoreShown ? (
          <Messages id={id} isPaused={isPaused} before={data.next} />
        ) : (
          <Button onClick={() => setMoreShown(true)} className="mt-2">
            {i18n.t('Earlier messages')}
          </Button>
        ))}
    </>
  )
}

function MessageRow({
  webhookId,
  message,
  isPaused,
}: {
  webhookId: number
  message: WebhookMessage
  isPaused: boolean
}) {
  const i18n = useI18n()
  const { id, type, messageId, body, attempts, lastError, createdAt } = message
  const resend = useCall(webhooksApi.resend, {
    onSuccess: tell(msg('It is being sent again')),
    onError: tellFailure(msg('It could not be sent again')),
  })
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <code dir="ltr" className="min-w-0 font-semibold text-sm wrap-anywhere">
              {type}
            </code>
            <Standing message={message} />
          </p>
          <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm tabular">
            <span>
              <Trans id="Happened <0/>" components={{ 0: <Ago iso={createdAt} /> }} />
            </span>
            <span>{i18n.t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}</span>
          </p>
          {lastError && (
            <p dir="auto" className="mt-1 text-sm wrap-anywhere">
              {lastError}
            </p>
          )}
        </div>
        <Button
          onClick={() => resend.mutate({ params: { id: webhookId, message: id } })}
          pending={resend.isPending}
          disabled={isPaused}
          aria-label={i18n.t('Send {id} again', { id: messageId })}
        >
          {i18n.t('Send again')}
        </Button>
      </div>
      <details className="group mt-1.5">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 text-muted text-sm touch:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden="true"
            className="size-4 transition-transform duration-120 group-open:rotate-[calc(90deg*var(--dir))]"
          />
          {i18n.t('What is sent')}
        </summary>
        <pre
          dir="ltr"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
          tabIndex={0}
          className="mt-1 max-h-80 overflow-auto rounded-card bg-sunken px-4 py-3 text-start font-mono text-xs"
        >
          {/* untranslated: what was sent */}
          {`webhook-id: ${messageId}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`}
        </pre>
      </details>
    </li>
  )
}

function Standing({ message: { deliveredAt, failedAt, attempts } }: { message: WebhookMessage }) {
  const i18n = useI18n()
  if (deliveredAt !== null) return <Badge tone="done">{i18n.t('Delivered ##message')}</Badge>
  if (failedAt !== null) return <Badge tone="overdue">{i18n.t('Not delivered ##message')}</Badge>
  return attempts === 0 ? (
    <Badge>{i18n.t('Waits ##message')}</Badge>
  ) : (
    <Badge tone="pending">{i18n.t('Will be sent again later')}</Badge>
  )
}
