import { useState } from 'react'
import { type ClockSession, clockApi } from '../../../shared/clock.ts'
import { DUTY_HOURS } from '../../../shared/duty.ts'
import { dateOf, dateTimeIn, daysLater } from '../../../shared/time/time.ts'
import { formatTime, formatWeekdayDate } from '../../../shared/words/formats.ts'
import { durationOf } from '../../../shared/worked-time.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { PlainFormDialog } from '../../components/forms/plain-form-dialog.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TimeInput } from '../../ui/moment-input.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { endAt, proposedEnd } from './proposal.ts'

const WEEK = 7

/** Asks for the end of a shift with a forgotten clock-out. It can be put aside, and opened on the clock screen. */
export function ForgottenEndDialog({ session, onClose }: { session: ClockSession; onClose: () => void }) {
  const i18n = useI18n()
  const reader = useReader()
  const { timeZone } = reader
  const { startTime, endTime } = session
  const isRunning = endTime === null
  const date = daysLater(dateOf(Date.parse(startTime), timeZone), -WEEK)
  const earlier = useReply(clockApi.history, { query: { week: date } })
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const proposal = new Date(proposedEnd(session, earlier.data?.sessions ?? [], serverNow())).toISOString()
  const time = typed ?? dateTimeIn(proposal, timeZone).time
  const end = /^\d\d:\d\d$/.test(time) ? endAt(session, time, timeZone) : null

  const stating = useCall(clockApi.endStated, {
    onSuccess: () => {
      toast({ title: i18n.t('Thank you, noted'), description: i18n.t('A manager confirms the time.') })
      onClose()
    },
    onError: (error) => setFault(messageOf(error, i18n.t('It could not be sent.'))),
  })
  const staying = useCall(clockApi.stillHere, {
    onSuccess: () => {
      toast({ title: i18n.t('You are on duty again') })
      onClose()
    },
    onError: (error) => toastError(messageOf(error, i18n.t('It could not be sent.'))),
  })
  const isPending = stating.isPending || staying.isPending
  const submit = () => {
    if (isPending) return
    if (!end) return setFault(i18n.t('Choose a time'))
    if (Date.parse(end) > serverNow()) return setFault(i18n.t('Must not be in the future'))
    stating.mutate({ body: { id: session.id, endTime: end } })
  }
  const began = i18n.t('{date}, {time}', {
    date: formatWeekdayDate(startTime, reader),
    time: formatTime(startTime, reader),
  })
  return (
    <PlainFormDialog
      size="sm"
      title={i18n.t('When did your shift end?')}
      description={
        isRunning
          ? i18n.t(
              'You clocked in on {began}. {hours, plural, one {After # hour this no longer counts as on duty.} other {After # hours this no longer counts as on duty.}}',
              {
                began,
                hours: DUTY_HOURS,
              },
            )
          : i18n.t('You clocked in on {began}. Somebody else has ended this shift for you.', { began })
      }
      onClose={onClose}
      closesOnBack
      cancelLabel={i18n.t('Later')}
      cancelsApart
      submitLabel={i18n.t('Save')}
      pending={stating.isPending}
      onSubmit={submit}
      below={
        isRunning && (
          <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t pt-4">
            <p className="min-w-40 flex-1 text-muted">{i18n.t('Are you still at work?')}</p>
            <Button size="lg" pending={staying.isPending} onClick={() => !isPending && staying.mutate({})}>
              {i18n.t("I'm still at work")}
            </Button>
          </div>
        )
      }
    >
      <Field
        label={i18n.t('End of the shift')}
        error={fault}
        hint={
          end
            ? i18n.t('{day}, after {duration}', {
                day: formatWeekdayDate(end, reader),
                duration: formatMinutes(durationOf({ startTime, endTime: end }) ?? 0, i18n),
              })
            : undefined
        }
      >
        <TimeInput
          value={time}
          onChange={({ target }) => {
            setTyped(target.value)
            setFault(undefined)
          }}
          className="h-12! w-40! text-lg! tabular"
        />
      </Field>
    </PlainFormDialog>
  )
}
