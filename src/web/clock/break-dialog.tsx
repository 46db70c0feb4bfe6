import { useState } from 'react'
import { clockApi } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import { type Which, whichOf } from '../../shared/time/repeated-times.ts'
import { dateTimeIn } from '../../shared/time/time.ts'
import { formatSpan } from '../../shared/words/formats.ts'
import { runningBreakOf } from '../../shared/worked-time.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { PlainFormDialog } from '../components/forms/plain-form-dialog.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { WhichTime } from '../components/time/which-time.tsx'
import { serverNow, serverNowText } from '../server-time.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { toast } from '../ui/toast.tsx'
import { asSent, type BreakValues, breakFault, breakMeanings, breakOf } from './break-values.ts'

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
  const [startWhich, setStartWhich] = useState(running ? whichOf(running.startTime, timeZone) : undefined)
  const [endWhich, setEndWhich] = useState<Which>()
  const [isPaid, setPaid] = useState(running?.isPaid ?? false)
  const [faults, setFaults] = useState<Partial<Record<keyof BreakValues, string>>>({})
  const typed = (text: string) => (CLOCK.test(text) ? text : '')
  const values = { start: typed(start), end: typed(end), isPaid, startWhich, endWhich }
  // A running break begins when it began.
  const around = { ...session, startTime: running?.startTime ?? session.startTime, now: serverNowText() }
  const { starts, ends } = breakMeanings(values, around, timeZone)
  const entered = breakOf(values, around, timeZone)
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
    const [field, message] = breakFault(values, around, timeZone) ?? []
    if (field) return setFaults({ [field]: message })
    if (!entered?.endTime) return
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
        {!running && (
          <WhichTime
            instants={starts}
            value={startWhich}
            onChange={(which) => {
              setStartWhich(which)
              setFaults({})
            }}
            error={faults.startWhich}
            className="col-span-2"
          />
        )}
        <WhichTime
          instants={ends}
          value={endWhich}
          onChange={(which) => {
            setEndWhich(which)
            setFaults({})
          }}
          error={faults.endWhich}
          className="col-span-2"
        />
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
