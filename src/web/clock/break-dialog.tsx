import { useId, useState } from 'react'
import { type ClockSession, clockApi } from '../../shared/clock.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { formatSpan } from '../../shared/words/formats.ts'
import { runningBreakOf } from '../../shared/worked-time.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
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
  const formId = useId()
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
    if (stating.isPending) return
    if (!CLOCK.test(start)) return setFaults({ start: i18n.t('Choose a time') })
    if (!entered?.endTime) return setFaults({ end: i18n.t('Choose a time') })
    if (Date.parse(entered.endTime) > serverNow()) return setFaults({ end: i18n.t('Must not be in the future') })
    const others = (session.breaks ?? []).filter((one) => one !== running)
    const breaks = [...asSent(others), entered]
    stating.mutate({ params: { id: session.id }, body: { breaks, updatedAt: session.updatedAt } })
  }
  return (
    <Dialog
      open
      size="sm"
      title={running ? i18n.t('When did your break end?') : i18n.t('I took a break')}
      description={formatSpan(session.startTime, session.endTime, reader)}
      onClose={onClose}
      closesOnBack
      footer={(requestClose) => (
        <>
          <Button variant="ghost" onClick={requestClose} className="me-auto">
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={stating.isPending} className="max-md:flex-1">
            {i18n.t('Save')}
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
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
      </form>
    </Dialog>
  )
}
