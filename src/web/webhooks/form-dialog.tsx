import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import {
  NewWebhook,
  type Webhook,
  type WebhookType,
  webhooksApi,
  webhookTypeLabels,
  webhookTypes,
} from '../../shared/webhooks.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { CheckOption } from '../components/choice/check-option.tsx'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { MessageDialog } from '../components/forms/message-dialog.tsx'
import { describeError, useI18n } from '../language.ts'
import { Field, Input } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.tsx'

interface Props {
  onClose: () => void
  onSecret: (secret: string) => void
}

/** The dialog in the address: a new webhook, or the one with this id. */
export function WebhookDialog({ id, webhooks, ...props }: Props & { id: number; webhooks: Webhook[] | undefined }) {
  const i18n = useI18n()
  const found = webhooks?.find((webhook) => webhook.id === id)
  // Set once, so that nothing typed is lost when the webhook is deleted meanwhile.
  const [opened, setOpened] = useState<Webhook>()
  if (!opened && found) setOpened(found)
  if (id === 0) return <WebhookForm {...props} />
  if (opened) return <WebhookForm webhook={opened} {...props} />
  if (!webhooks) return null
  return (
    <MessageDialog title={i18n.t('Edit webhook')} onClose={props.onClose}>
      {i18n.t('There is no such webhook any more.')}
    </MessageDialog>
  )
}

const isKnown = (type: string): type is WebhookType => (webhookTypes as readonly string[]).includes(type)

function WebhookForm({ webhook, onClose, onSecret }: Props & { webhook?: Webhook }) {
  const i18n = useI18n()
  const fault = useId()
  const types = webhook?.types.filter(isKnown) ?? []
  const form = useForm({
    resolver: zodResolver(NewWebhook),
    defaultValues: { name: webhook?.name ?? '', url: webhook?.url ?? '', types },
  })
  const { errors, isDirty } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const { mutateAsync: create } = useCall(webhooksApi.create)
  const { mutateAsync: update } = useCall(webhooksApi.update)
  const leaving = useLeaving(isDirty, onClose)
  const submit = form.handleSubmit(async (body) => {
    try {
      const made = webhook ? await update({ params: { id: webhook.id }, body }) : await create({ body })
      toast({ title: webhook ? i18n.t('Webhook changed') : i18n.t('Webhook added') })
      leaving.leave()
      if ('secret' in made && typeof made.secret === 'string') onSecret(made.secret)
    } catch (error) {
      if (showIssues(form, error)) return
      toastError(messageOf(error, i18n.t('The webhook could not be saved')))
    }
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={webhook ? i18n.t('Edit webhook') : i18n.t('New webhook')}
        submitLabel={i18n.t('Save')}
        pendingLabel={i18n.t('Saving...')}
        onSubmit={submit}
        leaving={leaving}
      >
        <Field label={i18n.t('Name')} error={errors.name?.message ?? ''} required>
          <Input {...form.register('name')} autoComplete="off" placeholder={i18n.t('For example: Door locks')} />
        </Field>
        <Field
          label={i18n.t('Address ##of the web')}
          error={errors.url?.message ?? ''}
          hint={i18n.t('Where messages are sent. It begins with https:// and is reachable from the internet.')}
          required
        >
          <Input
            {...form.register('url')}
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            // untranslated: the beginning of an address
            placeholder="https://"
          />
        </Field>
        <fieldset aria-describedby={errors.types ? fault : undefined}>
          <legend className="mb-1 font-medium">{i18n.t('Events that it gets')}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {webhookTypes.map((type) => (
              <CheckOption key={type} value={type} {...form.register('types')}>
                {i18n.t(webhookTypeLabels[type])}
              </CheckOption>
            ))}
          </div>
          {errors.types && (
            <p id={fault} className="mt-1 font-medium text-overdue text-sm">
              {describeError(errors.types.message ?? '', i18n)}
            </p>
          )}
        </fieldset>
      </FormDialog>
    </FormProvider>
  )
}
