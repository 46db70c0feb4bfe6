import { type FormEvent, useState } from 'react'
import { MAX_STEP_TEXT, MAX_UNIT, type StepKind, stepKinds } from '../../../shared/step-fields.ts'
import type { Step } from '../../../shared/steps.ts'
import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { stepKindLabels } from './kinds.ts'
import { numberIn } from './numbers.ts'

type Faults = Partial<Record<'text' | 'unit' | 'min' | 'max', string>>

/** The editable fields of a step. */
export type StepWords = Pick<Step, 'text' | 'kind' | 'required' | 'unit' | 'min' | 'max'>

/** Changes a step's fields. `onChange` receives every key and choice. `onSave` may refuse with faults of fields. */
export function StepForm({
  step,
  onChange,
  onSave,
  onClose,
}: {
  step: StepWords
  onChange: () => void
  onSave: (step: StepWords) => unknown
  onClose: () => void
}) {
  const i18n = useI18n()
  const shown = (value: number | null) => (value === null ? '' : i18n.number(value, { useGrouping: false }))
  const [text, setText] = useState(step.text)
  const [kind, setKind] = useState<StepKind>(step.kind)
  const [required, setRequired] = useState(step.required)
  const [unit, setUnit] = useState(step.unit ?? '')
  const [min, setMin] = useState(shown(step.min))
  const [max, setMax] = useState(shown(step.max))
  const [faults, setFaults] = useState<Faults>({})
  const [isPending, setPending] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const limit = (typed: string) => (typed.trim() === '' ? null : numberIn(typed, i18n))
    const [from, to] = kind === 'number' ? [limit(min), limit(max)] : [null, null]
    const number = i18n.t('Enter a number')
    const wrong: Faults = {
      ...(text.trim() === '' && { text: i18n.t('A step needs a text') }),
      ...(from === undefined && { min: number }),
      ...(to === undefined && { max: number }),
      ...(from != null && to != null && from > to && { max: i18n.t('Must not be less than the smallest value') }),
    }
    setFaults(wrong)
    if (Object.keys(wrong).length > 0 || from === undefined || to === undefined) return
    const ofNumber = { unit: kind === 'number' && unit.trim() ? unit.trim() : null, min: from, max: to }
    setPending(true)
    try {
      await onSave({ text: text.trim(), kind, required, ...ofNumber })
      onClose()
    } catch (error) {
      const issues = error instanceof CallError ? (error.reply?.issues ?? []) : []
      const known = Object.fromEntries(issues.map(({ path, message }) => [path, message]))
      setFaults(issues.length > 0 ? known : { text: messageOf(error, i18n.t('The step could not be saved')) })
      setPending(false)
    }
  }
  return (
    <form noValidate onChange={onChange} onSubmit={save} className="flex flex-col gap-3">
      <Field label={i18n.t('Step')} required {...(faults.text && { error: faults.text })}>
        <Input value={text} maxLength={MAX_STEP_TEXT} autoFocus onChange={({ target }) => setText(target.value)} />
      </Field>
      <div className="grid grid-cols-2 items-end gap-3">
        <Field label={i18n.t('What it asks for')}>
          <Select
            value={kind}
            onChange={({ target }) => setKind(stepKinds.find((known) => known === target.value) ?? 'tick')}
          >
            <SelectOptions values={stepKinds} labels={stepKindLabels} />
          </Select>
        </Field>
        <Checkbox
          showLabel
          label={i18n.t('Required')}
          checked={required}
          onChange={({ target }) => setRequired(target.checked)}
          className="min-h-9 touch:min-h-11"
        />
      </div>
      {kind === 'number' && (
        <div className="grid grid-cols-3 gap-3">
          <Field label={i18n.t('Smallest ##value')} {...(faults.min && { error: faults.min })}>
            <Input inputMode="decimal" value={min} onChange={({ target }) => setMin(target.value)} />
          </Field>
          <Field label={i18n.t('Largest ##value')} {...(faults.max && { error: faults.max })}>
            <Input inputMode="decimal" value={max} onChange={({ target }) => setMax(target.value)} />
          </Field>
          <Field label={i18n.t('Unit')} {...(faults.unit && { error: faults.unit })}>
            <Input
              value={unit}
              maxLength={MAX_UNIT}
              placeholder="°C"
              onChange={({ target }) => setUnit(target.value)}
            />
          </Field>
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
