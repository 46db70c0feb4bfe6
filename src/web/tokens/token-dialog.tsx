import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { dateOf, daysLater, instantOf } from '../../shared/time/time.ts'
import type { Scope } from '../../shared/token-scopes.ts'
import { MAX_TOKEN_NAME, tokensApi } from '../../shared/tokens.ts'
import { english, type Message, msg } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { FormDialog, useLeaving } from '../components/forms/form-dialog.tsx'
import { showIssues } from '../components/forms/form-issues.ts'
import { SecretDialog } from '../components/forms/secret-dialog.tsx'
import { allowedFor, type Preset, presets } from '../components/people/scope-areas.ts'
import { useI18n } from '../language.ts'
import { serverNow } from '../server-time.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { toastError } from '../ui/toast.tsx'
import { ChooseScopes } from './choose-scopes.tsx'

/** Asks for a token's purpose, and then shows it, this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const [token, setToken] = useState<string>()
  if (token === undefined) return <TokenForm onMade={setToken} onClose={onClose} />
  return (
    <SecretDialog
      title={i18n.t('Your new token')}
      label={i18n.t('Token')}
      secret={token}
      ask={{ text: i18n.t('Have you saved the token? It is not shown again.'), stay: i18n.t('Back to the token') }}
      onClose={onClose}
    >
      {i18n.t(
        'It is shown only now. Give it to your program and to nobody else. Anybody who has it can do in your name what you have chosen.',
      )}
    </SecretDialog>
  )
}

const lasting = { 30: msg('30 days'), 90: msg('90 days'), 365: msg('A year') } as const satisfies Record<
  number,
  Message
>
type Lasts = `${keyof typeof lasting}` | 'date' | 'never'

interface Values {
  name: string
  preset: Preset | 'own'
  scopes: Scope[]
  lasts: Lasts
  expire: string
}

/** A token's name, scopes and lifetime. `onMade` gets the token. */
function TokenForm({ onMade, onClose }: { onMade: (token: string) => void; onClose: () => void }) {
  const i18n = useI18n()
  const { role, timeZone } = useViewer()
  const { mutateAsync } = useCall(tokensApi.create)
  const defaultValues: Values = { name: '', preset: 'read-tasks', scopes: [], lasts: '90', expire: '' }
  const form = useForm<Values>({ defaultValues })
  const leaving = useLeaving(form.formState.isDirty, onClose)
  const { register, control, setFocus, setValue, setError, clearErrors, formState } = form
  const { errors } = formState
  const [preset, scopes, lasts] = useWatch({ control, name: ['preset', 'scopes', 'lasts'] })
  useEffect(() => setFocus('name'), [setFocus])
  const today = dateOf(serverNow(), timeZone)

  const send = form.handleSubmit(async (values) => {
    const chosen = allowedFor(role, values.preset === 'own' ? values.scopes : presets[values.preset].scopes)
    if (chosen.length === 0) return setError('scopes', { message: english('Choose what the program may do') })
    try {
      const body = { name: values.name, scopes: chosen, expire: expiryOf(values, timeZone) }
      onMade((await mutateAsync({ body })).token)
    } catch (error) {
      if (!showIssues(form, error)) toastError(messageOf(error, i18n.t('The token could not be made')))
    }
  })
  const submit = () => {
    // These are not fields of the form's own, so that it would keep their faults and send nothing.
    clearErrors(['scopes', 'expire'])
    return send()
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={i18n.t('New token')}
        submitLabel={i18n.t('Make the token')}
        pendingLabel={i18n.t('Making it...')}
        onSubmit={submit}
        leaving={leaving}
        closesOnBack
      >
        <Field label={i18n.t('What is it for?')} error={errors.name?.message} required>
          <Input
            {...register('name', { validate: (name) => name.trim() !== '' || english('Enter a name') })}
            maxLength={MAX_TOKEN_NAME}
            autoComplete="off"
            placeholder={i18n.t('The program, or what it does')}
          />
        </Field>
        <Field
          label={i18n.t('What may it do?')}
          hint={i18n.t('Never more than you can do yourself. It never sees passwords, and never signs in.')}
        >
          <Select {...register('preset')}>
            {Object.entries(presets).map(([name, { label }]) => (
              <option key={name} value={name}>
                {i18n.t(label)}
              </option>
            ))}
            <option value="own">{i18n.t('Choose for myself')}</option>
          </Select>
        </Field>
        {preset === 'own' && (
          <ChooseScopes
            role={role}
            value={scopes}
            onChange={(next) => setValue('scopes', next, { shouldDirty: true })}
            error={errors.scopes?.message}
          />
        )}
        <Field
          label={i18n.t('How long does it work?')}
          hint={lasts === 'never' ? i18n.t('Until you revoke it, or your account is closed.') : undefined}
          error={lasts === 'date' ? undefined : errors.expire?.message}
        >
          <Select {...register('lasts')}>
            {Object.entries(lasting).map(([days, label]) => (
              <option key={days} value={days}>
                {i18n.t(label)}
              </option>
            ))}
            <option value="date">{i18n.t('Until a date')}</option>
            <option value="never">{i18n.t('Without end')}</option>
          </Select>
        </Field>
        {lasts === 'date' && (
          <Field label={i18n.t('Last day')} error={errors.expire?.message} required>
            <DateInput
              {...register('expire', { validate: (day) => day !== '' || english('Choose a day') })}
              min={today}
              max="2999-12-31"
            />
          </Field>
        )}
      </FormDialog>
    </FormProvider>
  )
}

/** When the token stops working: at the end of its last day. */
function expiryOf({ lasts, expire }: Values, timeZone: string) {
  if (lasts === 'never') return null
  const day = lasts === 'date' ? expire : daysLater(dateOf(serverNow(), timeZone), Number(lasts))
  return instantOf(day, '', timeZone)
}
