import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Message, msg } from '../../shared/words/message.ts'
import {
  type BreakableRule,
  lateChanges,
  MAX_BREAK_RULES,
  presetNames,
  presetOf,
  type WorkRulePreset,
  type WorkRules,
  workRulePresets,
} from '../../shared/work-rules.ts'
import { workRuleLabels } from '../components/labels/work-rule-labels.ts'
import { useReader } from '../components/time/use-reader.ts'
import { describeError, useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import { rulesOf, type WorkRulesFaults, type WorkRulesValues, workRulesValuesOf } from './form-values.ts'
import { LastMonthNote, LastMonthOf, useLastMonth } from './last-month.tsx'
import { lateWords, type Sentence, sentencesOf } from './sentences.ts'

const presetLabels: Record<WorkRulePreset, Message> = {
  eu: msg('European Union'),
  de: msg('Germany'),
  fr: msg('France'),
  us: msg('United States'),
  none: msg('No rules'),
}

type TextField = Exclude<keyof WorkRulesValues, 'breaks' | 'late'>
/** The fields in their order, each with its unit, and the rule that hours can break. */
const rows: { name: TextField; unit: Message; rule?: BreakableRule }[] = [
  { name: 'restMinutes', unit: msg('Hours. Empty for no rule.'), rule: 'restMinutes' },
  { name: 'weekRestMinutes', unit: msg('Hours. Empty for no rule.'), rule: 'weekRestMinutes' },
  { name: 'dayMinutes', unit: msg('Hours. Empty for no rule.'), rule: 'dayMinutes' },
  { name: 'weekMinutes', unit: msg('Hours. Empty for no rule.'), rule: 'weekMinutes' },
  { name: 'averageMinutes', unit: msg('Hours. Empty for no rule.'), rule: 'averageMinutes' },
  { name: 'daysInRow', unit: msg('Days. Empty for no rule.'), rule: 'daysInRow' },
]

/** The preset, and each rule as a sentence with its example, its value, and what it says of last month. */
export function WorkRuleFields({
  values,
  faults,
  onChange,
  lastValid,
}: {
  values: WorkRulesValues
  faults: WorkRulesFaults
  onChange: (values: WorkRulesValues) => void
  /** The rules to describe while a field has a fault. */
  lastValid: WorkRules
}) {
  const reader = useReader()
  const { i18n } = reader
  const rules = rulesOf(values, i18n).rules ?? lastValid
  const { all, breaks } = sentencesOf(rules, reader)
  const preset = presetOf(rules)
  const lastMonth = useLastMonth(rules)
  const text = (name: TextField, unit: Message) => (
    <Field label={i18n.t(workRuleLabels[name][0])} hint={i18n.t(unit)} {...faultOf(faults, name)}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={values[name]}
        onChange={({ target }) => onChange({ ...values, [name]: target.value })}
      />
    </Field>
  )
  return (
    <>
      <section className={cx(card, 'flex flex-col gap-3 p-4')}>
        <p className="text-pretty">
          {i18n.t('Muster warns when hours break a rule. It stops nobody, and it never changes hours.')}
        </p>
        <Field
          label={i18n.t('Preset')}
          hint={i18n.t('Presets are a start, no legal advice. Compare them with your law and your contracts.')}
        >
          <Select
            value={preset ?? ''}
            onChange={({ target }) => onChange(workRulesValuesOf(workRulePresets[target.value as WorkRulePreset]))}
            className="max-w-72"
          >
            {preset === null && (
              <option value="" disabled>
                {i18n.t('Own values')}
              </option>
            )}
            <SelectOptions values={presetNames} labels={presetLabels} />
          </Select>
        </Field>
        <LastMonthNote lastMonth={lastMonth} />
      </section>
      <ul aria-label={i18n.t('Work rules')} className={cx(card, 'divide-y divide-line')}>
        {rows.map(({ name, unit, rule }) => (
          <Row key={name} sentences={[all[name]]} said={rule && <LastMonthOf lastMonth={lastMonth} rule={rule} />}>
            {text(name, unit)}
            {name === 'averageMinutes' && text('averageWeeks', msg('Weeks'))}
          </Row>
        ))}
        <Row
          sentences={[...(breaks.length > 0 ? breaks : [null]), ...(all.breakPiece ? [all.breakPiece] : [])]}
          said={<LastMonthOf lastMonth={lastMonth} rule="breaks" />}
        >
          <BreakRules values={values} faults={faults} onChange={onChange} />
          {text('breakPiece', msg('Minutes. Empty if every break counts.'))}
        </Row>
        <Row
          sentences={[all.overtimeWeekMinutes]}
          said={<LastMonthOf lastMonth={lastMonth} rule="overtimeWeekMinutes" />}
        >
          {text('overtimeWeekMinutes', msg("Hours. Empty: the hours of each person's contract."))}
        </Row>
        <Row
          sentences={[
            all.noticeHours,
            ...(all.noticeHours ? [{ sentence: i18n.t(lateWords[values.late].sentence) }] : []),
          ]}
          said={
            <p className="text-muted text-sm">
              {i18n.t('The rules about changes of the plan take effect with the roster.')}
            </p>
          }
        >
          {text('noticeHours', msg('Hours. Empty for no rule.'))}
          <Field label={i18n.t(workRuleLabels.late[0])} {...faultOf(faults, 'late')}>
            <Select
              value={values.late}
              onChange={({ target }) => onChange({ ...values, late: target.value as WorkRules['late'] })}
            >
              {lateChanges.map((late) => (
                <option key={late} value={late}>
                  {i18n.t(lateWords[late].choice)}
                </option>
              ))}
            </Select>
          </Field>
        </Row>
      </ul>
    </>
  )
}

const faultOf = (faults: WorkRulesFaults, place: string) => (faults[place] ? { error: faults[place] } : {})

/** A rule: its sentences on one side, its fields on the other. */
function Row({
  sentences,
  said,
  children,
}: {
  sentences: (Sentence | null | undefined)[]
  said?: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  return (
    <li className="grid gap-x-8 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_15rem]">
      <div className="flex flex-col gap-2">
        {sentences.map((one) => (
          <div key={one?.sentence ?? 'none'}>
            <p className={one ? 'text-pretty font-medium' : 'text-muted'}>{one?.sentence ?? i18n.t('No rule')}</p>
            {one?.example && <p className="mt-0.5 text-pretty text-muted text-sm">{one.example}</p>}
          </div>
        ))}
        {said}
      </div>
      <div className="flex min-w-0 flex-col gap-3">{children}</div>
    </li>
  )
}

/** The rules about breaks: how much work needs how long a break. */
function BreakRules({
  values,
  faults,
  onChange,
}: {
  values: WorkRulesValues
  faults: WorkRulesFaults
  onChange: (values: WorkRulesValues) => void
}) {
  const i18n = useI18n()
  const { breaks } = values
  const set = (at: number, part: Partial<(typeof breaks)[number]>) =>
    onChange({ ...values, breaks: breaks.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <>
      {breaks.map(({ after, length }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <Field label={i18n.t('Work in hours')} {...faultOf(faults, `breaks.${at}.after`)}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={after}
              onChange={({ target }) => set(at, { after: target.value })}
            />
          </Field>
          <Field label={i18n.t('Break in minutes')} {...faultOf(faults, `breaks.${at}.length`)}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              value={length}
              onChange={({ target }) => set(at, { length: target.value })}
            />
          </Field>
          <IconButton
            label={i18n.t('Remove this rule about breaks')}
            onClick={() => onChange({ ...values, breaks: breaks.filter((_, index) => index !== at) })}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      ))}
      {faults.breaks && (
        <p role="alert" className="font-medium text-overdue text-sm">
          {describeError(faults.breaks, i18n)}
        </p>
      )}
      {breaks.length < MAX_BREAK_RULES && (
        <Button
          onClick={() => onChange({ ...values, breaks: [...breaks, { after: '', length: '' }] })}
          className="self-start"
        >
          <Plus aria-hidden="true" className="size-4" />
          {i18n.t('Add a rule about breaks')}
        </Button>
      )}
    </>
  )
}
