import { useFormContext } from 'react-hook-form'
import { instantOf } from '../../shared/time/time.ts'
import { msg } from '../../shared/words/message.ts'
import { timeZoneHint } from '../components/rules/time-zone-hint.ts'
import { useReader } from '../components/time/use-reader.ts'
import { serverNow } from '../server-time.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { DateInput, TimeInput } from '../ui/moment-input.tsx'
import { useTicking } from '../ui/now.ts'
import { dayRange, type ReminderFormValues, timeFrom } from './form-values.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const presets = [
  { label: msg('In 15 minutes'), after: 15 * MINUTE },
  { label: msg('In 1 hour'), after: HOUR },
  { label: msg('Tomorrow 9 AM'), after: DAY, time: '09:00' },
  { label: msg('Next week (7 days)'), after: 7 * DAY },
]

/** When a one-time reminder fires: a date and a time, typed or chosen from presets. */
export function OnceFields() {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { register, setValue, formState, watch } = useFormContext<ReminderFormValues>()
  const { errors } = formState
  const [date, time] = watch(['date', 'time'])
  const isPast = useTicking((now) => Boolean(date && time) && Date.parse(instantOf(date, time, timeZone)) < now)
  const choose = ({ after, time: fixed }: (typeof presets)[number]) => {
    const then = { ...timeFrom(serverNow(), after, timeZone), ...(fixed && { time: fixed }) }
    for (const name of ['date', 'time'] as const)
      setValue(name, then[name], { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <Field label={i18n.t('Date')} error={errors.date?.message} hint={timeZoneHint(reader)} required>
          <DateInput {...dayRange} {...register('date')} />
        </Field>
        <Field label={i18n.t('Time')} error={errors.time?.message} required>
          <TimeInput {...register('time')} />
        </Field>
      </div>
      <fieldset aria-label={i18n.t('Quick presets')} className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button key={preset.after} onClick={() => choose(preset)} className="text-sm! h-8! px-2.5! touch:h-11!">
            {i18n.t(preset.label)}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="text-muted text-sm empty:hidden">
        {isPast && i18n.t('This time is in the past. The reminder is sent as soon as you save it.')}
      </p>
    </div>
  )
}
