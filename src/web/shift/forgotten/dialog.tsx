import { useState } from 'react'
import { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import type { ProposedEnd } from '../../../shared/clocking.ts'
import { DUTY_HOURS } from '../../../shared/duty.ts'
import { type Which, whichOf } from '../../../shared/time/repeated-times.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { formatTime, formatWeekdayDate } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { durationOf } from '../../../shared/worked-time.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { useCall, useReply } from '../../api/queries.ts'
import { PlainFormDialog } from '../../components/forms/plain-form-dialog.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { instantsAfter, meant, NO_SUCH_TIME, possible, WHICH_ONE } from '../../components/time/typed-times.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { WhichTime } from '../../components/time/which-time.tsx'
import { useI18n } from '../../language.ts'
import { serverNow, serverNowText } from '../../server-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TimeInput } from '../../ui/moment-input.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** Asks for the end of a shift with a forgotten clock-out. It can be put aside, and opened on the clock screen. */
export function ForgottenEndDialog({ session, onClose }: { session: ClockSession; onClose: () => void }) {
  const i18n = useI18n()
  const reader = useReader()
  const { timeZone } = reader
  const { startTime, endTime } = session
  const isRunning = endTime === null
  // Without them, as from an older server, the person enters the time.
  const { data: proposals = [] } = useReply(clockApi.forgottenEnds, {})
  const [time, setTime] = useState('')
  const [which, setWhich] = useState<Which>()
  const [fault, setFault] = useState<{ at: 'time' | 'which'; message: string }>()
  const latest = endTime ?? serverNowText()
  const isPossible = (instant: string) => instant > startTime && instant <= latest
  const ends = /^\d\d:\d\d$/.test(time) ? possible(instantsAfter(time, startTime, timeZone), isPossible) : undefined
  const end = ends && meant(ends, which)
  const choose = (typed: string, typedWhich?: Which) => {
    setTime(typed)
    setWhich(typedWhich)
    setFault(undefined)
  }

  const stating = useCall(clockApi.endStated, {
    onSuccess: () => {
      toast({ title: i18n.t('Thank you, noted'), description: i18n.t('A manager confirms the time.') })
      onClose()
    },
    onError: (error) => setFault({ at: 'time', message: messageOf(error, i18n.t('It could not be sent.')) }),
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
    const refuse = (message: string, at: 'time' | 'which' = 'time') => setFault({ at, message })
    if (!ends) return refuse(i18n.t('Choose a time'))
    if (ends.length === 0) return refuse(NO_SUCH_TIME)
    if (!end) return refuse(WHICH_ONE, 'which')
    if (Date.parse(end) > serverNow()) return refuse(i18n.t('Must not be in the future'))
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
      <Proposals
        proposals={proposals}
        chosen={end}
        onChoose={(instant) => choose(dateTimeIn(instant, timeZone).time, whichOf(instant, timeZone))}
      />
      <Field
        label={i18n.t('End of the shift')}
        error={fault?.at === 'time' ? fault.message : undefined}
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
          onChange={({ target }) => choose(target.value)}
          className="h-12! w-40! text-lg! tabular"
        />
      </Field>
      <WhichTime
        instants={ends ?? []}
        value={which}
        onChange={(chosen) => choose(time, chosen)}
        error={fault?.at === 'which' ? fault.message : undefined}
      />
    </PlainFormDialog>
  )
}

/** When the shift has probably ended, each time with its reason. A press enters it in the field. */
function Proposals({
  proposals,
  chosen,
  onChoose,
}: {
  proposals: readonly ProposedEnd[]
  chosen: string | undefined
  onChoose: (endTime: string) => void
}) {
  const reader = useReader()
  const { i18n } = reader
  if (proposals.length === 0) return null
  return (
    <ul aria-label={i18n.t('Probable ends')} className="flex flex-col gap-2">
      {proposals.map((proposal) => (
        <li key={proposal.basis}>
          <button
            type="button"
            aria-pressed={proposal.endTime === chosen}
            onClick={() => onChoose(proposal.endTime)}
            className="flex min-h-11 w-full items-center gap-3 rounded-control border border-control px-3 py-2 text-start transition-colors duration-120 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span className="tabular font-semibold text-lg">{formatTime(proposal.endTime, reader)}</span>
            <span className="min-w-0 text-muted text-sm">{reasonOf(proposal, reader)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function reasonOf({ basis, endTime, minutes }: ProposedEnd, reader: Reader) {
  const { i18n } = reader
  if (basis === 'last-action') return i18n.t('Your last action was at {time}.', { time: formatTime(endTime, reader) })
  if (basis === 'planned-end')
    return i18n.t('Your planned shift ended at {time}.', { time: formatTime(endTime, reader) })
  return i18n.t('You usually work {duration}.', { duration: formatMinutes(minutes ?? 0, i18n) })
}
