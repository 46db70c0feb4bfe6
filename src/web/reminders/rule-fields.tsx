import { useFormContext } from 'react-hook-form'
import { MAX_RULE_LENGTH } from '../../shared/time/cron-rule.ts'
import { occurrencesAfter } from '../../shared/time/recurrence.ts'
import { formatTime, formatWeekdayDate } from '../../shared/words/formats.ts'
import { msg, translate } from '../../shared/words/message.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Field, Input } from '../ui/field.tsx'
import { useTicking } from '../ui/now.ts'
import { type ReminderFormValues, ruleFault } from './form-values.ts'
import { RuleDescription } from './rule-description.tsx'

const presets = [
  { label: msg('Daily 9 AM'), rule: '0 9 * * *' },
  { label: msg('Weekdays 9 AM'), rule: '0 9 * * 1-5' },
  { label: msg('Monday 9 AM'), rule: '0 9 * * 1' },
  { label: msg('1st of month 9 AM'), rule: '0 9 1 * *' },
  { label: msg('Last day of month 9 AM'), rule: '0 9 L * *' },
  { label: msg('Every hour'), rule: '0 * * * *' },
]
const RUNS_SHOWN = 3

/** When a recurring reminder fires: a preset, or any other rule. Below it stands the rule's meaning. */
export function RuleFields() {
  const { register, setValue, formState, watch } = useFormContext<ReminderFormValues>()
  const i18n = useI18n()
  const rule = watch('cronRule')
  const fault = ruleFault(rule)
  const isGood = fault === undefined && rule.trim() !== ''
  return (
    <div className="flex flex-col gap-3">
      <fieldset aria-label={i18n.t('Presets')} className="flex flex-wrap gap-1.5">
        {presets.map((preset) => (
          <Button
            key={preset.rule}
            aria-pressed={preset.rule === rule}
            onClick={() => setValue('cronRule', preset.rule, { shouldDirty: true, shouldValidate: true })}
            className={cx(
              'text-sm! h-8! px-2.5! touch:h-11!',
              preset.rule === rule && 'border-accent! bg-accent-soft! text-accent forced-colors:outline-2',
            )}
          >
            {i18n.t(preset.label)}
          </Button>
        ))}
      </fieldset>
      <Field
        label={i18n.t('Rule')}
        error={fault ? translate(i18n, fault) : isGood ? undefined : formState.errors.cronRule?.message}
        hint={i18n.t('minute hour day month weekday')}
        required
      >
        <Input
          {...register('cronRule')}
          maxLength={MAX_RULE_LENGTH}
          placeholder="0 9 * * 1-5"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div aria-live="polite" className="min-h-24 rounded-control bg-sunken px-3 py-2.5 text-sm">
        {isGood ? (
          <>
            <p className="font-semibold">
              <RuleDescription rule={rule.trim()} />
            </p>
            <NextRuns rule={rule} />
          </>
        ) : (
          <p className="text-muted">{i18n.t('Here you see what the rule means and when the reminder comes next.')}</p>
        )}
      </div>
    </div>
  )
}

function NextRuns({ rule }: { rule: string }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  // As one text, so that the component renders again only when the runs change.
  const runs = useTicking((now) =>
    occurrencesAfter(rule, new Date(now), timeZone, RUNS_SHOWN)
      .map((run) => run.toISOString())
      .join(),
  )
  return (
    <ol aria-label={i18n.t('Next runs')} className="mt-1 flex flex-col text-muted tabular">
      {runs.split(',').map((iso) => (
        <li key={iso}>
          <time dateTime={iso}>
            {i18n.t('{date}, {time}', { date: formatWeekdayDate(iso, reader), time: formatTime(iso, reader) })}
          </time>
        </li>
      ))}
    </ol>
  )
}
