import { Trans } from '@lingui/react'
import { type Webhook, webhooksApi } from '../../shared/webhooks.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { tell } from '../components/forms/tell.ts'
import { pauseLabels } from '../components/labels/pause-labels.ts'
import { MadeBy, ownerName, Unowned } from '../components/people/owner-note.tsx'
import { Ago } from '../components/time/ago.tsx'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { ask } from '../ui/ask.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Ellipsis } from '../ui/dots.ts'
import { Menu, MenuEntry, MenuSeparator } from '../ui/menu.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** The state of a webhook in a word, with its colour. */
function standingOf({ pausedAt, pausedBecause, pausesAt, isFailing }: Webhook): [Message, Tone] {
  if (pausedAt !== null) {
    const reason = pausedBecause ?? 'person'
    return [pauseLabels[reason], reason === 'person' ? 'neutral' : 'overdue']
  }
  if (pausesAt) return [msg('Needs a new owner'), 'overdue']
  return isFailing ? [msg('Messages do not arrive'), 'overdue'] : [msg('Delivering ##state'), 'done']
}

/** A webhook: its address, its state, and its actions. */
export function WebhookRow({
  webhook,
  onEdit,
  onLog,
  onSecret,
}: {
  webhook: Webhook
  onEdit: () => void
  onLog: () => void
  onSecret: (secret: string) => void
}) {
  const i18n = useI18n()
  const { id, name, url, open, deliveredAt } = webhook
  const params = { id }
  const failed = (error: Error) => toastError(messageOf(error, i18n.t('That did not work')))
  const shown = { onSuccess: ({ secret }: { secret: string }) => onSecret(secret), onError: failed }
  const test = useCall(webhooksApi.test, {
    onSuccess: tell(msg('A test is on its way')),
    onError: failed,
  })
  const pause = useCall(webhooksApi.pause, { onError: failed })
  const resume = useCall(webhooksApi.resume, { onError: failed })
  const takeOver = useCall(webhooksApi.takeOver, {
    onSuccess: () => toast({ title: i18n.t('{name} is yours now', { name }) }),
    onError: failed,
  })
  const showSecret = useCall(webhooksApi.showSecret, shown)
  const renewSecret = useCall(webhooksApi.renewSecret, shown)
  const remove = useCall(webhooksApi.remove, {
    onSuccess: tell(msg('Webhook deleted')),
    onError: failed,
  })
  const askAndRenew = async () => {
    const text = i18n.t(
      'Make a new secret for "{name}"? The other program refuses messages until it has the new secret.',
      {
        name,
      },
    )
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('New secret') })) renewSecret.mutate({ params })
  }
  const askAndRemove = async () => {
    const text = i18n.t('Delete "{name}"? Its messages are deleted too.', { name })
    if (await ask({ text, stay: i18n.t('Cancel'), leave: i18n.t('Delete') })) remove.mutate({ params })
  }
  const [standing, tone] = standingOf(webhook)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 rounded-card border border-line bg-surface py-3 pe-2 ps-4 shadow-card">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {name}
          </span>
          <Badge tone={tone} className="whitespace-normal!">
            {i18n.t(standing)}
          </Badge>
        </p>
        <p dir="ltr" className="mt-0.5 line-clamp-2 text-muted text-sm wrap-anywhere">
          {url}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2.5 text-muted text-sm tabular">
          <span>
            {deliveredAt === null ? (
              i18n.t('Nothing delivered yet')
            ) : (
              <Trans id="Last delivered <0/>" components={{ 0: <Ago iso={deliveredAt} /> }} />
            )}
          </span>
          {open > 0 && (
            <span>{i18n.t('{count, plural, one {# message waits} other {# messages wait}}', { count: open })}</span>
          )}
        </p>
        <MadeBy {...webhook} />
      </div>
      <Menu
        trigger={
          <IconButton label={i18n.t('More for {name}', { name })}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </IconButton>
        }
      >
        <MenuEntry onSelect={onEdit}>{i18n.t('Edit')}</MenuEntry>
        <MenuEntry onSelect={() => showSecret.mutate({ params })}>{i18n.t('Show the secret')}</MenuEntry>
        <MenuEntry onSelect={askAndRenew}>{i18n.t('New secret')}</MenuEntry>
        <MenuSeparator />
        <MenuEntry destructive onSelect={askAndRemove}>
          {i18n.t('Delete')}
        </MenuEntry>
      </Menu>
      {webhook.pausesAt && (
        <div className="col-span-2 mt-2.5 me-2">
          <Unowned
            {...webhook}
            buttons={
              <>
                <Button
                  variant="primary"
                  onClick={() => takeOver.mutate({ params })}
                  pending={takeOver.isPending}
                  aria-label={i18n.t('Take over {name}', { name })}
                >
                  {i18n.t('Take over')}
                </Button>
                <Button
                  onClick={askAndRemove}
                  pending={remove.isPending}
                  aria-label={i18n.t('Delete {name}', { name })}
                >
                  {i18n.t('Delete')}
                </Button>
              </>
            }
          >
            {webhook.pausedBecause === 'unowned' ? (
              <Trans
                id="{owner} can no longer manage webhooks, and nobody has taken this one over. It gets nothing until somebody takes it over."
                values={{ owner: ownerName(webhook) }}
              />
            ) : (
              <Trans
                id="{owner} can no longer manage webhooks. Take this one over or delete it. Otherwise it pauses on {time}."
                values={{ owner: ownerName(webhook), time: <When iso={webhook.pausesAt} as="moment" /> }}
              />
            )}
          </Unowned>
        </div>
      )}
      <div className="col-span-2 mt-2.5 flex flex-wrap gap-2">
        <Button onClick={onLog} aria-label={i18n.t('Messages of {name}', { name })}>
          {i18n.t('Messages')}
        </Button>
        {webhook.pausedAt !== null && webhook.pausesAt ? null : webhook.pausedAt === null ? (
          <>
            <Button
              onClick={() => test.mutate({ params })}
              pending={test.isPending}
              aria-label={i18n.t('Send a test to {name}', { name })}
            >
              {i18n.t('Send a test')}
            </Button>
            <Button
              onClick={() => pause.mutate({ params })}
              pending={pause.isPending}
              aria-label={i18n.t('Pause {name}', { name })}
            >
              {i18n.t('Pause ##webhook')}
            </Button>
          </>
        ) : (
          <Button
            onClick={() => resume.mutate({ params })}
            pending={resume.isPending}
            aria-label={i18n.t('Resume {name}', { name })}
          >
            {i18n.t('Resume ##webhook')}
          </Button>
        )}
      </div>
    </li>
  )
}
