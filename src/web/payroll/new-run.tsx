import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type PayrollCheck, type PayrollFault, type PayrollPeriod, payrollApi } from '../../shared/payroll.ts'
import { formatSeries } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { useCall, useReply } from '../api/queries.ts'
import { tell, tellFailure } from '../components/forms/tell.ts'
import { fullName } from '../components/people/avatar.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Field, Select } from '../ui/field.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { faultWords, periodText, signedMinutes } from './words.ts'

/** The next run: for which pay period, what it would have, and what keeps it from being made. */
export function NewRun({ periods }: { periods: readonly PayrollPeriod[] }) {
  const reader = useReader()
  const { i18n } = reader
  const [chosen, setChosen] = useState<string>()
  // The earliest one without a run after the latest one with a run, else the latest of all.
  const latestRun = periods.findIndex(({ hasRun }) => hasRun)
  const next = latestRun > 0 ? periods[latestRun - 1] : periods[0]
  const period = chosen ?? next?.period
  if (period === undefined) return null
  return (
    <section aria-label={i18n.t('New run')} className={cx(card, 'flex flex-col gap-3 p-4')}>
      <Field label={i18n.t('Pay period')}>
        <Select value={period} onChange={({ target }) => setChosen(target.value)} className="max-w-72">
          {periods.map((one) => (
            <option key={one.period} value={one.period}>
              {one.hasRun
                ? i18n.t('{period}, has a run', { period: periodText(one, reader) })
                : periodText(one, reader)}
            </option>
          ))}
        </Select>
      </Field>
      <Checked key={period} period={period} />
    </section>
  )
}

function Checked({ period }: { period: string }) {
  const i18n = useI18n()
  const query = useReply(payrollApi.check, { query: { period } })
  const { data } = query
  const { mutate, isPending } = useCall(payrollApi.create, {
    onSuccess: tell(msg('Payroll run made')),
    onError: tellFailure(msg('The payroll run could not be made')),
  })
  if (!data)
    return (
      <NotLoaded query={query} failure={i18n.t('What the run would have could not be loaded.')} className="py-2!">
        <LoadingBars bars="h-5 w-3/5" />
      </NotLoaded>
    )
  const isReady = data.faults.length === 0 && data.lines > 0
  return (
    <>
      <Figures check={data} />
      {data.faults.map((fault) => (
        <Fault key={fault.code} {...fault} period={period} />
      ))}
      {isReady && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="primary"
            pending={isPending}
            onClick={() => mutate({ body: { period } })}
            className="max-md:flex-1"
          >
            {i18n.t('Make the run')}
          </Button>
          <p className="min-w-0 flex-1 basis-60 text-pretty text-muted text-sm">
            {i18n.t('Its days are locked afterwards. Corrections go into the next run.')}
          </p>
        </div>
      )}
    </>
  )
}

function Figures({ check: { people, minutes, lines, corrections, faults } }: { check: PayrollCheck }) {
  const i18n = useI18n()
  if (lines === 0) {
    return faults.length > 0 ? null : (
      <p className="text-muted">{i18n.t('Payroll has received all approved hours of this pay period.')}</p>
    )
  }
  const figures = [
    i18n.t('{count, plural, one {# person} other {# people}}', { count: people }),
    signedMinutes(minutes, i18n),
    i18n.t('{count, plural, one {# line} other {# lines}}', { count: lines }),
    corrections > 0 && i18n.t('{count, plural, one {# correction} other {# corrections}}', { count: corrections }),
  ]
  return <p className="tabular">{figures.filter(Boolean).join(' · ')}</p>
}

/** Where a fault is mended. */
const mending = {
  not_approved: '/clock',
  personnel_number_missing: '/admin/users',
  wage_type_missing: '/admin/payroll',
} as const satisfies Record<PayrollFault, string>

const searchOf: Record<PayrollFault, (period: string) => object> = {
  not_approved: (period) => ({ view: 'team', by: 'period', period }),
  personnel_number_missing: () => ({}),
  wage_type_missing: () => ({ tab: 'wage-types' }),
}

function Fault({ code, count, people, period }: PayrollCheck['faults'][number] & { period: string }) {
  const reader = useReader()
  const { i18n } = reader
  const labels = {
    not_approved: i18n.t('Open the hours'),
    personnel_number_missing: i18n.t('Open the people'),
    wage_type_missing: i18n.t('Open the wage types'),
  }
  const names = people.map(fullName)
  const more = count - names.length
  return (
    <div className="rounded-control border border-overdue/40 bg-overdue-soft p-3.5">
      <p className="font-semibold">{i18n.t(faultWords[code](count))}</p>
      <p dir="auto" className="mt-1 text-pretty text-sm wrap-anywhere">
        {more > 0
          ? i18n.t('{names}, and {more, plural, one {# more} other {# more}}', { names: names.join(', '), more })
          : formatSeries(names, reader)}
      </p>
      <Link
        to={mending[code]}
        search={searchOf[code](period) as never}
        className="mt-1.5 inline-flex min-h-8 items-center font-medium text-accent text-sm hover:underline touch:min-h-11"
      >
        {labels[code]}
      </Link>
    </div>
  )
}
