import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { absenceFault, absenceSpanOf, type LocalAbsence, overlaps } from '../../../shared/absences/absence-times.ts'
import { absencesApi } from '../../../shared/absences.ts'
import type { RosterShift } from '../../../shared/roster/shapes.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater, weekOfDate } from '../../../shared/time/time.ts'
import { formatSpan } from '../../../shared/words/formats.ts'
import { faultOf } from '../../api/call-endpoint.ts'
import { replyOf, useCall } from '../../api/queries.ts'
import { serverNow } from '../../server-time.ts'
import { Field } from '../../ui/field.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { DateInput } from '../../ui/moment-input.tsx'
import { allQueries, NotLoaded } from '../../ui/not-loaded.tsx'
import { useMinute } from '../../ui/now.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { PartOfDay, usePartOfDay, WHOLE_DAY } from '../forms/part-of-day.tsx'
import { PlainFormDialog } from '../forms/plain-form-dialog.tsx'
import { useReader } from '../time/use-reader.ts'

/** So many weeks of shifts are named. A person who is ill for longer has seen the nearest ones. */
const MAX_WEEKS = 6

/** Says that the viewer is ill from today on. It names the shifts that become open, before the button is pressed. */
export function IllDialog({ onClose }: { onClose: () => void }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const [today] = useState(() => dateOf(serverNow(), timeZone))
  const [until, setUntil] = useState(today)
  const part = usePartOfDay()
  const { mutateAsync: create, isPending } = useCall(absencesApi.create)
  const isOneDay = until === today
  const times = isOneDay ? part.times : WHOLE_DAY
  const local: LocalAbsence = { from: today, to: until, ...times }
  const isReady = until !== '' && (!isOneDay || part.isFilled) && absenceFault(local) === null
  const submit = async () => {
    if (!isReady) return
    try {
      const { openedShifts: count } = await create({ body: { kind: 'sick', ...local } })
      toast({
        title: i18n.t('Get well soon'),
        description:
          count === 0
            ? i18n.t('The managers of your department are told.')
            : i18n.t('{count, plural, one {# shift is open now} other {# shifts are open now}}', { count }),
      })
      onClose()
    } catch (error) {
      toastError(faultOf(error, i18n.t('It could not be sent')))
    }
  }
  return (
    <PlainFormDialog
      title={i18n.t('I am ill')}
      submitLabel={i18n.t('Call in sick')}
      pending={isPending}
      isReady={isReady}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={i18n.t('Last day')} required hint={i18n.t('From today on. You can end it earlier.')}>
        <DateInput value={until} min={today} onChange={({ target }) => setUntil(target.value)} />
      </Field>
      {isOneDay && <PartOfDay part={part} />}
      {isReady && <ShiftsThatOpen local={local} />}
    </PlainFormDialog>
  )
}

/** The viewer's shifts to come in that time. */
function ShiftsThatOpen({ local }: { local: LocalAbsence }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const now = useMinute()
  const first = weekOfDate(local.from, timeZone)[0]?.date ?? local.from
  const weeks = Array.from({ length: MAX_WEEKS }, (_, at) => daysLater(first, 7 * at)).filter(
    (week) => week <= local.to,
  )
  const { shifts, ...query } = useQueries({
    queries: weeks.map((week) => replyOf(rosterApi.own, { query: { week } })),
    combine: (results) => ({
      ...allQueries(...results),
      shifts: results.every(({ data }) => data) ? results.flatMap(({ data }) => data?.shifts ?? []) : undefined,
    }),
  })
  if (!shifts)
    return (
      <NotLoaded query={query} failure={i18n.t('Your shifts could not be loaded. They become open all the same.')}>
        <LoadingBars bars="h-11" count={1} />
      </NotLoaded>
    )
  const span = absenceSpanOf(local, timeZone)
  const opened = shifts.filter((shift) => overlaps(shift, span) && Date.parse(shift.startTime) > now)
  if (opened.length === 0) return <p className="text-muted">{i18n.t('None of your shifts lies in that time.')}</p>
  return (
    <section aria-label={i18n.t('Shifts that become open')}>
      <h3 className="font-medium text-sm">
        {i18n.t('{count, plural, one {This shift becomes open:} other {These # shifts become open:}}', {
          count: opened.length,
        })}
      </h3>
      <ul className="mt-1.5 grid gap-1.5">
        {opened.map((shift: RosterShift) => (
          <li key={shift.id} className="rounded-control bg-sunken px-3 py-2">
            <b className="tabular font-semibold">{formatSpan(shift.startTime, shift.endTime, reader)}</b>{' '}
            <bdi>{shift.title}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
