import { useFormContext } from 'react-hook-form'
import { msg } from '../../shared/words/message.ts'
import { useI18n } from '../language.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { TimeInput } from '../ui/moment-input.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { closings, isNextDay, maxDays, type RoutineFormValues, timeAfterUsual } from './form-values.ts'

const closingLabels = {
  never: msg('Never: it stays open'),
  time: msg('At a time'),
  hours: msg('After hours'),
}

/** When a routine's window opens, is due and closes. In a new one the later times follow until somebody sets them. */
export function WindowFields({ isNew }: { isNew: boolean }) {
  const i18n = useI18n()
  const { register, getFieldState, getValues, setValue, watch, formState } = useFormContext<RoutineFormValues>()
  const { errors } = formState
  const closing = watch('closing')
  const follow = (name: 'dueTime' | 'closesTime', time: string) => {
    if (isNew && time !== '' && !getFieldState(name).isTouched)
      setValue(name, timeAfterUsual(time), { shouldDirty: true })
  }
  const followOpening = (opensAt: string) => {
    follow('dueTime', opensAt)
    follow('closesTime', getValues('dueTime'))
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field label={i18n.t('Opens at')} error={errors.opensAt?.message} required className="max-md:col-span-2">
          <TimeInput {...register('opensAt', { onChange: ({ target }) => followOpening(target.value) })} />
        </Field>
        <div className="grid grid-cols-2 items-end gap-x-4 max-md:contents">
          <Field label={i18n.t('Due by')} error={errors.dueTime?.message} required>
            <TimeInput {...register('dueTime', { onChange: ({ target }) => follow('closesTime', target.value) })} />
          </Field>
          <DayField of="due" />
        </div>
      </div>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-5 md:grid-cols-3">
        <Field label={i18n.t('Closes')} className="max-md:col-span-2">
          <Select {...register('closing')}>
            <SelectOptions values={closings} labels={closingLabels} />
          </Select>
        </Field>
        {closing === 'time' && (
          <>
            <Field label={i18n.t('Closes at')} error={errors.closesTime?.message} required>
              <TimeInput {...register('closesTime')} />
            </Field>
            <DayField of="closes" />
          </>
        )}
        {closing === 'hours' && (
          <Field label={i18n.t('Hours after opening')} error={errors.closesHours?.message} required>
            <Input {...register('closesHours')} inputMode="numeric" autoComplete="off" maxLength={3} />
          </Field>
        )}
      </div>
      <p className="-mt-3.5 text-muted text-sm">
        {closing === 'never'
          ? i18n.t('It stays open until somebody does it.')
          : i18n.t('A task that is not done when it closes counts as missed.')}
      </p>
    </>
  )
}

const names = {
  due: { time: 'dueTime', days: 'dueDays' },
  closes: { time: 'closesTime', days: 'closesDays' },
} as const

/** On which day a time is meant: the first on which the clock shows it after the opening, or a later one. */
function DayField({ of }: { of: 'due' | 'closes' }) {
  const i18n = useI18n()
  const { register, watch } = useFormContext<RoutineFormValues>()
  const [opensAt, time] = watch(['opensAt', names[of].time])
  const first = opensAt !== '' && time !== '' && isNextDay(opensAt, time) ? 1 : 0
  const label = of === 'due' ? i18n.t('Due on') : i18n.t('Closes on')
  return (
    <Field label={label}>
      <Select {...register(names[of].days)}>
        {Array.from({ length: maxDays[of] + 1 }, (_, days) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the value
          <option key={days} value={days}>
            {dayWords(days + first, i18n)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function dayWords(days: number, i18n: ReturnType<typeof useI18n>) {
  if (days === 0) return i18n.t('the same day')
  return i18n.t('{days, plural, one {the next day} other {# days later}}', { days })
}
