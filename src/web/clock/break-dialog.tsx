import { useState } from 'react'
import { type ClockSession, clockApi } from '../../shared/clock.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { formatSpan } from '../../shared/words/formats.ts'
import { runningBreakOf } from '../../shared/worked-time.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { serverNow } from '../server-time.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { toast } from '../ui/toast.tsx'
import { asSent, breakOf } from './break-values.ts'

const CLOCK = /^\d\d:\d\d$/

/**
 * Enters a break of one's own afterwards. During a break it enters the end of this break instead. Recorded breaks stay,
 * and a manager is to confirm the new times.
 */
export function BreakDialog({ session, onClose }: { session: ClockSession; onClose: () => void }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const running = runningBreakOf(session)
  const [start, setStart] = useState(running ? dateTimeIn(running.startTime, timeZone).time : '')
  const [end, setEnd] = useState('')
  const [isPaid, setPaid] = useState(running?.isPaid ?? false)
  const [faults, setFaults] = useState<{ start?: string; end?: string }>({})
  const isWhole = CLOCK.test(start) && CLOCK.test(end)
  const span = isWhole ? breakOf({ start, end, isPaid }, session, timeZone) : null
  const entered = span && running ? { ...span, startTime: running.startTime } : span
  const minutes = entered?.endTime
    ? Math.floor((Date.parse(entered.endTime) - Date.parse(entered.startTime)) / 60_000)
    : null

  const stating = useCall(clockApi.setBreaks, {
    onSuccess: () => {
      toast({ title: i18n.t('Break entered'), description: i18n.t('A manager confirms the time.') })
      onClose()
    },
    onError: (error) => setFaults({ end: messageOf(error, i18n.t('It could not be sent.')) }),
  })
  const submit = () => {
    if (!CLOCK.test(start)) return setFaults({ start: i18n.t('Choose a time') })
    if (!entered?.endTime) return setFaults({ end: i18n.t('Choose a time') })
    if (Date.parse(entered.endTime) > serverNow()) return setFaults({ end: i18n.t('Must not be in the future') })
    const others = (session.breaks ?? []).filter((one) => one !== running)
    const breaks = [...asSent(others), entered]
    stating.mutate({ params: { id: session.id }, body: { breaks, updatedAt: session.updatedAt } })
  }
  return (
    <PlainFormDialog
      size="sm"
      title={running ? i18n.t('When did your break end?') : i18n.t('I took a break')}
      description={formatSpan(session.startTime, session.endTime, reader)}
      onClose={onClose}
      closesOnBack
      cancelsApart
      submitLabel={i18n.t('Save')}
      pending={stating.isPending}
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={i18n.t('From ##time')} error={faults.start}>
          <TimeInput
            value={start}
            disabled={running !== null}
            onChange={({ target }) => {
              setStart(target.value)
              setFaults({})
            }}
            className="h-12! text-lg! tabular"
          />
        </Field>
        <Field
          label={i18n.t('To ##time')}
          error={faults.end}
          hint={minutes === null ? undefined : formatMinutes(minutes, i18n)}
        >
          <TimeInput
            value={end}
            onChange={({ target }) => {
              setEnd(target.value)
              setFaults({})
            }}
            className="h-12! text-lg! tabular"
          />
        </Field>
      </div>
      {!running && (
        <Checkbox
          checked={isPaid}
          onChange={({ target }) => setPaid(target.checked)}
          label={i18n.t('Paid break')}
          showLabel
          className="self-start py-1 touch:min-h-11"
        />
      )}
    </PlainFormDialog>
  )
}
