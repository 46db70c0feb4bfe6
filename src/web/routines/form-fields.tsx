import type { ReactNode } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { may } from '../../shared/permissions.ts'
import type { Routine } from '../../shared/routines.ts'
import { MAX_PLACE } from '../../shared/task-kinds.ts'
import { priorities } from '../../shared/task-status.ts'
import { useViewer } from '../api/viewer.ts'
import { DepartmentField } from '../components/choice/department-field.tsx'
import { ProcedureFields } from '../components/choice/procedure-fields.tsx'
import { TagInput } from '../components/choice/tag-input.tsx'
import { priorityLabels } from '../components/labels/priority-icon.tsx'
import { PersonPicker } from '../components/people/person-picker.tsx'
import { useI18n } from '../language.ts'
import { Field, GrowingInput, Input, Select, Textarea } from '../ui/field.tsx'
import { SelectOptions } from '../ui/select-options.tsx'
import type { RoutineFormValues } from './form-values.ts'
import { WhenFields } from './when-fields.tsx'

type Owners = Pick<Routine, 'department' | 'assignee'>

/** A routine's fields without steps. `current`: department and assignee of the edited routine, or the task. */
export function RoutineFields({ current, isNew }: { current?: Owners; isNew: boolean }) {
  const i18n = useI18n()
  const { register, formState } = useFormContext<RoutineFormValues>()
  const { errors } = formState
  return (
    <>
      <Field label={i18n.t('Title')} error={errors.title?.message} required>
        <GrowingInput {...register('title')} autoComplete="off" />
      </Field>
      <OwnerFields {...(current && { current })} />
      <WhenFields isNew={isNew} />
      <FormPart title={i18n.t('What is to be done')}>
        <Field label={i18n.t('Description')} error={errors.description?.message}>
          <Textarea {...register('description')} rows={2} />
        </Field>
        <div className="grid grid-cols-2 gap-x-4 gap-y-5">
          <Field label={i18n.t('Priority')} error={errors.priority?.message}>
            <Select {...register('priority')}>
              <SelectOptions values={priorities.toReversed()} labels={priorityLabels} />
            </Select>
          </Field>
          <Field label={i18n.t('Place')} error={errors.place?.message}>
            <Input {...register('place')} maxLength={MAX_PLACE} autoComplete="off" />
          </Field>
        </div>
        <Field
          label={i18n.t('Estimated minutes')}
          error={errors.workMinutes?.message}
          hint={i18n.t('Optional. How long one person works on it each time.')}
        >
          <Input {...register('workMinutes')} inputMode="numeric" autoComplete="off" />
        </Field>
        <TagsField />
        <Controller
          name="procedure"
          render={({ field: { value, onChange } }) => (
            <ProcedureFields value={value} onChange={onChange} fault={errors.procedure?.message} />
          )}
        />
      </FormPart>
    </>
  )
}

/** A part of the form with its heading. */
export const FormPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-1 flex flex-col gap-5 border-line border-t pt-5">
    <h3 className="font-semibold text-md">{title}</h3>
    {children}
  </section>
)

/** The department, and one person or everybody on duty there. */
function OwnerFields({ current }: { current?: Owners }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { control, formState, watch } = useFormContext<RoutineFormValues>()
  const { errors } = formState
  const hasDepartment = watch('departmentId') !== ''
  return (
    <div className="grid gap-x-4 gap-y-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <DepartmentField
        may={(departmentId) => may(viewer, 'routine:manage', { departmentId })}
        current={current?.department ?? viewer.department}
      />
      <Controller
        control={control}
        name="assigneeId"
        render={({ field: { value, onChange } }) => (
          <Field label={i18n.t('Who is expected')} error={errors.assigneeId?.message}>
            <PersonPicker
              value={value}
              onChange={onChange}
              current={current?.assignee ?? null}
              none={hasDepartment ? i18n.t('Anybody on duty there') : i18n.t('Choose a person')}
            />
          </Field>
        )}
      />
    </div>
  )
}

function TagsField() {
  const i18n = useI18n()
  const { control, setError, clearErrors, formState } = useFormContext<RoutineFormValues>()
  const error = formState.errors.tags
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field: { value, onChange, ref } }) => (
        <Field label={i18n.t('Tags')} error={Array.isArray(error) ? error.find(Boolean)?.message : error?.message}>
          <TagInput
            ref={ref}
            value={value}
            onChange={onChange}
            onProblem={(message) => (message ? setError('tags', { message }) : clearErrors('tags'))}
          />
        </Field>
      )}
    />
  )
}
