import { useState } from 'react'
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
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { payPeriodLabels } from '../components/labels/pay-period-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Field, Select } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** How hours are cut into pay periods, for administrators. */
export function PayPeriodCard() {
  const { i18n } = useReader()
  const query = useReply(payPeriodsApi.get, {})
  const { data } = query
  if (data) return <PayPeriodForm key={data.updatedAt} stored={data} />
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
  const [kind, setKind] = useState<PayPeriodKind>(chosen?.kind ?? 'month')
  const [anchor, setAnchor] = useState(chosen?.anchor ?? '')
  const [fault, setFault] = useState<string>()
  const running = payPeriodOf(today, payPeriodRulesOf(stored))
  const isDirty = kind !== chosen?.kind || (kind === 'two-weeks' && anchor !== (chosen.anchor ?? ''))
  const { mutate, isPending } = useCall(payPeriodsApi.update, {
    onSuccess: () => toast({ title: i18n.t('Pay period saved') }),
    onError: (error) => toastError(messageOf(error, i18n.t('The pay period could not be saved'))),
  })
  const save = () => {
    if (kind === 'two-weeks' && !/^\d{4}-\d\d-\d\d$/.test(anchor))
      return setFault(i18n.t('Say on which day two weeks begin'))
    mutate({ body: { kind, anchor: kind === 'two-weeks' ? anchor : null, updatedAt: stored.updatedAt } })
  }
  return (
    <form
      noValidate
      aria-labelledby="pay-period"
      className={cx(card, 'flex flex-col gap-4 p-4')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save()
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
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={i18n.t('Pay period')} hidesLabel>
          <Select value={kind} onChange={({ target }) => setKind(target.value as PayPeriodKind)}>
            {payPeriodKinds.map((each) => (
              <option key={each} value={each}>
                {i18n.t(payPeriodLabels[each])}
              </option>
            ))}
          </Select>
        </Field>
        {kind === 'two-weeks' && (
          <Field label={i18n.t('A day on which two weeks begin')} required {...(fault && { error: fault })}>
            <DateInput
              value={anchor}
              onChange={({ target }) => {
                setAnchor(target.value)
                setFault(undefined)
              }}
            />
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
      <Button type="submit" pending={isPending} disabled={!isDirty} className="self-start">
        {isPending ? i18n.t('Saving...') : i18n.t('Save the pay period')}
      </Button>
    </form>
  )
}
