import { type ResolverResult, useWatch } from 'react-hook-form'
import {
  type PayPeriodKind,
  payPeriodKinds,
  payPeriodOf,
  payPeriodRulesOf,
  payPeriodsApi,
  type StoredPayPeriods,
} from '../../shared/pay-periods.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatDate, formatDays } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { queryClient, replyOf, useCall, useReply } from '../api/queries.ts'
import { EditNotices } from '../components/forms/edit-notices.tsx'
import type { FieldGroup } from '../components/forms/field-groups.ts'
import { useEditing } from '../components/forms/use-editing.ts'
import { payPeriodLabels } from '../components/labels/pay-period-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Field, Select } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { SelectOptions } from '../ui/select-options.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** How hours are cut into pay periods, for administrators. */
export function PayPeriodCard() {
  const { i18n } = useReader()
  const query = useReply(payPeriodsApi.get, {})
  const { data } = query
  if (data) return <PayPeriodForm stored={data} />
  return (
    <NotLoaded query={query} failure={i18n.t('The pay period could not be loaded.')}>
      <Skeleton className="h-40 rounded-card!" />
    </NotLoaded>
  )
}

function PayPeriodForm({ stored }: { stored: StoredPayPeriods }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const today = dateOf(useMinute(), timeZone)
  const chosen = stored.rules.at(-1)
  const running = payPeriodOf(today, payPeriodRulesOf(stored))
  const editing = usePayPeriodEditing(stored)
  const { form, submit } = editing
  const { errors, isSubmitting } = form.formState
  const { kind, anchor } = useWatch({ control: form.control }) as Values
  const isDirty = kind !== chosen?.kind || (kind === 'two-weeks' && anchor !== (chosen.anchor ?? ''))
  return (
    <form
      noValidate
      aria-labelledby="pay-period"
      className={cx(card, 'flex flex-col gap-4 p-4')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) void submit()
      }}
    >
      <div>
        <h2 id="pay-period" className="font-semibold text-md">
          {i18n.t('Pay period')}
        </h2>
        <p className="mt-1 text-muted">
          {i18n.t('Hours of these days are confirmed by each person, and approved and paid together.')}
        </p>
      </div>
      <EditNotices
        editing={editing}
        isGone={false}
        changed={i18n.t('Somebody else has changed the pay period meanwhile')}
        gone=""
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={i18n.t('Pay period')} hidesLabel>
          <Select {...form.register('kind')}>
            <SelectOptions values={payPeriodKinds} labels={payPeriodLabels} />
          </Select>
        </Field>
        {kind === 'two-weeks' && (
          <Field label={i18n.t('A day on which two weeks begin')} required error={errors.anchor?.message}>
            <DateInput {...form.register('anchor')} />
          </Field>
        )}
      </div>
      <p className="text-muted text-sm">
        {chosen?.since && chosen.since > today
          ? i18n.t('This holds from {date} on. Until then it is {days}.', {
              date: formatDate(`${chosen.since}T12:00:00.000Z`, reader),
              days: formatDays(running.start, running.end, reader),
            })
          : i18n.t('The running period is {days}. A change holds from the next one on.', {
              days: formatDays(running.start, running.end, reader),
            })}
      </p>
      <Button type="submit" pending={isSubmitting} disabled={!isDirty} className="self-start">
        {isSubmitting ? i18n.t('Saving...') : i18n.t('Save the pay period')}
      </Button>
    </form>
  )
}

interface Values {
  kind: PayPeriodKind
  anchor: string
}
const valuesOf = ({ rules }: StoredPayPeriods): Values => {
  const chosen = rules.at(-1)
  return { kind: chosen?.kind ?? 'month', anchor: chosen?.anchor ?? '' }
}
const bodyOf = ({ kind, anchor }: Values) => ({ kind, anchor: kind === 'two-weeks' ? anchor : null })

/** Both fields are one thing: a day on which two weeks begin means nothing without them. */
const groups: readonly FieldGroup<StoredPayPeriods, Values, ReturnType<typeof bodyOf>>[] = [
  {
    label: msg('Pay period'),
    sent: ['kind', 'anchor'],
    shown: ['kind', 'anchor'],
    words: (row, i18n) => i18n.t(payPeriodLabels[valuesOf(row).kind]),
  },
]

function usePayPeriodEditing(stored: StoredPayPeriods) {
  const { i18n } = useReader()
  const { mutateAsync: update } = useCall(payPeriodsApi.update)
  const get = replyOf(payPeriodsApi.get, {})
  return useEditing(stored, {
    groups,
    resolver: (values): ResolverResult<Values> =>
      values.kind === 'two-weeks' && !/^\d{4}-\d\d-\d\d$/.test(values.anchor)
        ? { values: {}, errors: { anchor: { type: 'required', message: i18n.t('Say on which day two weeks begin') } } }
        : { values, errors: {} },
    valuesOf,
    bodyOf,
    read: () => queryClient.fetchQuery({ ...get, staleTime: 0 }),
    async send(changes, { updatedAt }) {
      const saved = await update({ body: { ...bodyOf(valuesOf(stored)), ...changes, updatedAt } })
      queryClient.setQueryData(get.queryKey, saved)
    },
    showFailure: (_, error) => toastError(messageOf(error, i18n.t('The pay period could not be saved'))),
    onDone: () => toast({ title: i18n.t('Pay period saved') }),
  })
}
