import { useFormContext } from 'react-hook-form'
import { EditSteps } from '../components/steps/edit-steps.tsx'
import { describeError, useI18n } from '../language.ts'
import { Switch } from '../ui/switch.tsx'
import { FormPart } from './form-fields.tsx'
import type { FormStep, RoutineFormValues } from './form-values.ts'

/** The part below the form, because it has forms of its own: the steps, and the switches after them. */
export function BelowForm() {
  const i18n = useI18n()
  const { setValue, watch, formState } = useFormContext<RoutineFormValues>()
  const [eachCounts, isActive] = watch(['eachCounts', 'isActive'])
  const fault = formState.errors.steps?.message
  const change = <K extends keyof RoutineFormValues>(name: K, value: RoutineFormValues[K]) =>
    setValue(name, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <div className="mt-6 flex flex-col gap-5">
      <FormPart title={i18n.t('Steps')}>
        {fault && (
          <p role="alert" className="font-medium text-overdue text-sm">
            {describeError(fault, i18n)}
          </p>
        )}
        <FormSteps change={change} />
      </FormPart>
      <FormPart title={i18n.t('How it runs')}>
        <Switch
          label={i18n.t('Catch up after an outage')}
          note={i18n.t(
            'If Muster was not running, it later opens every task that can still be done, not only the latest one.',
          )}
          checked={eachCounts}
          onChange={(checked) => change('eachCounts', checked)}
        />
        <Switch
          label={i18n.t('Switched on')}
          note={i18n.t('While it is switched off, it makes no tasks. The tasks that it has made stay.')}
          checked={isActive}
          onChange={(checked) => change('isActive', checked)}
        />
      </FormPart>
    </div>
  )
}

type Change = <K extends keyof RoutineFormValues>(name: K, value: RoutineFormValues[K]) => void

/** The steps of the form. They are saved with it. */
function FormSteps({ change }: { change: Change }) {
  const { getValues, watch } = useFormContext<RoutineFormValues>()
  const steps = watch('steps')
  const set = (changed: FormStep[]) => change('steps', changed)
  return (
    <EditSteps
      steps={steps}
      actions={{
        add(added) {
          const now = getValues('steps')
          const last = Math.max(0, ...now.map(({ id }) => id))
          set([...now, ...added.map((step, at) => ({ ...emptyStep, ...step, id: last + at + 1 }))])
        },
        change: (id, words) => set(getValues('steps').map((step) => (step.id === id ? { ...step, ...words } : step))),
        order: (ids) => set(ids.flatMap((id) => getValues('steps').filter((step) => step.id === id))),
        remove: (id) => set(getValues('steps').filter((step) => step.id !== id)),
      }}
      onUnsaved={{
        typed: (typed) => change('typedSteps', typed),
        changing: (isChanging) => change('isStepOpen', isChanging),
      }}
    />
  )
}

const emptyStep = { kind: 'tick' as const, required: false, unit: null, min: null, max: null }
