import { useFormContext } from 'react-hook-form'
import { MAX_RULE_LENGTH } from '../../shared/time/cron-rule.ts'
import { formatWeekdayName } from '../../shared/words/formats.ts'
import { type Message, msg, translate } from '../../shared/words/message.ts'
import { timeZoneHint } from '../components/rules/time-zone-hint.ts'
import { useReader } from '../components/time/use-reader.ts'
import { describeError, useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input } from '../ui/field.tsx'
import { DateInput } from '../ui/moment-input.tsx'
import { type DayKind, dayKinds, daysFault, type RoutineFormValues, ruleOf, windowFault } from './form-values.ts'
import { NextWindows } from './next-windows.tsx'
import { WindowFields } from './window-fields.tsx'
import { describeRoutine } from './words.ts'

const presets: Record<DayKind, Message> = {
  daily: msg('Every day'),
  weekdays: msg('Weekdays'),
  weekends: msg('Weekends'),
  weekly: msg('Certain weekdays'),
  monthly: msg('Monthly'),
  lastDay: msg('Last day of the month'),
  interval: msg('Every few days'),
  own: msg('Own rule'),
}

const pressed = 'border-accent! bg-accent-soft! text-accent forced-colors:outline-2'

/** When a routine comes: its days, its window, and below them their meaning. */
export function WhenFields({ isNew }: { isNew: boolean }) {
  const i18n = useI18n()
  const { setValue, watch } = useFormContext<RoutineFormValues>()
  const dayKind = watch('dayKind')
  return (
    <>
      <div className="flex flex-col gap-3">
        <fieldset aria-label={i18n.t('Days')} className="flex flex-wrap gap-1.5">
          <span aria-hidden="true" className="mb-0.5 w-full text-sm font-medium">
            {i18n.t('Days')}
          </span>
          {dayKinds.map((kind) => (
            <Button
              key={kind}
              aria-pressed={kind === dayKind}
              onClick={() => setValue('dayKind', kind, { shouldDirty: true })}
              className={cx('h-8! px-2.5! text-sm! touch:h-11! touch:px-3!', kind === dayKind && pressed)}
            >
              {i18n.t(presets[kind])}
            </Button>
          ))}
        </fieldset>
        {dayKind === 'weekly' && <Weekdays />}
        {dayKind === 'monthly' && <MonthDay />}
        {dayKind === 'interval' && <Interval />}
        {dayKind === 'own' && <OwnRule />}
      </div>
      <WindowFields isNew={isNew} />
      <Meaning />
    </>
  )
}

/** Monday first, as in the week. */
const week = [1, 2, 3, 4, 5, 6, 0]

function Weekdays() {
  const i18n = useI18n()
  const { setValue, watch, formState } = useFormContext<RoutineFormValues>()
  const chosen = watch('weekdays')
  const fault = formState.errors.weekdays?.message
  const toggle = (day: number) =>
    setValue(
      'weekdays',
      (chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]).toSorted(),
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    )
  return (
    <div className="flex flex-col gap-1.5">
      <fieldset aria-label={i18n.t('Weekdays')} className="grid grid-cols-7 gap-1">
        {week.map((day) => (
          <Button
            key={day}
            aria-pressed={chosen.includes(day)}
            aria-label={formatWeekdayName(day, { i18n }, 'long')}
            onClick={() => toggle(day)}
            className={cx('min-w-0 px-0! text-sm!', chosen.includes(day) && pressed)}
          >
            {formatWeekdayName(day, { i18n }, 'short')}
          </Button>
        ))}
      </fieldset>
      {fault && (
        <p role="alert" className="font-medium text-overdue text-sm">
          {describeError(fault, i18n)}
        </p>
      )}
    </div>
  )
}

/** The last day that every month has. */
const SHORTEST_MONTH = 28

function MonthDay() {
  const i18n = useI18n()
  const { register, watch, formState } = useFormContext<RoutineFormValues>()
  const isInEachMonth = Number(watch('monthDay')) <= SHORTEST_MONTH
  return (
    <Field
      label={i18n.t('Day of the month')}
      error={formState.errors.monthDay?.message}
      hint={isInEachMonth ? undefined : i18n.t('Months without this day are left out.')}
      required
    >
      <Input {...register('monthDay')} inputMode="numeric" autoComplete="off" maxLength={2} className="max-w-28" />
    </Field>
  )
}

function Interval() {
  const i18n = useI18n()
  const { register, formState } = useFormContext<RoutineFormValues>()
  const { everyDays, from } = formState.errors
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <Field label={i18n.t('Days from one to the next')} error={everyDays?.message} required>
        <Input {...register('everyDays')} inputMode="numeric" autoComplete="off" maxLength={3} />
      </Field>
      <Field label={i18n.t('First day')} error={from?.message} required>
        <DateInput {...register('from')} min="1970-01-01" max="2999-12-31" />
      </Field>
    </div>
  )
}

function OwnRule() {
  const i18n = useI18n()
  const { register, watch, formState } = useFormContext<RoutineFormValues>()
  const fault = daysFault(watch('days'))
  return (
    <Field
      label={i18n.t('Rule')}
      error={fault ? translate(i18n, fault) : formState.errors.days?.message}
      hint={i18n.t('day month weekday')}
      required
    >
      <Input
        {...register('days')}
        maxLength={MAX_RULE_LENGTH}
        // untranslated: a rule
        placeholder="1 jan,jul *"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="font-mono"
      />
    </Field>
  )
}

/** The rule in words, and the windows that come next. */
function Meaning() {
  const reader = useReader()
  const { i18n } = reader
  const { watch, formState } = useFormContext<RoutineFormValues>()
  const { closesTime, closesHours } = formState.errors
  const values = watch()
  const rule = ruleOf(values)
  // Said once: at its field as soon as that shows it.
  const fault = closesTime || closesHours ? undefined : windowFault(values)
  const zone = timeZoneHint(reader)
  return (
    <div aria-live="polite" className="min-h-27 rounded-control bg-sunken px-3 py-2.5 text-sm">
      {rule ? (
        <>
          <p className="font-semibold">{describeRoutine(rule, i18n)}</p>
          <NextWindows rule={rule} />
          {zone && <p className="text-muted">{zone}</p>}
        </>
      ) : (
        <p className="text-muted">
          {fault
            ? describeError(fault, i18n)
            : i18n.t('Here you see what the rule means and when the routine comes next.')}
        </p>
      )}
    </div>
  )
}
